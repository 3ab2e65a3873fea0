import { cents, type LoanEvent, localDate, specificationRules, type Terms, termsFor } from '../src/index.ts';

export const day = localDate;
export const peso = (pesos: number) => cents(Math.round(pesos * 100));

/** ₱12,000.00 in four repayments thirty days apart at 0.2 % a day, without a fee. */
export const fourByThirty: Terms = termsFor(
  {
    kind: 'perPeriod',
    amountMin: peso(2_000),
    amountMax: peso(50_000),
    amountStep: peso(500),
    termDays: 120,
    periods: 4,
    dailyPpm: 2000,
    feePpm: 0,
    extensions: 1,
  },
  peso(12_000),
  'new',
  specificationRules,
);

/** ₱5,000.00 for 91 days at 0.15 % a day, 2 % fee. */
export const singleLoan: Terms = termsFor(
  {
    kind: 'single',
    amountMin: peso(1_000),
    amountMax: peso(10_000),
    amountStep: peso(500),
    termDays: 91,
    periods: 1,
    dailyPpm: 1500,
    feePpm: 20_000,
    extensions: 1,
  },
  peso(5_000),
  'repeat',
  specificationRules,
);

type Body<E> = E extends LoanEvent ? Omit<E, 'id' | 'seq'> : never;

/** Events in their order of arrival; ids are `e1`, `e2`, … */
export function history(...bodies: Body<LoanEvent>[]): LoanEvent[] {
  return bodies.map((body, index) => ({ ...body, id: `e${index + 1}`, seq: index + 1 }));
}

export const disbursed = (date: string): Body<LoanEvent> => ({ kind: 'disbursed', valueDate: day(date) });
export const paid = (date: string, pesos: number): Body<LoanEvent> => ({
  kind: 'paid',
  valueDate: day(date),
  amount: peso(pesos),
});
