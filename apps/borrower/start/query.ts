import type { Query } from './page-plan.ts';

/**
 * The parameters of an address's query (`?a=1&b=2`), decoded. One that cannot be decoded is left out; the
 * last of a name counts.
 */
export function readQuery(search: string): Query {
  const query: Query = {};
  for (const part of search.slice(1).split('&')) {
    const [name = '', value = ''] = part.split('=');
    if (name === '') continue;
    try {
      query[decodeURIComponent(name)] = decodeURIComponent(value.replace(/\+/g, ' '));
    } catch {
      // A broken escape.
    }
  }
  return query;
}
