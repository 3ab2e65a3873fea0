import { parseCents } from '@hiram/loan/parse';

/** `1234.56` or `1234`, as a person types it, in cents; undefined for anything else, and for nothing. */
export function centsOf(text: string): number | undefined {
  const typed = parseCents(text, 'ph');
  return typed.ok && typed.cents > 0 ? typed.cents : undefined;
}
