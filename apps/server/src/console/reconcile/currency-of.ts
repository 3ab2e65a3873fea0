import { markets } from '../../brands/markets/markets.ts';
import type { AppContext } from '../../context/app-context.ts';

/**
 * The currency (ISO 4217) of a movement: that of its brand, else the one that the statement names, else the only one that the
 * brands of this server have. Empty: it is not known.
 */
export function currencyOf(
  { brands }: AppContext,
  brand: string | undefined,
  stated: string | undefined,
): string {
  const own = brands.get(brand ?? '');
  if (own) return markets[own.market].currency;
  if (stated !== undefined) return stated;
  const all = new Set([...brands.values()].map(({ market }) => markets[market].currency));
  const [only = ''] = all.size === 1 ? all : [];
  return only;
}
