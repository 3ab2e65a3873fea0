/**
 * Tracking travels from page to page (PROM-14). Documents are the same for everyone, so that they can lie on any static
 * host; the place of a visitor's own query in a link is marked, and filled in by the server or by the page's first script.
 */
export const queryMark = 'hiram-query';
/** The same, escaped once more, as a store takes it for a referrer. */
export const referrerMark = 'hiram-referrer';

/** A link that carries the visitor's query, the brand's name first. */
export function carrying(path: string, brand: string): string {
  return `${path}?appName=${encodeURIComponent(brand)}&${queryMark}`;
}
