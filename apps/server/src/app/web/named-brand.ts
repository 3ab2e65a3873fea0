import type { Brand } from '../../brands/brand.ts';
import type { AppContext } from '../../context/app-context.ts';

/**
 * The brand of a URL's `appName`: the default brand if there is none, undefined for a brand that this server does not run.
 * The first value of a repeated parameter counts.
 */
export function namedBrand(appContext: AppContext, appName: unknown): Brand | undefined {
  const brandId: unknown = Array.isArray(appName) ? appName[0] : appName;
  return typeof brandId === 'string' && brandId !== ''
    ? appContext.brands.get(brandId)
    : appContext.defaultBrand;
}
