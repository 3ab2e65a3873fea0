/** What one parameter may be at most: an advertisement's link is anybody's to write. */
const longest = 200;

/**
 * What of a value is kept: its beginning, never half of a sign that takes two units, and nothing of one that holds the null
 * character, which no database takes.
 */
export function keptOf(value: string, most: number): string {
  if (value.indexOf('\0') >= 0) return '';
  const last = value.charCodeAt(most - 1);
  return value.slice(0, value.length > most && last >= 0xd800 && last < 0xdc00 ? most - 1 : most);
}

/** Where a visitor came from: the parameters that are ours, each once, none longer than it may be. */
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

/** What travels on to the next page: the visitor's source, device, language and brand, and nothing else of the address. */
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

/** The query for the next page. `brand` is the brand that the page itself is of. */
export function trackingQuery(query: URLSearchParams, brand: string): string {
  const next = new URLSearchParams({ appName: brand });
  for (const [name, value] of Object.entries(readTracking(query, carried))) if (value) next.set(name, value);
  return next.toString();
}
