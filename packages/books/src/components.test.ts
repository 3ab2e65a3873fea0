import { addDays, cents, type LoanEvent, localDate, position } from '@hiram/loan';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { lent, lentOn, lentTerms, paidOn } from '../test/example-loan.ts';
import {
  type Amounts,
  allowanceOf,
  type Component,
  type JournalItem,
  journalItems,
  ledgerTargets,
  loanComponents,
} from './index.ts';

const rates = [48_000, 270_000, 600_000] as const;

/** The components of the example loan, whose payments came in at one provider. */
function componentsOn(events: readonly LoanEvent[], days: number): Amounts {
  const on = addDays(lentOn, days);
  const targets = ledgerTargets(lentTerms, events, on);
  const known = events.filter(({ valueDate }) => valueDate <= on);
  const received = known.reduce((sum, event) => sum + (event.kind === 'paid' ? event.amount : 0), 0);
  const cash = received - (lentTerms.principal - lentTerms.fee);
  return loanComponents(
    targets,
    new Map<Component, number>([['cash:sandbox', cash]]),
    allowanceOf(targets.claim, targets.daysLate, rates),
  );
}

const sumOf = (items: readonly JournalItem[], kind?: JournalItem['kind']) =>
  items.reduce((sum, item) => sum + (kind === undefined || item.kind === kind ? item.amount : 0), 0);

test('each kind of items sums to zero and leads to the components, for any payments [T1521]', () => {
  const payments = fc.array(
    fc.record({ day: fc.integer({ min: 1, max: 200 }), amount: fc.integer({ min: 1, max: 400_000 }) }),
    { maxLength: 5 },
  );
  fc.assert(
    fc.property(payments, fc.array(fc.integer({ min: 0, max: 220 }), { maxLength: 4 }), (paid, days) => {
      const events = [
        lent,
        ...paid.map(({ day, amount }, index) => paidOn(index + 2, addDays(lentOn, day), amount)),
      ];
      const reached = new Map<Component, number>();
      for (const day of [...days].sort((a, b) => a - b)) {
        const wanted = componentsOn(events, day);
        const items = journalItems(reached, wanted);
        for (const kind of ['accrual', 'allowance', 'money', 'loss'] as const)
          expect(sumOf(items, kind)).toBe(0);
        for (const { component, amount } of items)
          reached.set(component, (reached.get(component) ?? 0) + amount);
        for (const [component, amount] of wanted) expect(reached.get(component) ?? 0).toBe(amount);
        expect(journalItems(reached, wanted)).toEqual([]);
        const { rounding } = position(lentTerms, events, addDays(lentOn, day));
        expect((wanted.get('creditLoss') ?? 0) + (wanted.get('allowance') ?? 0)).toBe(rounding);
      }
    }),
    { numRuns: 150 },
  );
});

test('a write-off tops the allowance up, and then uses it [T1522]', () => {
  const on = localDate('2027-06-30');
  const writtenOff: LoanEvent = { kind: 'writtenOff', id: 'write-off', seq: 2, valueDate: on };
  const day = 217;
  const before = componentsOn([lent], day);
  const after = componentsOn([lent, writtenOff], day);
  const items = journalItems(before, after);
  const claim = ledgerTargets(lentTerms, [lent], on).claim;
  const had = allowanceOf(claim, 187, rates);
  expect(items.filter(({ kind }) => kind === 'allowance')).toEqual([
    { kind: 'allowance', component: 'creditLoss', amount: claim - had },
    { kind: 'allowance', component: 'allowance', amount: had - claim },
  ]);
  const lost = items.filter(({ kind }) => kind === 'loss');
  expect(lost).toContainEqual({ kind: 'loss', component: 'allowance', amount: cents(claim) });
  expect(lost).toContainEqual({ kind: 'loss', component: 'principal', amount: -lentTerms.principal });
  expect(items.some(({ kind }) => kind === 'accrual')).toBe(false);
});
