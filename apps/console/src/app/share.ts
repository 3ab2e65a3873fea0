import { formatPercent } from '@hiram/loan/format';

/** The share of a whole in per cent; a dash for nothing. */
export function share(part: number, whole: number): string {
  return whole === 0 ? '–' : formatPercent((part / whole) * 1_000_000, 'en', 1);
}
