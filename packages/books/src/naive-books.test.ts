import { addDays, type LoanEvent, type LocalDate, type Terms } from '@hiram/loan';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { playEvents, terms as randomTerms, steps } from '../../loan/test/random-lives.ts';
import { naiveBooks } from '../test/naive-books.ts';
import {
  type Amounts,
  allowanceOf,
  type Component,
  journalItems,
  ledgerTargets,
  loanComponents,
} from './index.ts';

const rates = [48_000, 270_000, 600_000] as const;

/** Money that moved between the lender and the borrower, by the events themselves. */
function moved(terms: Terms, events: readonly LoanEvent[], on: string): number {
  const known = events.filter(({ valueDate }) => valueDate <= on);
  const undone = new Set(known.flatMap((event) => (event.kind === 'reversed' ? [event.target] : [])));
  return known.reduce((sum, event) => {
    if (undone.has(event.id)) return sum;
    if (event.kind === 'paid') return sum + event.amount;
    return event.kind === 'refunded' ? sum - event.amount : sum;
  }, terms.fee - terms.principal);
}

const componentsOn = (terms: Terms, events: readonly LoanEvent[], on: LocalDate) => {
  const targets = ledgerTargets(terms, events, on);
  return loanComponents(
    targets,
    new Map<Component, number>([['cash:sandbox', moved(terms, events, on)]]),
    allowanceOf(Math.max(0, targets.claim), targets.daysLate, rates),
  );
};

/** The posted balances of a loan after these days, each posted by its difference. */
function postedAfter(terms: Terms, events: readonly LoanEvent[], days: readonly LocalDate[]): Amounts {
  const posted = new Map<Component, number>();
  for (const day of days)
    for (const { component, amount } of journalItems(posted, componentsOn(terms, events, day)))
      posted.set(component, (posted.get(component) ?? 0) + amount);
  return posted;
}

test('a random book is what a naive calculation makes of its events, whatever days were posted [T1888]', () => {
  const seen = { settled: 0, over90: 0, ahead: 0, credit: 0 };
  const life = fc.tuple(
    randomTerms.filter(({ ceilings }) => ceilings === undefined),
    steps,
    fc.array(fc.nat(90), { minLength: 1, maxLength: 3 }),
  );
  fc.assert(
    fc.property(fc.array(life, { minLength: 1, maxLength: 3 }), (lives) => {
      const book = new Map<string, number>();
      const naive = new Map<string, number>();
      const add = (to: Map<string, number>, component: string, amount = 0) =>
        to.set(component, (to.get(component) ?? 0) + amount);
      for (const [terms, path, more] of lives) {
        const { events, last } = playEvents(terms, path);
        const start = events[0]?.valueDate ?? last;
        const days = [...more.map((after) => addDays(start, after)), addDays(last, more[0] ?? 0)].sort();
        const posted = postedAfter(terms, events, days);
        expect([...posted.values()].reduce((sum, amount) => sum + amount, 0)).toBe(0);
        const expected = naiveBooks(terms, events, days.at(-1) ?? last, rates);
        const { principal = 0, allowance = 0, interestAhead = 0, credit = 0 } = expected;
        seen.settled += Number(principal === 0);
        seen.over90 += Number(principal > 0 && allowance < -principal / 2);
        seen.ahead += Number(interestAhead < 0);
        seen.credit += Number(credit < 0);
        for (const [component, amount] of Object.entries(expected)) {
          add(naive, component, amount);
          add(book, component, posted.get(component as Component));
        }
      }
      // The fee is a float's growth: to the unit of each loan.
      const units = lives.reduce((sum, [{ unit = 1 }]) => sum + unit, 0);
      for (const [component, amount] of naive) {
        const differs = Math.abs((book.get(component) ?? 0) - amount);
        expect(differs, component).toBeLessThanOrEqual(component === 'feeDeferred' ? units : 0);
      }
    }),
    { numRuns: 40 },
  );
  for (const [what, times] of Object.entries(seen)) expect(times, what).toBeGreaterThan(3);
});
