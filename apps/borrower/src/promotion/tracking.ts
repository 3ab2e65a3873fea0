/** The maximum length of one parameter: anybody can write an advertisement's link. */
const longest = 200;

/**
 * The part of a value to store: its first `most` units without splitting a surrogate pair. Empty if the value contains
 * the null character, which PostgreSQL rejects.
 */
export function keptOf(value: string, most: number): string {
  if (value.indexOf('\0') >= 0) return '';
  const last = value.charCodeAt(most - 1);
  return value.slice(0, value.length > most && last >= 0xd800 && last < 0xdc00 ? most - 1 : most);
}

/** The tracking parameters of a visitor: only known names, each once, cut to the maximum length. */
export function readTracking<Name extends string>(
  query: URLSearchParams,
  names: readonly Name[],
): Partial<Record<Name, string>> {
  const found: Partial<Record<Name, string>> = {};
  for (const name of names) {
    const value = keptOf(query.get(name) || '', longest);
    if (value) found[name] = value;
  }
  return found;
}

/**
 * The parameters passed to the next page: the visitor's source, device, language and brand, and nothing else of the
 * address.
 */
const carried = [
  'templateId',
  'page_id',
  'user_from',
  'client_type',
  'utm_tag',
  'app_from',
  'deviceId',
  'lang',
];

/** The query for the next page. `brand` is the brand of the current page. */
export function trackingQuery(query: URLSearchParams, brand: string): string {
  const next = new URLSearchParams({ appName: brand });
  for (const [name, value] of Object.entries(readTracking(query, carried))) if (value) next.set(name, value);
  return next.toString();
}
