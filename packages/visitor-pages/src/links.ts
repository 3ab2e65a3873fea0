/**
 * Tracking parameters are passed from page to page (PROM-14). Documents are the same for every visitor, so that any
 * static host can serve them. This placeholder marks the visitor's query in a link; the server or the page's first
 * script replaces it.
 */
export const queryMark = 'hiram-query';
/** The same placeholder, escaped once more for a store's referrer parameter. */
export const referrerMark = 'hiram-referrer';

/** A link that carries the visitor's query, the brand's name first. */
export function withVisitorQuery(path: string, brand: string): string {
  return `${path}${path.includes('?') ? '&' : '?'}appName=${encodeURIComponent(brand)}&${queryMark}`;
}
