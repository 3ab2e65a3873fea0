import { institutionsOf } from '../../brands/markets/institutions.ts';
import type { Country } from '../../brands/markets/markets.ts';

/** Banks whose debit cards can be bound: all banks among the institutions. */
export const cardBankList = (country: Country) =>
  institutionsOf(country)
    .filter((institution) => institution.kind === 'bank')
    .map(({ bic, name }) => ({ bankCode: bic, bankName: name }));

/** Maximum number of cards of a borrower. */
export const maxCards = 10;

/** The digits of a typed card number; undefined for a wrong length or a wrong check digit (Luhn). */
export function cardNumber(typed: string): string | undefined {
  const digits = typed.replace(/[\s-]/g, '');
  if (!/^\d{13,19}$/.test(digits)) return undefined;
  let sum = 0;
  for (let index = 0; index < digits.length; index += 1) {
    const digit = Number(digits[digits.length - 1 - index]);
    const weighted = index % 2 === 1 ? digit * 2 : digit;
    sum += weighted > 9 ? weighted - 9 : weighted;
  }
  return sum % 10 === 0 ? digits : undefined;
}

/** Normalizes a typed month (`0927`, `09/27`, `09/2027`) to `MM/YY`; undefined if it is not a month. */
export function cardMonth(typed: string): string | undefined {
  const [, month, year] = /^\s*(0[1-9]|1[0-2])\s*\/?\s*(?:20)?(\d\d)\s*$/.exec(typed) ?? [];
  return month && year ? `${month}/${year}` : undefined;
}

/** Reports whether the month (`MM/YY`) ended before `today` (`YYYY-MM-DD`). A card is valid until the month's last day. */
export function hasEnded(month: string, today: string): boolean {
  return `20${month.slice(3)}-${month.slice(0, 2)}` < today.slice(0, 7);
}
