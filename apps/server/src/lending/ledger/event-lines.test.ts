import {
  allocations,
  cents,
  type LoanEvent,
  localDate,
  specificationRules,
  type Terms,
  termsFor,
} from '@hiram/loan';
import { expect, test } from 'vitest';
import { eventLines } from './event-lines.ts';

const amount = cents(500_000);
const product = {
  kind: 'single',
  amountMin: amount,
  amountMax: amount,
  amountStep: amount,
  termDays: 91,
  periods: 1,
  dailyPpm: 1500,
  feePpm: 20_000,
  extensions: 1,
} as const;
const terms: Terms = {
  ...termsFor(product, amount, 'repeat', specificationRules),
  coolingOff: { days: 3, feeRetained: false },
};

test('the lines of a payoff in the cooling-off period sum to zero and debit the returned fee', () => {
  const disbursed: LoanEvent = { kind: 'disbursed', id: 'd', seq: 1, valueDate: localDate('2026-01-01') };
  const valueDate = localDate('2026-01-03');
  // The amount received, 5,000.00 less 100.00, and two days of interest at 7.50.
  const paid: LoanEvent = { kind: 'paid', id: 'p', seq: 2, valueDate, amount: cents(491_500) };
  const byEvent = allocations(terms, [disbursed, paid], valueDate);
  const payout = eventLines(terms, disbursed, byEvent.get('d'), undefined);
  const payoff = eventLines(terms, paid, byEvent.get('p'), 'xendit');
  expect(payout.get('income:fee')).toBe(-10_000);
  expect(Object.fromEntries(payoff)).toEqual({
    'cash:xendit': 491_500,
    'income:interest': -1_500,
    'loan:principal': -500_000,
    'income:fee': 10_000,
  });
  expect([...payoff.values()].reduce((sum, line) => sum + line, 0)).toBe(0);
});
