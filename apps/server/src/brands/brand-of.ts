import type { Brand } from './brand.ts';

/**
 * The brand that an order, a transfer or a message belongs to. Its currency, time zone and law decide what money means, so one
 * that this server does not serve is a fault, never another brand. Throws Error.
 */
export function brandOf(
  { brands }: { readonly brands: ReadonlyMap<string, Brand> },
  { brand: id }: { readonly brand: string },
): Brand {
  const brand = brands.get(id);
  if (!brand) throw new Error(`the brand ${id} is not served here: BRAND does not list it`);
  return brand;
}
