import type { ColumnMap } from '@hiram/contract/console/bank-statement';
import { isLocalDate, type LocalDate, localDate } from '@hiram/loan/local-date';
import { normalUtr } from '../transfers/transfers.ts';

/** Where year, month and day stand. Nobody chooses year, day, month: only a slip writes it. */
const positions = { YMD: [0, 1, 2], DMY: [2, 1, 0], MDY: [2, 0, 1], YDM: [0, 2, 1] } as const;

/** A day in digits, with any separator and with or without a time after it. */
export function dayOf(text: string, order: keyof typeof positions): LocalDate | undefined {
  const parts = /^(\d{1,4})[-/. ](\d{1,2})[-/. ](\d{1,4})(?:[T ,].*)?$/.exec(text)?.slice(1);
  if (!parts) return undefined;
  const [year = '', month = '', day = ''] = positions[order].map((index) => parts[index] ?? '');
  if ((year.length !== 4 && year.length !== 2) || day.length > 2) return undefined;
  const iso = `${year.length === 2 ? `20${year}` : year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  return isLocalDate(iso) ? localDate(iso) : undefined;
}

/** The one day up to today that a cell of another order can mean; undefined: none, or several. */
export function onlyDayOf(text: string, today: LocalDate): LocalDate | undefined {
  const orders = Object.keys(positions) as (keyof typeof positions)[];
  const days = new Set(orders.map((order) => dayOf(text, order)).filter((day) => day && day <= today));
  return days.size === 1 ? [...days][0] : undefined;
}

const formats = {
  '.': /^([-+]?)(\d{1,3}(?:,\d{2,3})*|\d+)(?:\.(\d{1,2}))?$/,
  ',': /^([-+]?)(\d{1,3}(?:\.\d{3})*|\d+)(?:,(\d{1,2}))?$/,
} as const;

/** Cents of an amount in exactly the file's notation; undefined for any other one, such as `1.234,56` for `1,234.56`. */
export function centsOf(text: string, decimal: ColumnMap['decimal']): number | undefined {
  const bracketed = /^\((.*)\)$/.exec(text);
  const plain = (bracketed?.[1] ?? text).replace(/^(?:₱|PHP|₹|INR|Rp|IDR)\s*/i, '');
  const found = formats[decimal].exec(plain);
  if (!found) return undefined;
  const [, sign, whole = '', fraction = ''] = found;
  const amount = Number(whole.replace(/[.,]/g, '') + `${fraction}00`.slice(0, 2));
  if (!Number.isSafeInteger(amount)) return Number.MAX_SAFE_INTEGER;
  return sign === '-' || bracketed ? -amount : amount;
}

/** The reference as a claim has it: the whole cell, or the longest word of it that can be one. */
export function referenceOf(text: string): string {
  const whole = normalUtr(text);
  if (whole !== undefined) return whole;
  const words = text.toUpperCase().match(/[A-Z0-9]{8,30}/g) ?? [];
  return words.filter((word) => /\d/.test(word)).sort((one, other) => other.length - one.length)[0] ?? '';
}
