import fc from 'fast-check';
import { expect, test } from 'vitest';
import { accruals, addDays, position, quoteRepayment } from '../src/index.ts';
import { playEvents, steps, terms } from './random-lives.ts';

test('days that follow each other accrue as each alone, for any life [T1884]', () => {
  fc.assert(
    fc.property(terms, steps, fc.integer({ min: 0, max: 120 }), (loan, path, back) => {
      const { events, last } = playEvents(loan, path);
      for (let day = addDays(last, -back); day <= addDays(last, 40); day = addDays(day, 1))
        // Another list of the same events has no state of an earlier day.
        expect(accruals(loan, events, day)).toEqual(accruals(loan, [...events], day));
    }),
    { numRuns: 150 },
  );
});

test('the components of a loan name the day on which its position is settled [T2033]', () => {
  let settled = 0;
  fc.assert(
    fc.property(terms, steps, fc.integer({ min: 0, max: 60 }), (loan, path, back) => {
      const { events, last } = playEvents(loan, path);
      const day = addDays(last, -back);
      const found = accruals(loan, events, day);
      if (!found) return;
      if (found.settledOn) settled += 1;
      expect(found.settledOn).toBe(position(loan, events, day).settledOn);
    }),
    { numRuns: 150 },
  );
  expect(settled).toBeGreaterThan(0);
});

test('a quote has the position of its day, whatever else it computes [T2044]', () => {
  fc.assert(
    fc.property(terms, steps, fc.integer({ min: 0, max: 40 }), (loan, path, on) => {
      const { events, last } = playEvents(loan, path);
      const day = addDays(last, on);
      expect(quoteRepayment(loan, events, day).position).toEqual(position(loan, events, day));
    }),
    { numRuns: 150 },
  );
});
