import { cents, type LoanEvent, localDate, specificationRules, termsFor } from '@hiram/loan';
import { expect, test } from 'vitest';
import type { Brand } from '../../../brands/brand.ts';
import { translateToEnglish } from '../../../brands/texts/translate.ts';
import { showPayments } from './payment-history.ts';

const amount = cents(500_000);
const terms = termsFor(
  {
    kind: 'single',
    amountMin: amount,
    amountMax: amount,
    amountStep: amount,
    termDays: 91,
    periods: 1,
    dailyPpm: 1500,
    feePpm: 0,
    extensions: 0,
  },
  amount,
  'repeat',
  specificationRules,
);
const settledOn = localDate('2026-04-02');
const today = localDate('2026-04-20');
const events: readonly LoanEvent[] = [
  { kind: 'disbursed', id: 'disbursed', seq: 1, valueDate: localDate('2026-01-01') },
  { kind: 'paid', id: 'first', seq: 2, valueDate: settledOn, amount: cents(600_000) },
  { kind: 'refunded', id: 'refund', seq: 3, valueDate: today, amount: cents(10_000) },
  { kind: 'reversed', id: 'reversal', seq: 4, valueDate: today, target: 'first' },
  { kind: 'paid', id: 'second', seq: 5, valueDate: today, amount: cents(100_000) },
];
const refundAfter = (count: number) =>
  showPayments(
    [],
    { terms },
    events.slice(0, count).map((event) => ({ event, provider: undefined })),
    { brand: {} as Brand, translate: translateToEnglish, today },
  ).map(({ kind, rows }) => ({ kind, rows }));

test('a refund is named as what it is: of the credit, or to be paid back [T1972]', () => {
  expect(refundAfter(3)).toEqual([{ kind: 'refund', rows: [{ text: 'Your credit', amount: 10_000 }] }]);
  for (const count of [4, 5])
    expect(refundAfter(count)).toEqual([
      { kind: 'refund', rows: [{ text: 'Refund to be paid back', amount: 10_000 }] },
    ]);
});
