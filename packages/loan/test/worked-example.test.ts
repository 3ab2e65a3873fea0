import { expect, test } from 'vitest';
import { disclose, plan, position } from '../src/index.ts';
import { day, disbursed, fourByThirty, history, paid, peso } from './example.ts';

const rows = (terms: typeof fourByThirty) =>
  plan(terms).map((row) =>
    [row.opening, row.interest, row.principal, row.balance, row.payment].map((amount) => amount / 100),
  );

test('the level payment and the last payment with the remainder match the worked example', () => {
  expect(rows(fourByThirty)).toEqual([
    [12_000, 720, 2_743.1, 9_256.9, 3_463.1],
    [9_256.9, 555.41, 2_907.69, 6_349.21, 3_463.1],
    [6_349.21, 380.95, 3_082.15, 3_267.06, 3_463.1],
    [3_267.06, 196.02, 3_267.06, 0, 3_463.08],
  ]);
});

test('without a fee the effective rate is the nominal one', () => {
  expect(disclose(fourByThirty).effectivePerMonth).toBeCloseTo(0.06, 6);
  expect(disclose(fourByThirty).totalToRepay).toBe(peso(13_852.38));
});

test('TERM-04 TERM-05 thirty days late: 5 % a day on the instalment, and the penalty of a new client', () => {
  const loanPosition = position(fourByThirty, history(disbursed('2026-03-02')), day('2026-05-01'));
  expect(loanPosition.instalments[0]).toMatchObject({
    dueDate: '2026-04-01',
    daysLate: 30,
    late: peso(5_194.65),
  });
  expect(loanPosition.penaltyOwed).toBe(peso(1_000));
  expect(loanPosition.status).toBe('overdue');
});

test('TERM-05 on day 31 the rate falls to 4 %, and the next instalment begins to be late', () => {
  const loanPosition = position(fourByThirty, history(disbursed('2026-03-02')), day('2026-05-02'));
  expect(loanPosition.instalments[0]?.late).toBe(peso(5_194.65 + 138.52));
  expect(loanPosition.instalments[1]?.late).toBe(peso(173.16));
  expect(loanPosition.due).toBe(peso(13_432.53));
});

test('paying the instalment five days late stops its late interest', () => {
  const events = history(disbursed('2026-03-02'), paid('2026-04-06', 3_463.1));
  const loanPosition = position(fourByThirty, events, day('2026-04-30'));
  expect(loanPosition.lateOwed).toBe(peso(865.78));
  expect(loanPosition.instalments[0]).toMatchObject({ unpaid: 0, daysLate: 0 });
  expect(loanPosition.status).toBe('dueSoon');
});

test('a reversed last payment bears nothing for three days, then all late days count [T810]', () => {
  const reversed = history(
    disbursed('2026-03-02'),
    paid('2026-04-01', 3_463.1),
    paid('2026-05-01', 3_463.1),
    paid('2026-05-31', 3_463.1),
    paid('2026-06-30', 3_463.08),
    { kind: 'reversed', valueDate: day('2026-07-05'), target: 'e5' },
  );
  for (const date of ['2026-07-05', '2026-07-08'])
    expect(position(fourByThirty, reversed, day(date))).toMatchObject({
      status: 'overdue',
      owedInAll: peso(3_463.08),
      lateOwed: 0,
      penaltyOwed: 0,
    });
  expect(position(fourByThirty, reversed, day('2026-07-09'))).toMatchObject({
    lateOwed: peso(173.15),
    penaltyOwed: peso(1_000),
  });
});
