import type { StepsQuote } from '@hiram/contract/loan';
import { addDays, daysBetween, type LocalDate, localDate } from '@hiram/loan/local-date';

/** A day, counted from today, and a number of repayments. */
export interface Choice {
  readonly days: number;
  readonly steps: number;
}

export const isSameChoice = (a: Choice, b: Choice): boolean => a.days === b.days && a.steps === b.steps;

/** A quote as it is shown, with how certain it is. */
export interface Answer {
  readonly choice: Choice;
  readonly quote: StepsQuote;
  readonly added: number;
  readonly truth: 'estimate' | 'confirmed' | 'offline';
}

/** More payments than the loan takes on a day: from when it takes them, the number of the last one, and whether it is the whole loan. */
export interface Refusal {
  readonly from: string;
  readonly no: number;
  readonly isAll: boolean;
}

/** Days after today that can be chosen. */
const maxDays = 60;

/** The number of days ahead that can be chosen: not after the last due date, unless that is past. */
export function daysToChoose(today: string, lastDueDate: string): number {
  const left = daysBetween(localDate(today), localDate(lastDueDate));
  return left > 0 ? Math.min(maxDays, left) : maxDays;
}

/**
 * The day nearest to the wanted one, in the direction of the change, that can be chosen: today, or a day on which the loan takes a
 * payment, the first of which is `first`.
 */
export function chooseDay(wanted: number, before: number, first: number, last: number): number {
  if (wanted <= 0 || first > last) return 0;
  if (wanted < first) return wanted > before ? first : 0;
  return Math.min(last, wanted);
}

/** Quotes choices on the phone. */
export type Quoting = (choice: Choice) => StepsQuote;

/** The day of a choice. */
export const dayOf = (today: string, { days }: Choice): LocalDate => addDays(localDate(today), days);

/** The addition of a later day to the same repayments, in cents. */
export function addedOn(quoting: Quoting, choice: Choice): number {
  const quote = quoting(choice);
  return Math.max(0, quote.amount - quoting({ days: 0, steps: quote.steps }).amount);
}
