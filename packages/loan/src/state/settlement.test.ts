import { expect, test } from 'vitest';
import { day, disbursed, fourByThirty, history, paid, peso, singleLoan } from '../../test/example.ts';
import { allocations, type LoanEvent, position, quotePayoff, type Terms } from '../index.ts';

test('TERM-03 an overpaid payoff of a single loan returns any excess', () => {
  // 46 days of 0.15% on 5,000.00 are 345.00.
  for (const handed of [5_345, 5_682.49, 5_682.5, 6_000]) {
    const events = history(disbursed('2026-01-01'), paid('2026-02-16', handed));
    expect(position(singleLoan, events, day('2026-02-16'))).toMatchObject({
      status: 'settled',
      credit: peso(handed) - peso(5_345),
    });
  }
});

test('TERM-03 a payment within the reminder days bears interest for elapsed days; the excess is credit', () => {
  const events = history(disbursed('2026-01-01'), paid('2026-03-31', 5_682.5));
  expect(position(singleLoan, events, day('2026-03-31'))).toMatchObject({
    status: 'settled',
    credit: peso(15),
  });
});

test('TERM-03 an early last instalment settles the loan and returns unaccrued interest', () => {
  const threePaid = [
    disbursed('2026-03-02'),
    paid('2026-04-01', 3_463.1),
    paid('2026-05-01', 3_463.1),
    paid('2026-05-31', 3_463.1),
  ];
  const asScheduled = history(...threePaid, paid('2026-06-10', 3_463.08));
  expect(position(fourByThirty, asScheduled, day('2026-06-10'))).toMatchObject({
    status: 'settled',
    credit: peso(196.02 - 65.34),
  });
  // Ten of thirty days: 65.34 of 196.02.
  expect(quotePayoff(fourByThirty, history(...threePaid), day('2026-06-10'))).toMatchObject({
    amount: peso(3_267.06 + 65.34),
  });
});

test('TERM-03 a short loan can be prepaid from day 7, a long one from half its term', () => {
  const short: Terms = { ...singleLoan, termDays: 10 };
  expect(quotePayoff(short, history(disbursed('2026-01-01')), day('2026-01-07'))).toMatchObject({
    reason: 'tooEarly',
    from: '2026-01-08',
  });
  const long: Terms = { ...singleLoan, termDays: 365 };
  expect(quotePayoff(long, history(disbursed('2026-01-01')), day('2026-07-02'))).toMatchObject({
    reason: 'tooEarly',
    from: '2026-07-03',
  });
});

test('a settled loan keeps its settlement day while credit is refunded', () => {
  const events = history(disbursed('2026-01-01'), paid('2026-04-02', 6_000), {
    kind: 'refunded',
    valueDate: day('2026-04-05'),
    amount: peso(317.5),
  });
  expect(position(singleLoan, events, day('2026-04-06'))).toMatchObject({
    status: 'settled',
    settledOn: '2026-04-02',
    credit: 0,
  });
  expect(allocations(singleLoan, events, day('2026-04-06')).get('e3')).toMatchObject({
    credit: -peso(317.5),
  });
  const reversed: LoanEvent[] = [
    ...events,
    { kind: 'reversed', id: 'e4', seq: 4, valueDate: day('2026-04-06'), target: 'e2' },
  ];
  expect(position(singleLoan, reversed, day('2026-04-06'))).toMatchObject({
    status: 'overdue',
    settledOn: undefined,
  });
});
