import type { Brand } from '../brand/brand.ts';

/** What a market takes for a mobile number: the national form and the country's code. */
const mobiles: Readonly<
  Record<Brand['market'], { readonly national: RegExp; readonly country: string; readonly trunk: string }>
> = {
  // PROM-05: eleven digits, 1 and then 3 to 9.
  spec: { national: /^1[3-9]\d{9}$/, country: '86', trunk: '' },
  ph: { national: /^9\d{9}$/, country: '63', trunk: '0' },
  in: { national: /^[6-9]\d{9}$/, country: '91', trunk: '0' },
  id: { national: /^8\d{8,11}$/, country: '62', trunk: '0' },
};

/** A mobile number as typed → E.164; undefined for what the brand's market does not take for one. */
export function mobileNumber(brand: Brand, typed: string): string | undefined {
  const { national, country, trunk } = mobiles[brand.market];
  const compact = typed.replace(/[\s().-]/g, '');
  if (!/^\+?\d{6,15}$/.test(compact)) return undefined;
  const digits = compact.replace('+', '');
  const candidates = [
    digits,
    ...(digits.startsWith(country) ? [digits.slice(country.length)] : []),
    ...(trunk && digits.startsWith(trunk) ? [digits.slice(trunk.length)] : []),
  ];
  const found = candidates.find((candidate) => national.test(candidate));
  return found === undefined ? undefined : `+${country}${found}`;
}
