import type { MoneyFormat } from '@hiram/loan';
import { parseCents } from '@hiram/loan/parse';

interface Ceiling {
  readonly maxAmount?: number;
  readonly maxFirstLoans?: number;
}

/** The limits of a day as typed; undefined if one of them cannot be read. */
export function ceilingOf(amount: string, loans: string, money: MoneyFormat): Ceiling | undefined {
  const parsed = amount.trim() === '' ? undefined : parseCents(amount, money);
  if (parsed?.ok === false || (parsed?.ok && parsed.cents === 0)) return undefined;
  if (!/^\s*\d{0,7}\s*$/.test(loans)) return undefined;
  return {
    ...(parsed?.ok ? { maxAmount: parsed.cents } : {}),
    ...(loans.trim() === '' ? {} : { maxFirstLoans: Number(loans) }),
  };
}
