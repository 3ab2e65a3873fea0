import {
  cents,
  type LoanEvent,
  localDate,
  philippineCeilings2026,
  specificationRules,
  termsFor,
} from '@hiram/loan';

export const lentOn = localDate('2026-11-25');

export const lentProduct = {
  kind: 'perPeriod',
  amountMin: cents(200_000),
  amountMax: cents(2_500_000),
  amountStep: cents(50_000),
  termDays: 120,
  periods: 4,
  dailyPpm: 1_800,
  feePpm: 20_000,
  extensions: 1,
} as const;

const rules = {
  ...specificationRules,
  lateTiers: [{ ppm: 1_666 }],
  penaltyNew: cents(0),
  ceilings: philippineCeilings2026,
};

/** 10,000.00 over 4 × 30 days at 0.18 % a day, fee 200.00. */
export const lentTerms = termsFor(lentProduct, cents(1_000_000), 'new', rules);

/** The same as one repayment after 120 days. */
export const singleTerms = termsFor(
  { ...lentProduct, kind: 'single', periods: 1 },
  cents(1_000_000),
  'new',
  rules,
);

export const lent: LoanEvent = { kind: 'disbursed', id: 'payout', seq: 1, valueDate: lentOn };

export const paidOn = (seq: number, valueDate: string, amount: number): LoanEvent => ({
  kind: 'paid',
  id: `payment ${seq}`,
  seq,
  valueDate: localDate(valueDate),
  amount: cents(amount),
});
