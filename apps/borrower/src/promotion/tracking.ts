/** What one parameter may be at most: an advertisement's link is anybody's to write. */
const longest = 200;

/** Where a visitor came from: the parameters that are ours, each once, none longer than it may be. */
export function readTracking<Name extends string>(
  query: URLSearchParams,
  names: readonly Name[],
): Partial<Record<Name, string>> {
  const found: Partial<Record<Name, string>> = {};
  for (const name of names) {
    const value = query.get(name);
    if (value) found[name] = value.slice(0, longest);
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
