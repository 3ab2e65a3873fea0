/** Recommendations that link to a product that the brand does not have, one line each with its place in the file. */
export function deadLinks(brand: {
  readonly products: readonly { readonly code: string }[];
  readonly recommended: readonly { readonly key: string; readonly url: string }[];
}): string[] {
  const codes = new Set(brand.products.map(({ code }) => code));
  return brand.recommended.flatMap(({ key, url }) => {
    if (!URL.canParse(url, 'http://brand.invalid')) return [];
    const { pathname, searchParams } = new URL(url, 'http://brand.invalid');
    const code = searchParams.get('product');
    if (pathname !== '/productDetail' || code === null || codes.has(code)) return [];
    return [`recommended.${key}: ${url} leads to a product that the brand does not have`];
  });
}
