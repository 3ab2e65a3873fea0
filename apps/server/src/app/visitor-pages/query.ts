import { escapeHtml } from '@hiram/visitor-pages/escape-html';
import { queryMark, referrerMark } from '@hiram/visitor-pages/links';
import { readTracking, trackingQuery } from '@hiram/visitor-pages/tracking';

/** The query parameters of a URL. The first value of a repeated parameter counts. */
export function addressQuery(url: string): URLSearchParams {
  const separator = url.indexOf('?');
  const all = new URLSearchParams(separator < 0 ? '' : url.slice(separator + 1));
  const unique = new URLSearchParams();
  for (const [name, value] of all) if (!unique.has(name)) unique.set(name, value);
  return unique;
}

/** The tracking parameters that links carry on, without the brand's name, which the links contain already. */
export function carriedQuery(query: URLSearchParams, brand: string): string {
  const next = new URLSearchParams(trackingQuery(query, brand));
  next.delete('appName');
  return next.toString();
}

/** Inserts the visitor's tracking parameters into the document's links (PROM-14). */
export function withQuery(html: string, carried: string): string {
  return html
    .replaceAll(queryMark, () => escapeHtml(carried))
    .replaceAll(referrerMark, () => escapeHtml(encodeURIComponent(carried)));
}

export { readTracking };
