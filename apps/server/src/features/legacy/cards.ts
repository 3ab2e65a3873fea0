import { institutionsOf } from '../../brands/markets/institutions.ts';
import type { Country } from '../../brands/markets/markets.ts';

/** Banks whose debit cards can be bound: those of the institutions that are banks. */
export const cardBankList = (country: Country) =>
  institutionsOf(country)
    .filter((one) => one.kind === 'bank')
    .map(({ bic, name }) => ({ bankCode: bic, bankName: name }));

/** Cards that one borrower may bind. */
export const maxCards = 10;

/** A card's number as typed, in digits; undefined for what cannot be one: a wrong length, or a check digit that does not fit. */
export function cardNumber(typed: string): string | undefined {
  const digits = typed.replace(/[\s-]/g, '');
  if (!/^\d{13,19}$/.test(digits)) return undefined;
  let sum = 0;
  for (let place = 0; place < digits.length; place += 1) {
    const digit = Number(digits[digits.length - 1 - place]);
    const counted = place % 2 === 1 ? digit * 2 : digit;
    sum += counted > 9 ? counted - 9 : counted;
  }
  return sum % 10 === 0 ? digits : undefined;
}

/** `MM/YY` as typed (`0927`, `09/27`, `09/2027`), or undefined for what is no month. */
export function cardMonth(typed: string): string | undefined {
  const [, month, year] = /^\s*(0[1-9]|1[0-2])\s*\/?\s*(?:20)?(\d\d)\s*$/.exec(typed) ?? [];
  return month && year ? `${month}/${year}` : undefined;
}

/** Has the month ended before `today` (`YYYY-MM-DD`)? A card works until its last day. */
export function hasEnded(month: string, today: string): boolean {
  return `20${month.slice(3)}-${month.slice(0, 2)}` < today.slice(0, 7);
}
