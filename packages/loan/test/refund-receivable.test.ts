import { expect, test } from 'vitest';
import { addDays, allocations, type LoanEvent, position, quoteRepayment, type Terms } from '../src/index.ts';
import { everyLoan } from './capped-loans.ts';
import { day, disbursed, history, paid, peso, singleLoan } from './example.ts';

/** Settled on 2026-04-02; then 100.00 too much, refunded; then that payment is reversed. */
const refunded = history(
  disbursed('2026-01-01'),
  paid('2026-04-02', 5_682.5),
  paid('2026-04-04', 100),
  { kind: 'refunded', valueDate: day('2026-04-05'), amount: peso(100) },
  { kind: 'reversed', valueDate: day('2026-04-10'), target: 'e3' },
);

const withEvents = (events: readonly LoanEvent[], date: string, pesos: number): LoanEvent[] => [
  ...events,
  { ...paid(date, pesos), id: 'last', seq: events.length + 1 } as LoanEvent,
];

test('a refund whose payment is reversed is owed at once, without late charges', () => {
  for (const days of [0, 5, 100]) {
    const date = addDays(day('2026-04-10'), days);
    expect(position(singleLoan, refunded, date)).toMatchObject({
      status: 'dueSoon',
      credit: 0,
      refundReceivable: peso(100),
      owedInAll: peso(100),
      lateOwed: 0,
      penaltyOwed: 0,
    });
    expect(quoteRepayment(singleLoan, refunded, date)).toMatchObject({
      amount: peso(100),
      date,
      rows: [{ kind: 'refundReceivable', amount: peso(100) }],
    });
  }
  expect(allocations(singleLoan, refunded, day('2026-04-10')).get('e4')).toMatchObject({
    credit: 0,
    refundReceivable: -peso(100),
  });
});

test('an owed refund is settled within the tolerance and not a centavo below it', () => {
  const date = day('2026-04-12');
  const enough = withEvents(refunded, '2026-04-12', 99);
  expect(position(singleLoan, enough, date)).toMatchObject({
    status: 'settled',
    refundReceivable: 0,
    rounding: peso(1),
  });
  expect(allocations(singleLoan, enough, date).get('last')).toMatchObject({
    refundReceivable: peso(99),
    refundForgiven: peso(1),
    loss: 0,
  });
  const short = withEvents(refunded, '2026-04-12', 98.99);
  expect(position(singleLoan, short, date)).toMatchObject({
    status: 'dueSoon',
    refundReceivable: peso(1.01),
  });
});

test('an owed refund is paid after everything else that is due', () => {
  const reversed: LoanEvent[] = [
    ...refunded,
    { kind: 'reversed', id: 'e6', seq: 6, valueDate: day('2026-04-10'), target: 'e2' },
  ];
  const loanPosition = position(singleLoan, reversed, day('2026-04-10'));
  expect(loanPosition).toMatchObject({ status: 'overdue', refundReceivable: peso(100) });
  const part = withEvents(reversed, '2026-04-10', (loanPosition.owedInAll - peso(60)) / 100);
  expect(position(singleLoan, part, day('2026-04-10'))).toMatchObject({
    status: 'dueSoon',
    overdue: 0,
    lateOwed: 0,
    penaltyOwed: 0,
    refundReceivable: peso(60),
  });
});

test('the ceiling on all costs is rounded down: half a centavo of room is none', () => {
  // 782.515 in total, of which fee and interest take 782.50.
  const loan = { ...singleLoan, ceilings: { ...everyLoan, totalCost: 156_503 } };
  const loanPosition = position(loan, history(disbursed('2026-05-04')), day('2026-08-13'));
  expect(loanPosition.lateOwed + loanPosition.penaltyOwed).toBe(1);
});

test('waived interest that a settlement frees covers a refund owed [T1055]', () => {
  const terms: Terms = { ...singleLoan, dailyPpm: 1_000, fee: peso(0), extensions: 0, tolerance: peso(0) };
  const waived = (date: string, principal: number, interest: number) =>
    ({
      kind: 'waived',
      valueDate: day(date),
      principal: peso(principal),
      interest: peso(interest),
      late: peso(0),
      penalty: peso(0),
    }) as const;
  // ₱5,000.00 bear 5.00 a day, 455.00 in all. The payment of the disbursal's day is refunded in part, then reversed.
  const events = history(
    disbursed('2026-01-01'),
    paid('2026-01-01', 5_455),
    waived('2026-01-01', 100, 0),
    { kind: 'refunded', valueDate: day('2026-01-01'), amount: peso(100) },
    waived('2026-01-15', 4_900, 455),
    { kind: 'reversed', valueDate: day('2026-01-15'), target: 'e2' },
  );
  // On the first day of prepayment, the 46th, 230.00 are accrued: the freed 225.00 cover the refund of 100.00.
  const settled = position(terms, events, day('2026-02-16'));
  expect(settled).toMatchObject({ status: 'settled', refundReceivable: 0, rounding: 0, credit: 0 });
});
