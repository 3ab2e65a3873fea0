import type { QuoteRow as EngineRow, InstalmentPosition } from '@hiram/loan';

/** A row of a quote. `instalment` is the instalment's number, if the row belongs to one. Cents, negative for a deduction. */
export interface QuoteRow {
  readonly kind: Exclude<EngineRow['kind'], 'instalment'> | 'arranged';
  readonly instalment?: number;
  /** The days charged in a `late` row; 0 if a part of it is paid already. */
  readonly days?: number;
  /** The days of a `late` row at each rate, if not all days late are charged: the rates go by those. */
  readonly byRate?: readonly DaysAtRate[];
  readonly amount: number;
}

/** Days that are charged at a rate a day, in parts per million. */
export interface DaysAtRate {
  readonly days: number;
  readonly ppm: number;
}

/** What is unpaid of a repayment: principal and interest. */
export function unpaidRows({ no, unpaid, principal, principalPaid }: InstalmentPosition): QuoteRow[] {
  const unpaidPrincipal = principal - principalPaid;
  return [
    { kind: 'principal', instalment: no, amount: unpaidPrincipal },
    { kind: 'interest', instalment: no, amount: unpaid - unpaidPrincipal },
  ];
}
