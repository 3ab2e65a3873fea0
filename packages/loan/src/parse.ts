import type { Cents } from './cents.ts';
import { type Market, type MoneyFormat, moneyFormat } from './format.ts';

/**
 * Why a typed amount was not taken: nothing typed; not an amount; it can be read as two amounts; finer than a cent;
 * not a whole number of the currency's unit; more than can be counted.
 */
export type TypedMoneyProblem = 'empty' | 'notNumber' | 'ambiguous' | 'tooFine' | 'notWhole' | 'tooLarge';

export type TypedMoney =
  | { readonly ok: true; readonly cents: Cents }
  | { readonly ok: false; readonly reason: TypedMoneyProblem };

const symbols = /^(?:₱|php|p|₹|inr|rs\.?|rp\.?|idr)|(?:php|inr|idr)$/gi;
const thousands = /^\d{1,3}([., ])\d{3}(?:\1\d{3})*$/;
const lakh = /^\d{1,2}(?:,\d{2})*,\d{3}$/;

const no = (reason: TypedMoneyProblem): TypedMoney => ({ ok: false, reason });

/**
 * Reads an amount that a person typed or pasted, in the market's way or any other that can mean only one amount:
 * `1.500.000`, `1,500.00`, `6476,19`, `Rp 10.500.000`. A separator with one or two digits behind it is the decimal one in
 * every market, so 6476.19 is never 647619. One separator with exactly three digits behind it groups where the market
 * groups by it, and is rejected as ambiguous where the market's decimals follow it. `unit` is the smallest amount of the
 * currency, in cents. Never throws.
 */
export function parseCents(text: string, market: MoneyFormat | Market, unit = 1): TypedMoney {
  const format = typeof market === 'string' ? moneyFormat(market) : market;
  const typed = text.replace(/\s+/g, ' ').trim().replace(symbols, '').trim();
  if (typed === '') return no(text.trim() === '' ? 'empty' : 'notNumber');
  if (!/^\d[\d., ]*$/.test(typed)) return no('notNumber');
  const parts = split(typed, format);
  if ('reason' in parts) return no(parts.reason);
  if (parts.fraction.length > 2) return no('tooFine');
  const counted = Number(parts.whole + `${parts.fraction}00`.slice(0, 2));
  if (!Number.isSafeInteger(counted)) return no('tooLarge');
  if (counted % unit !== 0) return no('notWhole');
  return { ok: true, cents: counted as Cents };
}

interface Digits {
  readonly whole: string;
  readonly fraction: string;
}

function split(typed: string, format: MoneyFormat): Digits | { readonly reason: TypedMoneyProblem } {
  if (/^\d+$/.test(typed)) return { whole: typed, fraction: '' };
  const [, head = '', mark = '', tail = ''] = /^(.*)([., ])(\d*)$/.exec(typed) ?? [];
  const single = /^\d+$/.test(head);
  if (mark !== ' ' && tail.length !== 3) return decimal(head, mark, tail, format);
  if (!single || mark === ' ') {
    const whole = grouped(typed, format);
    if (whole !== undefined) return { whole, fraction: '' };
    return mark === ' ' ? { reason: 'notNumber' } : decimal(head, mark, tail, format);
  }
  // One separator, three digits behind it: 1.500.
  if (head.length > 3 || /^0/.test(head)) return { reason: 'tooFine' };
  return mark === format.group ? { whole: head + tail, fraction: '' } : { reason: 'ambiguous' };
}

/** The last separator is the decimal one: nothing but groups by another separator may stand before it. */
function decimal(
  head: string,
  mark: string,
  tail: string,
  format: MoneyFormat,
): Digits | { readonly reason: TypedMoneyProblem } {
  const whole = /^\d+$/.test(head) ? head : head.indexOf(mark) < 0 ? grouped(head, format) : undefined;
  return whole === undefined ? { reason: 'notNumber' } : { whole, fraction: tail };
}

function grouped(text: string, format: MoneyFormat): string | undefined {
  const fits = thousands.test(text) || (format.grouping === 'lakh' && lakh.test(text));
  return fits ? text.replace(/\D/g, '') : undefined;
}
