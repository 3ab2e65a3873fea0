import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  addDays,
  allocations,
  type Cents,
  cents,
  type LoanEvent,
  levelSchedule,
  philippineCeilings2026,
  plan,
  position,
  specificationRules,
  type Terms,
  termsFor,
} from '../src/index.ts';
import { actions, daysOf, runActions } from './actions.ts';
import { day, fourByThirty, singleLoan } from './example.ts';

const start = day('2026-05-04');
const terms = fc.oneof(
  fc.constantFrom(fourByThirty, singleLoan),
  fc
    .record({
      amount: fc.integer({ min: 1_000, max: 90_000_000 }),
      periods: fc.integer({ min: 2, max: 12 }),
      length: fc.constantFrom(14, 15, 30),
      dailyPpm: fc.integer({ min: 0, max: 9_000 }),
      feePpm: fc.integer({ min: 0, max: 100_000 }),
    })
    .map(({ amount, periods, length, dailyPpm, feePpm }) =>
      termsFor(
        {
          kind: 'perPeriod',
          amountMin: cents(1),
          amountMax: cents(amount),
          amountStep: cents(1),
          termDays: periods * length,
          periods,
          dailyPpm,
          feePpm,
          extensions: 1,
        },
        cents(amount),
        'new',
        specificationRules,
      ),
    ),
);

/** Payments in their order of arrival, by days after disbursal; amounts as a share of the amount lent. */
const payments = fc.array(
  fc.record({ after: fc.integer({ min: 0, max: 300 }), share: fc.integer({ min: 1, max: 1_200 }) }),
  { maxLength: 8 },
);

function eventsOf(loan: Terms, paid: readonly { after: number; share: number }[]): LoanEvent[] {
  return [
    { kind: 'disbursed', id: 'e0', seq: 1, valueDate: start },
    ...paid.map(
      ({ after, share }, index): LoanEvent => ({
        kind: 'paid',
        id: `p${index}`,
        seq: index + 2,
        valueDate: addDays(start, after),
        amount: cents(Math.max(1, Math.floor((loan.principal * share) / 1_000))),
      }),
    ),
  ];
}

const owed = (loan: Terms, events: readonly LoanEvent[], after: number) =>
  position(loan, events, addDays(start, after));

test('principal sums exactly to the amount lent, for any rates', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 10 ** 10 }),
      fc.array(fc.bigInt({ min: 0n, max: 10n ** 12n }), { minLength: 1, maxLength: 24 }),
      (principal, rates) => {
        const rows = levelSchedule(cents(principal), rates);
        expect(rows.reduce((sum, row) => sum + row.principal, 0)).toBe(principal);
        expect(rows.at(-1)?.balance).toBe(0);
        for (const row of rows) expect(row.payment).toBe(row.interest + row.principal);
      },
    ),
  );
});

test('allocation loses no cent', () => {
  fc.assert(
    fc.property(terms, payments, (loan, paid) => {
      const events = eventsOf(loan, paid);
      const allocationsOfEvents = allocations(loan, events, addDays(start, 400));
      for (const event of events)
        if (event.kind === 'paid') {
          const parts = allocationsOfEvents.get(event.id);
          expect(
            parts &&
              parts.interest + parts.principal + parts.late + parts.penalty + parts.credit + parts.recovery,
          ).toBe(event.amount);
        }
      const loanPosition = owed(loan, events, 400);
      const total = events.reduce((sum, event) => sum + (event.kind === 'paid' ? event.amount : 0), 0);
      const totalTaken = [...allocationsOfEvents.values()].reduce(
        (sum, parts) => sum + parts.interest + parts.principal + parts.late + parts.penalty,
        0,
      );
      expect(total).toBe(totalTaken + loanPosition.credit);
      expect(loanPosition.credit).toBeGreaterThanOrEqual(0);
    }),
  );
});

test('the position is the same whether computed every day or once', () => {
  fc.assert(
    fc.property(terms, actions('everyone'), fc.integer({ min: 0, max: 60 }), (loan, path, days) => {
      const { events, last } = runActions(loan, path);
      const requests = daysOf(last, days).map((today) => position(loan, events, today));
      // A copy, so that no cache of these terms is used.
      const once = position(structuredClone(loan), structuredClone(events), addDays(last, days));
      expect(requests.at(-1)).toEqual(once);
    }),
    { numRuns: 30 },
  );
});

test('late events with earlier dates give the same result as events in order', () => {
  const histories = fc
    .tuple(terms, actions('everyone'))
    .map(([loan, life]) => ({ loan, ...runActions(loan, life) }))
    .chain(({ loan, events, last }) => {
      const days = [...new Set(events.map((event) => event.valueDate))];
      return fc.record({
        loan: fc.constant(loan),
        events: fc.constant(events),
        last: fc.constant(last),
        arrival: fc.shuffledSubarray(days, { minLength: days.length }),
      });
    });
  let shuffled = 0;
  fc.assert(
    fc.property(histories, fc.integer({ min: 0, max: 120 }), ({ loan, events, last, arrival }, days) => {
      // Events of one day keep their order of arrival; the days come in any order.
      const arrived = arrival
        .flatMap((today) => events.filter((event) => event.valueDate === today))
        .map((event, index) => ({ ...event, seq: index + 1 }));
      if (arrived.some((event, index) => event.id !== events[index]?.id)) shuffled += 1;
      const asOf = addDays(last, days);
      expect(position(loan, arrived, asOf)).toEqual(position(loan, events, asOf));
      expect(allocations(loan, arrived, asOf)).toEqual(allocations(loan, events, asOf));
    }),
  );
  expect(shuffled).toBeGreaterThan(20);
});

test('TERM-07 a loan’s status is 200 exactly if nothing is owed, 180 exactly if an amount is late', () => {
  fc.assert(
    fc.property(terms, payments, fc.integer({ min: 0, max: 350 }), (loan, paid, after) => {
      const loanPosition = owed(loan, eventsOf(loan, paid), after);
      expect(loanPosition.status === 'settled').toBe(loanPosition.owedInAll === 0);
      expect(loanPosition.status === 'overdue').toBe(loanPosition.overdue > 0);
      if (loanPosition.status === 'active') expect(loanPosition.lateOwed + loanPosition.penaltyOwed).toBe(0);
    }),
  );
});

test('enforced ceilings of late charges and of the whole loan are never exceeded', () => {
  const capped = (amount: Cents): Terms => ({
    ...fourByThirty,
    ...termsFor(
      {
        kind: 'perPeriod',
        amountMin: cents(1),
        amountMax: amount,
        amountStep: cents(1),
        termDays: 120,
        periods: 4,
        dailyPpm: 1_900,
        feePpm: 20_000,
        extensions: 1,
      },
      amount,
      'new',
      { ...specificationRules, ceilings: philippineCeilings2026 },
    ),
  });
  fc.assert(
    fc.property(
      fc.integer({ min: 10_000, max: 1_000_000 }),
      payments,
      fc.integer({ min: 0, max: 350 }),
      (amount, paid, after) => {
        const loan = capped(cents(amount));
        const loanPosition = owed(loan, eventsOf(loan, paid), after);
        const late =
          loanPosition.instalments.reduce((sum, instalment) => sum + instalment.late, 0) +
          loanPosition.penalty;
        const interest = loanPosition.instalments.reduce((sum, instalment) => sum + instalment.interest, 0);
        expect(late + interest + loan.fee).toBeLessThanOrEqual(amount);
        const line = loanPosition.instalments.reduce(
          (sum, instalment) =>
            sum +
            Math.round(
              ((instalment.interest + instalment.principal) *
                0.05 *
                Math.max(0, daysLate(instalment.dueDate, after))) /
                30,
            ),
          0,
        );
        expect(late).toBeLessThanOrEqual(line);
      },
    ),
  );
  function daysLate(dueDate: string, after: number): number {
    return (Date.parse(addDays(start, after)) - Date.parse(dueDate)) / 86_400_000;
  }
});

test('the ceiling’s example: 3,463.10 late bears 5.77 on its first day and 173.15 in thirty days', () => {
  const loan: Terms = { ...fourByThirty, principal: cents(1_000_000), ceilings: philippineCeilings2026 };
  const scaled = plan(loan)[0]?.payment ?? 0;
  const events = eventsOf(loan, []);
  const line = (days: number) => Math.floor((scaled * 5 * days) / 3_000);
  for (const days of [1, 30]) {
    const loanPosition = owed(loan, events, 30 + days);
    expect(loanPosition.lateOwed + loanPosition.penaltyOwed).toBe(line(days));
    expect(loanPosition.clamped.by).toBe(philippineCeilings2026.name);
    expect(loanPosition.clamped.penalty).toBe(100_000);
  }
  expect(Math.floor((346_310 * 5) / 3_000)).toBe(577);
  expect(Math.floor((346_310 * 5 * 30) / 3_000)).toBe(17_315);
});
