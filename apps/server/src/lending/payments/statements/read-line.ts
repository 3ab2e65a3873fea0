import { createHash } from 'node:crypto';
import type { ColumnMap, lineFaults } from '@hiram/contract/console/bank-statement';
import { isLocalDate, type LocalDate, localDate } from '@hiram/loan/local-date';
import { normalUtr } from '../transfers.ts';

export type LineFault = (typeof lineFaults)[number];

/** Money that came in, as a line of a statement says. `amount` in cents. */
export interface IncomingLine {
  readonly bookedOn: LocalDate;
  readonly amount: number;
  /** In letters and digits alone; empty if there is none. */
  readonly reference: string;
  readonly digest: Buffer;
  /** As the bank writes it; empty if it names none. */
  readonly sender: string;
}

export type ReadLine =
  | { readonly kind: 'incoming'; readonly line: IncomingLine }
  | { readonly kind: 'outgoing' }
  | { readonly kind: 'faulty'; readonly fault: LineFault };

/** The rules for reading a statement. */
export interface LineRules {
  readonly map: ColumnMap;
  /** ISO 4217, of the brand. */
  readonly currency: string;
  readonly today: LocalDate;
}

/** Letters of a sender that are kept. */
const maxSender = 100;

/** The greatest amount of a line, in cents. More is an error of the file. */
const maxAmount = 1_000_000_000_000;

/** Reads the cells of a line. Formulas are text: no cell is ever computed. */
export function readLine(cells: readonly string[], { map, currency, today }: LineRules): ReadLine {
  const cell = (index: number | undefined) => (index === undefined ? '' : (cells[index] ?? '').trim());
  if (Math.max(map.date, map.amount, map.reference) >= cells.length) return faulty('columns');
  if (map.currency !== undefined && cell(map.currency).toUpperCase() !== currency) return faulty('currency');
  const bookedOn = dayOf(cell(map.date), map.dateOrder);
  if (bookedOn === undefined) return faulty('date');
  if (bookedOn > today) return faulty('future');
  const amount = amountOf(cell(map.amount), map.debit === undefined ? '' : cell(map.debit), map.decimal);
  if (amount === undefined) return faulty('amount');
  if (amount > maxAmount) return faulty('tooLarge');
  if (amount <= 0) return { kind: 'outgoing' };
  const reference = referenceOf(cell(map.reference));
  const parts = [bookedOn, amount, reference, cell(map.balance)];
  const digest = createHash('sha256').update(JSON.stringify(parts)).digest();
  return {
    kind: 'incoming',
    line: { bookedOn, amount, reference, digest, sender: cell(map.sender).slice(0, maxSender) },
  };
}

const faulty = (fault: LineFault): ReadLine => ({ kind: 'faulty', fault });

const positions = { YMD: [0, 1, 2], DMY: [2, 1, 0], MDY: [2, 0, 1] } as const;

/** A day in digits, with any separator and with or without a time after it. */
function dayOf(text: string, order: ColumnMap['dateOrder']): LocalDate | undefined {
  const parts = /^(\d{1,4})[-/. ](\d{1,2})[-/. ](\d{1,4})(?:[T ,].*)?$/.exec(text)?.slice(1);
  if (!parts) return undefined;
  const [year = '', month = '', day = ''] = positions[order].map((index) => parts[index] ?? '');
  if (year.length !== 4 && year.length !== 2) return undefined;
  const iso = `${year.length === 2 ? `20${year}` : year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  return isLocalDate(iso) ? localDate(iso) : undefined;
}

/** Cents that came in, below 0 what went out, where each may have a column of its own: then one of the two is empty or 0. */
function amountOf(credit: string, debit: string, decimal: ColumnMap['decimal']): number | undefined {
  if (debit === '') return centsOf(credit, decimal);
  const [came, went] = [credit === '' ? 0 : centsOf(credit, decimal), centsOf(debit, decimal)];
  if (came === undefined || went === undefined || (came !== 0 && went !== 0)) return undefined;
  return came === 0 ? -Math.abs(went) : came;
}

const formats = {
  '.': /^([-+]?)(\d{1,3}(?:,\d{2,3})*|\d+)(?:\.(\d{1,2}))?$/,
  ',': /^([-+]?)(\d{1,3}(?:\.\d{3})*|\d+)(?:,(\d{1,2}))?$/,
} as const;

/** Cents of an amount in exactly the file's notation; undefined for any other one, such as `1.234,56` for `1,234.56`. */
function centsOf(text: string, decimal: ColumnMap['decimal']): number | undefined {
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
function referenceOf(text: string): string {
  const whole = normalUtr(text);
  if (whole !== undefined) return whole;
  const words = text.toUpperCase().match(/[A-Z0-9]{8,30}/g) ?? [];
  return words.filter((word) => /\d/.test(word)).sort((one, other) => other.length - one.length)[0] ?? '';
}
