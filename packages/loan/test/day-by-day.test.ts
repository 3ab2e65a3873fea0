import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  addDays,
  allocations,
  cents,
  daysBetween,
  position,
  quoteExtension,
  quotePayoff,
  type Terms,
} from '../src/index.ts';
import type { LateTier } from '../src/terms/terms.ts';
import { divideHalfEven } from '../src/values/rounding.ts';
import { actions, daysOf, firstDay, runActions } from './actions.ts';
import { fourByThirty, singleLoan } from './example.ts';

const million = 1_000_000n;
const loans = fc.constantFrom<Terms>(fourByThirty, singleLoan, {
  ...fourByThirty,
  termDays: 182,
  periods: 13,
  extensions: 3,
  allocation: 'chargesFirst',
});

/** The rate of one late day, counted from 1. */
function rateOf(tiers: readonly LateTier[], lateDay: number): number {
  return tiers.find((tier) => tier.untilDay === undefined || lateDay <= tier.untilDay)?.ppm ?? 0;
}

test('TERM-05 late interest equals a day-by-day count, rounded once an instalment', () => {
  fc.assert(
    fc.property(loans, actions('borrower'), (terms, path) => {
      const { events, last } = runActions(terms, path);
      const counted = new Map<number, bigint>();
      let before = position(terms, events, firstDay);
      for (const day of daysOf(last, 40).slice(1)) {
        for (const { no, unpaid, dueDate } of before.instalments) {
          const late = daysBetween(dueDate, day);
          if (late > 0)
            counted.set(no, (counted.get(no) ?? 0n) + BigInt(unpaid) * BigInt(rateOf(terms.lateTiers, late)));
        }
        const loanPosition = position(terms, events, day);
        for (const { no, late } of loanPosition.instalments)
          expect(late).toBe(Number(divideHalfEven(counted.get(no) ?? 0n, million)));
        before = loanPosition;
      }
    }),
    { numRuns: 40 },
  );
});

test('a position ignores everything after its day', () => {
  fc.assert(
    fc.property(loans, actions('borrower'), fc.nat(1_000), (terms, path, share) => {
      const { events, last } = runActions(terms, path);
      const asOf = addDays(firstDay, Math.floor((daysBetween(firstDay, last) * share) / 1_000));
      const known = events.filter((event) => event.valueDate <= asOf);
      expect(position(terms, events, asOf)).toEqual(position(terms, known, asOf));
    }),
  );
});

test('TERM-03 paying the quoted payoff settles the loan to the cent; a cent below the tolerance does not', () => {
  fc.assert(
    fc.property(loans, actions('borrower'), fc.integer({ min: 0, max: 90 }), (terms, path, wait) => {
      const { events, last } = runActions(terms, path);
      const today = addDays(last, wait);
      const quote = quotePayoff(terms, events, today);
      if (!quote.ok) return;
      const credit = position(terms, events, today).credit;
      const after = (amount: number) =>
        position(
          terms,
          [
            ...events,
            {
              kind: 'paid',
              id: 'last',
              seq: events.length + 1,
              valueDate: today,
              amount: cents(amount),
            },
          ],
          today,
        );
      expect(after(quote.amount)).toMatchObject({ status: 'settled', owedInAll: 0, credit });
      const short = quote.amount - (terms.tolerance ?? 0) - 1;
      if (short > 0) expect(after(short).status).not.toBe('settled');
    }),
  );
});

test('EXT-04 paying the quoted price moves the instalment as quoted and clears its charges', () => {
  let granted = 0;
  fc.assert(
    fc.property(loans, actions('borrower'), fc.integer({ min: 0, max: 40 }), (terms, path, wait) => {
      const { events, last } = runActions(terms, path);
      const today = addDays(last, wait);
      const quote = quoteExtension(terms, events, today);
      if (!quote.ok) return;
      granted += 1;
      expect(quote.principal + quote.interest + quote.late + quote.penalty).toBe(quote.amount);
      const moved = runActions(terms, [...path, { wait, kind: 'extend', share: 1 }]);
      const loanPosition = position(terms, moved.events, today);
      expect(loanPosition).toMatchObject({ penaltyOwed: 0, overdue: 0 });
      const instalment = loanPosition.instalments[quote.instalment - 1]!;
      expect(instalment).toMatchObject({
        dueDate: quote.newDueDate,
        unpaid: quote.newAmount,
        moved: true,
        lateOwed: 0,
      });
      expect(instalment.interest - instalment.interestPaid).toBe(quote.newInterest);
    }),
    // Few loans can be extended: enough runs that some are extended.
    { numRuns: 400 },
  );
  expect(granted).toBeGreaterThan(5);
});

test('no cent is lost for any events: receipts equal allocations, and never exceed the debt', () => {
  fc.assert(
    fc.property(loans, actions('everyone'), fc.integer({ min: 0, max: 200 }), (terms, path, wait) => {
      const { events, last } = runActions(terms, path);
      const today = addDays(last, wait);
      const allocationsOfEvents = allocations(terms, events, today);
      const reversedIds = new Set(
        events.flatMap((event) => (event.kind === 'reversed' ? [event.target] : [])),
      );
      for (const event of events) {
        if (event.kind !== 'paid') continue;
        const parts = allocationsOfEvents.get(event.id);
        expect(parts === undefined).toBe(reversedIds.has(event.id));
        if (!parts) continue;
        const { interest, principal, late, penalty, credit, recovery, refundReceivable } = parts;
        expect(interest + principal + late + penalty + credit + recovery + refundReceivable).toBe(
          event.amount,
        );
        expect(Math.min(interest, principal, late, penalty, credit, recovery)).toBeGreaterThanOrEqual(0);
      }
      const loanPosition = position(terms, events, today);
      for (const instalment of loanPosition.instalments) {
        expect(instalment.principalPaid).toBeLessThanOrEqual(instalment.principal);
        expect(instalment.interestPaid).toBeLessThanOrEqual(instalment.interest);
        expect(instalment.lateOwed).toBeGreaterThanOrEqual(0);
      }
      expect(loanPosition.penaltyOwed).toBeGreaterThanOrEqual(0);
      expect(loanPosition.instalments.reduce((sum, instalment) => sum + instalment.principal, 0)).toBe(
        terms.principal,
      );
      expect(loanPosition.status === 'settled').toBe(loanPosition.owedInAll === 0);
    }),
  );
});
