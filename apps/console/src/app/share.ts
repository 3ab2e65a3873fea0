import { formatPercent } from '@hiram/loan/format';

/** The share of a whole in per cent; a dash for nothing. */
export function share(part: number, whole: number): string {
  return whole === 0 ? '–' : formatPercent((part / whole) * 1_000_000, 'en', 1);
}

/** The same to one decimal place always, so that figures of a column stand under each other. */
export function shareInColumn(part: number, whole: number): string {
  const text = share(part, whole);
  return text.includes('.') ? text : text.replace('%', '.0%');
}
