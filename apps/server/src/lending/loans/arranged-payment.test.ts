import { addDays, daysBetween, type LoanEvent } from '@hiram/loan';
import { expect, test } from 'vitest';
import {
  day,
  disbursed,
  fourByThirty,
  history,
  paid,
  peso,
} from '../../../../../packages/loan/test/example.ts';
import { askedPosition, nextPaymentOf } from './next-payment.ts';
import { quoteOf } from './repayment-quote.ts';
import { costOn, waysToPay } from './ways-to-pay.ts';

const lent = disbursed('2026-03-02');
/** ₱13,432.53 owed on 2 May for two overdue repayments and the charges, to be paid on two days around the next repayment's. */
const arranged: Omit<Extract<LoanEvent, { kind: 'arranged' }>, 'id' | 'seq'> = {
  kind: 'arranged',
  valueDate: day('2026-05-02'),
  instalments: [1, 2],
  amount: peso(13_432.53),
  parts: [
    { date: day('2026-05-12'), amount: peso(1_000) },
    { date: day('2026-06-10'), amount: peso(12_432.53) },
  ],
};
const kept = history(lent, arranged, paid('2026-05-12', 1_000));
const quoteOn = (events: LoanEvent[], on: string) => {
  const quote = quoteOf(fourByThirty, events, day(on));
  if (!quote) throw new Error('the loan runs');
  return quote;
};

test('while an arrangement is kept, its next part and what else is late are asked for [T1859]', () => {
  expect(quoteOn(kept, '2026-05-13')).toMatchObject({
    kind: 'arranged',
    amount: peso(3_463.1),
    date: '2026-05-31',
    isLate: false,
    daysLate: 0,
  });
  // The third repayment is late by three days, and bears charges as ever.
  const late = quoteOn(kept, '2026-06-03');
  const charges = late.position.instalments[2]?.lateOwed ?? 0;
  expect(charges).toBeGreaterThan(0);
  expect(late).toMatchObject({
    amount: peso(3_463.1) + charges,
    date: '2026-06-03',
    isLate: true,
    daysLate: 3,
  });
  const paidThird = history(lent, arranged, paid('2026-05-12', 1_000), paid('2026-05-31', 3_463.1));
  expect(quoteOn(paidThird, '2026-06-05')).toMatchObject({
    amount: peso(12_432.53),
    date: '2026-06-10',
    rows: [{ kind: 'arranged', amount: peso(12_432.53) }],
  });
  for (let on = day('2026-05-02'); on < '2026-06-15'; on = addDays(on, 1)) {
    const quote = quoteOn(kept, on);
    const loan = { terms: fourByThirty, events: kept };
    expect(quote.rows.reduce((sum, { amount }) => sum + amount, 0)).toBe(quote.amount);
    expect(nextPaymentOf(quote)).toEqual({ amount: quote.amount, date: quote.date, isLate: quote.isLate });
    expect(waysToPay(loan, quote)[0]).toMatchObject({ kind: 'due', amount: quote.amount });
    expect(askedPosition(fourByThirty, kept, on)).toMatchObject({ due: quote.amount, dueDate: quote.date });
    const tomorrow = addDays(on, 1);
    const added = quoteOn(kept, tomorrow).position.lateOwed - quote.position.lateOwed;
    expect(costOn(loan, quote, 'due', tomorrow)).toBe(quote.amount + added);
  }
  // Broken on 15 June, five days after the part: everything is due again.
  const broken = quoteOn(kept, '2026-06-15');
  expect(broken).toMatchObject({
    kind: 'overdue',
    daysLate: daysBetween(day('2026-04-01'), day('2026-06-15')),
  });
});

test('to pay a part of an arrangement later costs the charges of its break, not the next repayment [T1654]', () => {
  const events = history(lent, arranged);
  const quote = quoteOn(events, '2026-05-12');
  // Broken on 17 May; on 11 June the third repayment is late by eleven days besides.
  const later = quoteOn(events, '2026-06-11');
  const ofThird = later.position.instalments[2]?.lateOwed ?? 0;
  expect(ofThird).toBeGreaterThan(0);
  const added = later.position.lateOwed - ofThird - quote.position.lateOwed;
  expect(later.amount).toBeGreaterThan(peso(13_432.53));
  expect(costOn({ terms: fourByThirty, events }, quote, 'due', day('2026-06-11'))).toBe(peso(1_000) + added);
});

test('charges that are due alone are the next payment, then the next repayment is [T1861]', () => {
  const events = history(lent, paid('2026-04-04', 3_463.1));
  const quote = quoteOn(events, '2026-04-04');
  expect(quote).toMatchObject({ kind: 'charges', position: { chargesDue: quote.amount, daysLate: 0 } });
  expect(nextPaymentOf(quote)).toEqual({ amount: quote.amount, date: '2026-04-04', isLate: true });
  const settled = history(lent, paid('2026-04-04', 3_463.1), paid('2026-04-04', quote.amount / 100));
  expect(nextPaymentOf(quoteOn(settled, '2026-04-04'))).toEqual({
    amount: peso(3_463.1),
    date: '2026-05-01',
    isLate: false,
  });
});

test('waiting costs the late interest of what is due, and none of a repayment that falls due meanwhile [T3420]', () => {
  const events = history(lent);
  const quote = quoteOn(events, '2026-04-03');
  const later = quoteOn(events, '2026-05-03').position;
  const [first, second] = later.instalments.map(({ lateOwed }) => lateOwed);
  expect(second).toBeGreaterThan(0);
  expect(costOn({ terms: fourByThirty, events }, quote, 'due', day('2026-05-03'))).toBe(
    peso(3_463.1) + (first ?? 0) + later.penaltyOwed,
  );
});
