import type { Brand } from '../../brands/brand.ts';
import type { AppContext } from '../../context/app-context.ts';

/**
 * The brand that an address names by `appName`: the default where it names none, undefined where it names one that this
 * server does not run. A parameter that comes several times counts once, as its first.
 */
export function namedBrand(appContext: AppContext, appName: unknown): Brand | undefined {
  const asked: unknown = Array.isArray(appName) ? appName[0] : appName;
  return typeof asked === 'string' && asked !== '' ? appContext.brands.get(asked) : appContext.defaultBrand;
}
