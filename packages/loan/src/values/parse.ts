import type { Cents } from './cents.ts';
import { type Market, type MoneyFormat, moneyFormat } from './format.ts';

/**
 * The reasons why a typed amount is rejected. `empty`: nothing typed. `notNumber`: not an amount.
 * `ambiguous`: it can mean two amounts. `tooFine`: smaller digits than cents. `notWhole`: not a multiple of
 * the charge unit. `tooLarge`: not a safe integer.
 */
export type TypedMoneyProblem = 'empty' | 'notNumber' | 'ambiguous' | 'tooFine' | 'notWhole' | 'tooLarge';

export type TypedMoney =
  | { readonly ok: true; readonly cents: Cents }
  | { readonly ok: false; readonly reason: TypedMoneyProblem };

const symbols = /^(?:₱|php|p|₹|inr|rs\.?|rp\.?|idr)|(?:php|inr|idr)$/gi;
const thousands = /^\d{1,3}([., ])\d{3}(?:\1\d{3})*$/;
const lakh = /^\d{1,2}(?:,\d{2})*,\d{3}$/;

const rejected = (reason: TypedMoneyProblem): TypedMoney => ({ ok: false, reason });

/**
 * Reads an amount that a person typed or pasted, in the market's format or any other format that can mean only one amount:
 * `1.500.000`, `1,500.00`, `6476,19`, `Rp 10.500.000`. A separator before one or two last digits is a decimal separator in
 * every market, so 6476.19 is never 647619. A single separator before exactly three last digits is a group separator if the
 * market groups with it, and ambiguous otherwise. `unit` is the charge unit in cents. Never throws.
 */
export function parseCents(text: string, market: MoneyFormat | Market, unit = 1): TypedMoney {
  const format = typeof market === 'string' ? moneyFormat(market) : market;
  const typed = text.replace(/\s+/g, ' ').trim().replace(symbols, '').trim();
  if (typed === '') return rejected(text.trim() === '' ? 'empty' : 'notNumber');
  if (!/^\d[\d., ]*$/.test(typed)) return rejected('notNumber');
  const parts = splitDigits(typed, format);
  if ('reason' in parts) return rejected(parts.reason);
  if (parts.fraction.length > 2) return rejected('tooFine');
  const amount = Number(parts.whole + `${parts.fraction}00`.slice(0, 2));
  if (!Number.isSafeInteger(amount)) return rejected('tooLarge');
  if (amount % unit !== 0) return rejected('notWhole');
  return { ok: true, cents: amount as Cents };
}

interface Digits {
  readonly whole: string;
  readonly fraction: string;
}

function splitDigits(typed: string, format: MoneyFormat): Digits | { readonly reason: TypedMoneyProblem } {
  if (/^\d+$/.test(typed)) return { whole: typed, fraction: '' };
  const [, head = '', separator = '', tail = ''] = /^(.*)([., ])(\d*)$/.exec(typed) ?? [];
  const isOnlySeparator = /^\d+$/.test(head);
  if (separator !== ' ' && tail.length !== 3) return decimalDigits(head, separator, tail, format);
  if (!isOnlySeparator || separator === ' ') {
    const whole = groupedDigits(typed, format);
    if (whole !== undefined) return { whole, fraction: '' };
    return separator === ' ' ? { reason: 'notNumber' } : decimalDigits(head, separator, tail, format);
  }
  // One separator before three digits: 1.500.
  if (head.length > 3 || /^0/.test(head)) return { reason: 'tooFine' };
  return separator === format.group ? { whole: head + tail, fraction: '' } : { reason: 'ambiguous' };
}

/** Reads the last separator as the decimal separator. Only digits, or groups with another separator, may precede it. */
function decimalDigits(
  head: string,
  separator: string,
  tail: string,
  format: MoneyFormat,
): Digits | { readonly reason: TypedMoneyProblem } {
  const whole = /^\d+$/.test(head)
    ? head
    : head.indexOf(separator) < 0
      ? groupedDigits(head, format)
      : undefined;
  return whole === undefined ? { reason: 'notNumber' } : { whole, fraction: tail };
}

function groupedDigits(text: string, format: MoneyFormat): string | undefined {
  const isGrouped = thousands.test(text) || (format.grouping === 'lakh' && lakh.test(text));
  return isGrouped ? text.replace(/\D/g, '') : undefined;
}
