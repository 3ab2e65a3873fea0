import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addDays, allocations, disbursalOf, LoanError, type LoanEvent, position } from '../src/index.ts';
import { actions, runActions } from './actions.ts';
import { day, disbursed, fourByThirty, history, paid, peso } from './example.ts';

const reversal = (date: string, target = 'e1') =>
  ({ kind: 'reversed', valueDate: day(date), target }) as const;

test('a reversed payout leaves no loan and no debt, and payments become credit', () => {
  const events = history(disbursed('2026-03-02'), paid('2026-04-01', 3_463.1), reversal('2026-04-03'));
  expect(disbursalOf(events)).toBeUndefined();
  expect(() => position(fourByThirty, events, day('2026-04-03'))).toThrow(LoanError);
  expect(allocations(fourByThirty, events, day('2026-04-03')).get('e2')).toMatchObject({
    credit: peso(3_463.1),
    interest: 0,
    principal: 0,
  });
});

test('a loan that is paid out again starts from zero, and earlier payments are applied on its first day', () => {
  const events = history(
    disbursed('2026-03-02'),
    paid('2026-04-01', 3_463.1),
    reversal('2026-04-03'),
    disbursed('2026-04-03'),
    paid('2026-05-03', 3_463.1),
  );
  const loanPosition = position(fourByThirty, events, day('2026-05-03'));
  expect(loanPosition).toMatchObject({ disbursedOn: '2026-04-03', credit: 0, status: 'active' });
  expect(loanPosition.instalments[1]).toMatchObject({ dueDate: '2026-06-02', unpaid: 0 });
  const withoutFormerLoan = history(
    disbursed('2026-04-03'),
    paid('2026-04-03', 3_463.1),
    paid('2026-05-03', 3_463.1),
  );
  expect(loanPosition).toEqual(position(fourByThirty, withoutFormerLoan, day('2026-05-03')));
});

test('after any events a reversed payout leaves only payments minus refunds, as credit', () => {
  fc.assert(
    fc.property(actions('everyone'), (path) => {
      const { events, last } = runActions(fourByThirty, path);
      const seq = events.length + 1;
      const back: LoanEvent = { kind: 'reversed', id: `e${seq}`, seq, valueDate: last, target: 'e1' };
      const reversedIds = new Set(
        events.flatMap((event) => (event.kind === 'reversed' ? [event.target] : [])),
      );
      let credit = 0;
      for (const event of events) {
        if (reversedIds.has(event.id)) continue;
        if (event.kind === 'paid') credit += event.amount;
        if (event.kind === 'refunded') credit -= event.amount;
      }
      const allocationsOfEvents = [
        ...allocations(fourByThirty, [...events, back], addDays(last, 40)).values(),
      ];
      // A refund that no payment covers any more is owed.
      expect(
        allocationsOfEvents.reduce(
          (sum, allocation) => sum + allocation.credit + allocation.refundReceivable,
          0,
        ),
      ).toBe(credit);
      expect(
        allocationsOfEvents.reduce((sum, allocation) => sum + allocation.credit, 0),
      ).toBeGreaterThanOrEqual(0);
      for (const allocation of allocationsOfEvents)
        expect({ ...allocation, credit: 0, refundReceivable: 0 }).toEqual({
          ...allocation,
          credit: 0,
          refundReceivable: 0,
          interest: 0,
          principal: 0,
          late: 0,
          penalty: 0,
          recovery: 0,
          loss: 0,
        });
    }),
    { numRuns: 200 },
  );
});
