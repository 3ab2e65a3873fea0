import fc from 'fast-check';
import { expect, test } from 'vitest';
import { actions, runActions } from '../../test/actions.ts';
import { cappedLoan } from '../../test/capped-loans.ts';
import { day, disbursed, fourByThirty, history, paid, peso } from '../../test/example.ts';
import { terms } from '../../test/random-lives.ts';
import { addDays, cents, explainOwed, grantedExtension, type LoanEvent, position } from '../index.ts';

const sumOf = (amounts: readonly { amount: number }[]) =>
  amounts.reduce((sum, { amount }) => sum + amount, 0);

test('each owed amount is the sum of its lines, whatever happened to the loan', () => {
  fc.assert(
    fc.property(
      fc.oneof(terms, cappedLoan),
      actions('everyone'),
      fc.integer({ min: 0, max: 200 }),
      (agreed, life, wait) => {
        const { events, last } = runActions(agreed, life);
        const asOf = addDays(last, wait);
        const current = position(agreed, events, asOf);
        const parts = explainOwed(agreed, events, asOf);
        expect(parts.map(({ owed }) => owed)).toEqual([
          current.principalOwed,
          current.interestOwed,
          current.lateOwed,
          current.penaltyOwed,
          current.refundReceivable,
        ]);
        for (const { owed, lines } of parts) expect(sumOf(lines)).toBe(owed);
        // Before a settlement nothing is dropped: the lines explain every cent.
        if (current.settledOn === undefined && current.rounding === 0)
          expect(parts.flatMap(({ lines }) => lines).filter(({ kind }) => kind === 'settlement')).toEqual([]);
      },
    ),
  );
});

const waived = (date: string, late: number): LoanEvent => ({
  kind: 'waived',
  id: 'w',
  seq: 50,
  valueDate: day(date),
  principal: peso(100),
  interest: cents(0),
  late: peso(late),
  penalty: cents(0),
});
const undone = (target: string): LoanEvent => ({
  kind: 'reversed',
  id: `u${target}`,
  seq: 60,
  valueDate: day('2026-05-01'),
  target,
});

test('a reversed waiver, write-off or stop leaves the loan as if it had never been decided', () => {
  const events = history(disbursed('2026-03-02'), paid('2026-04-10', 500));
  const asOf = day('2026-05-20');
  const before = position(fourByThirty, events, asOf);
  const decided: LoanEvent[] = [
    waived('2026-04-20', 300),
    { kind: 'writtenOff', id: 'o', seq: 51, valueDate: day('2026-04-21') },
    { kind: 'chargesStopped', id: 's', seq: 52, valueDate: day('2026-04-22'), until: day('2026-06-01') },
  ];
  expect(position(fourByThirty, [...events, ...decided], asOf)).not.toEqual(before);
  const all = [...events, ...decided, ...decided.map(({ id }) => undone(id))];
  expect(position(fourByThirty, all, asOf)).toEqual(before);
});

const stop = (on: string, until: string): LoanEvent => ({
  kind: 'chargesStopped',
  id: 'stop',
  seq: 70,
  valueDate: day(on),
  until: day(until),
});

test('TERM-05 the days of a stop bear no late charges, and later days count as if it had not been', () => {
  const events = history(disbursed('2026-03-02'));
  // The first instalment is due on 2026-04-01. Days 11 to 20 are stopped.
  const stopped = [...events, stop('2026-04-11', '2026-04-21')];
  const at = (list: readonly LoanEvent[], date: string) => position(fourByThirty, list, day(date));
  expect(at(stopped, '2026-04-11').lateOwed).toBe(at(events, '2026-04-11').lateOwed);
  expect(at(stopped, '2026-04-21').lateOwed).toBe(at(events, '2026-04-11').lateOwed);
  expect(at(stopped, '2026-04-12').perDay).toBe(0);
  expect(at(stopped, '2026-04-20').perDay).toBe(0);
  expect(at(stopped, '2026-04-21').perDay).toBe(at(events, '2026-04-21').perDay);
  // 19 of the 29 late days are charged: 5% a day on 3,463.10, rounded once, half to even.
  expect(at(stopped, '2026-04-30').lateOwed).toBe(peso(3_289.94));
  expect(at(stopped, '2026-04-21').daysLate).toBe(20);
});

test('TERM-04 a stop from before the first late day keeps the penalty away until it ends', () => {
  const stopped = [...history(disbursed('2026-03-02')), stop('2026-03-30', '2026-04-05')];
  expect(position(fourByThirty, stopped, day('2026-04-05')).penalty).toBe(0);
  expect(position(fourByThirty, stopped, day('2026-04-06')).penalty).toBe(fourByThirty.penalty);
});

test('EXT-04 an extension without its price moves the due dates, and the charges so far stay owed', () => {
  const events = history(disbursed('2026-03-02'));
  const today = day('2026-04-11');
  const granted = grantedExtension(fourByThirty, events, today);
  if (!granted.ok) throw new Error(granted.reason);
  const before = position(fourByThirty, events, today);
  const after = position(
    fourByThirty,
    [
      ...events,
      {
        kind: 'extended',
        id: 'x',
        seq: 2,
        valueDate: today,
        instalment: granted.instalment,
        newDueDate: granted.newDueDate,
        paidBy: 'x',
      },
    ],
    today,
  );
  expect(after.lateOwed).toBe(before.lateOwed);
  expect(after.penaltyOwed).toBe(before.penaltyOwed);
  expect(after.interestOwed).toBe(before.interestOwed + granted.added);
  expect(after.dueDate).toBe(granted.newDueDate);
  expect(grantedExtension(fourByThirty, events, day('2026-05-20'))).toEqual({
    ok: false,
    reason: 'twoOverdue',
  });
});
