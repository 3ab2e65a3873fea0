import { BrandError } from '../brand.ts';

/** Domains that nobody can own (RFC 2606, RFC 6761): in an address, an e-mail or a link they are an example's. */
const exampleDomain =
  /(?:^|[/@.])(?:[a-z0-9-]+\.)*(?:example(?:\.(?:com|net|org))?|invalid|test|localhost)(?=$|[/:?#])/i;
/** A number that was left out: it ends in four zeros or more, with no other digit since the last letter or separator. */
const placeholder = /(?:^|[^0-9])0{4,}$/;

/** Every text of a brand with its place in the file, `lender.email`. */
function textsOf(value: unknown, place: string): readonly (readonly [place: string, text: string])[] {
  if (typeof value === 'string') return [[place, value]];
  if (typeof value !== 'object' || value === null || value instanceof Map || value instanceof Set) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    textsOf(inner, place === '' ? key : `${place}.${key}`),
  );
}

/**
 * The fields of a brand that are a demonstration's: an example's domain, a registration that was left out. One line each. Such a
 * brand runs in the sandbox alone: a borrower could reach nobody, and would read a licence that does not exist.
 */
export function demoFields(id: string, brand: object): readonly string[] {
  return textsOf(brand, '').flatMap(([place, text]) => {
    const isNumber = place === 'lender.registration' || place === 'lender.authority';
    if (isNumber && placeholder.test(text)) return [`the brand ${id}: ${place} is ${text}, a placeholder`];
    return exampleDomain.test(text) ? [`the brand ${id}: ${place} is ${text}, an example’s domain`] : [];
  });
}

/** Throws BrandError with a line for each field of a demonstration that the brand still has. */
export function refuseDemo(id: string, brand: object): void {
  const faults = demoFields(id, brand);
  if (faults.length > 0)
    throw new BrandError(
      [...faults, `the brand ${id} is a demonstration: it runs in the sandbox only`].join('\n'),
    );
}
