/** The maximum length of one parameter: anybody can write an advertisement's link. */
const maxLength = 200;

/**
 * The part of a value to store: its first `maxUnits` UTF-16 units without splitting a surrogate pair. Empty if the value contains
 * the null character, which PostgreSQL rejects.
 */
export function truncateValue(value: string, maxUnits: number): string {
  if (value.indexOf('\0') >= 0) return '';
  const last = value.charCodeAt(maxUnits - 1);
  return value.slice(0, value.length > maxUnits && last >= 0xd800 && last < 0xdc00 ? maxUnits - 1 : maxUnits);
}

/** The tracking parameters of a visitor: only known names, each once, cut to the maximum length. */
export function readTracking<Name extends string>(
  query: URLSearchParams,
  names: readonly Name[],
): Partial<Record<Name, string>> {
  const tracking: Partial<Record<Name, string>> = {};
  for (const name of names) {
    const value = truncateValue(query.get(name) || '', maxLength);
    if (value) tracking[name] = value;
  }
  return tracking;
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
