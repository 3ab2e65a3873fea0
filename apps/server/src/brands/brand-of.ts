import type { Brand } from './brand.ts';

/**
 * The brand of an order, a transfer or a message. Its currency, time zone and law define its amounts, so there is no
 * fallback to another brand. Throws Error if this server does not serve the brand.
 */
export function brandOf(
  { brands }: { readonly brands: ReadonlyMap<string, Brand> },
  { brand: id }: { readonly brand: string },
): Brand {
  const brand = brands.get(id);
  if (!brand) throw new Error(`the brand ${id} is not served: BRAND does not list it`);
  return brand;
}
