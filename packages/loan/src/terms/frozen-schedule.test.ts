import fc from 'fast-check';
import { expect, test } from 'vitest';
import { position } from '../position/position.ts';
import type { LoanEvent } from '../state/events.ts';
import { cents } from '../values/cents.ts';
import { addDays, localDate } from '../values/local-date.ts';
import { plan } from './schedule.ts';
import { specificationRules, type Terms, termsFor } from './terms.ts';

const day = localDate('2026-03-02');
const rows = fc
  .array(
    fc.record({
      days: fc.integer({ min: 5, max: 60 }),
      interest: fc.integer({ min: 0, max: 50_000 }),
      principal: fc.integer({ min: 10_000, max: 500_000 }),
    }),
    { minLength: 1, maxLength: 6 },
  )
  .map((list) => {
    let last = 0;
    return list.map(({ days, interest, principal }) => {
      last += days;
      return { day: last, interest: cents(interest), principal: cents(principal) };
    });
  });

test('a schedule agreed elsewhere is kept to the cent, and settles the loan on its days [T1698]', () => {
  fc.assert(
    fc.property(rows, (schedule) => {
      const principal = cents(schedule.reduce((sum, row) => sum + row.principal, 0));
      const termDays = schedule.at(-1)?.day ?? 0;
      const product = {
        kind: 'perPeriod' as const,
        amountMin: principal,
        amountMax: principal,
        amountStep: principal,
        termDays,
        periods: schedule.length,
        dailyPpm: 1_000,
        feePpm: 0,
        extensions: 0,
      };
      const terms = {
        ...termsFor(product, principal, 'new', specificationRules),
        schedule,
      } satisfies Terms;
      expect(
        plan(terms).map((row) => ({ day: row.day, interest: row.interest, principal: row.principal })),
      ).toEqual(schedule);
      expect(plan(terms).at(-1)?.balance).toBe(0);
      const events: LoanEvent[] = [
        { kind: 'disbursed', id: 'd', seq: 1, valueDate: day },
        ...schedule.map((row, index) => ({
          kind: 'paid' as const,
          id: `p${index}`,
          seq: index + 2,
          valueDate: addDays(day, row.day),
          amount: cents(row.interest + row.principal),
        })),
      ];
      const end = position(terms, events, addDays(day, termDays));
      expect([end.status, end.lateOwed, end.credit]).toEqual(['settled', 0, 0]);
    }),
    { numRuns: 30 },
  );
});
