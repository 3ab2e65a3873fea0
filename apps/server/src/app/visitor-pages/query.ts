import { queryMark, referrerMark } from '../../../../borrower/src/promotion/links.ts';
import { readTracking, trackingQuery } from '../../../../borrower/src/promotion/tracking.ts';
import { escapeHtml } from '../web/pages.ts';

/** The parameters of an address, each once: a repeated one is its first. */
export function addressQuery(url: string): URLSearchParams {
  const at = url.indexOf('?');
  const all = new URLSearchParams(at < 0 ? '' : url.slice(at + 1));
  const once = new URLSearchParams();
  for (const [name, value] of all) if (!once.has(name)) once.set(name, value);
  return once;
}

/** What of an address travels on, without the brand's name that the links bear already. */
export function carriedQuery(query: URLSearchParams, brand: string): string {
  const next = new URLSearchParams(trackingQuery(query, brand));
  next.delete('appName');
  return next.toString();
}

/** A document with the visitor's own source in its links (PROM-14). */
export function withQuery(html: string, carried: string): string {
  return html
    .replaceAll(queryMark, () => escapeHtml(carried))
    .replaceAll(referrerMark, () => escapeHtml(encodeURIComponent(carried)));
}

export { readTracking };
