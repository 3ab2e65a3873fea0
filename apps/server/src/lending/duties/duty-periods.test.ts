import { localDate } from '@hiram/loan';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { duties } from './duties.ts';
import { dutyPeriods } from './duty-periods.ts';

const day = (text: string) => localDate(text);

test('a month is due on a day of the next one, a half-year 45 days after it [T1690]', () => {
  const months = dutyPeriods({ every: 'month', dueOnDay: 5 }, day('2026-11-01'), day('2027-02-28'));
  expect(months.map(({ from, to, dueOn }) => [from, to, dueOn])).toEqual([
    ['2026-11-01', '2026-11-30', '2026-12-05'],
    ['2026-12-01', '2026-12-31', '2027-01-05'],
    ['2027-01-01', '2027-01-31', '2027-02-05'],
    ['2027-02-01', '2027-02-28', '2027-03-05'],
  ]);
  const halves = dutyPeriods({ every: 'halfYear', dueAfterDays: 45 }, day('2026-01-01'), day('2026-12-31'));
  expect(halves.map(({ from, to, dueOn }) => [from, to, dueOn])).toEqual([
    ['2026-01-01', '2026-06-30', '2026-08-14'],
    ['2026-07-01', '2026-12-31', '2027-02-14'],
  ]);
});

test('credit information is as of the 9th, 16th, 23rd and the last day of a month, of February too [T1691]', () => {
  const rule = { every: 'daysOfMonth' as const, days: [9, 16, 23], dueAfterDays: 4 };
  const periods = dutyPeriods(rule, day('2028-02-01'), day('2028-02-29'));
  expect(periods.map(({ from, to, dueOn }) => [from, to, dueOn])).toEqual([
    ['2028-02-01', '2028-02-09', '2028-02-13'],
    ['2028-02-10', '2028-02-16', '2028-02-20'],
    ['2028-02-17', '2028-02-23', '2028-02-27'],
    ['2028-02-24', '2028-02-29', '2028-03-04'],
  ]);
});

test('the periods of every duty follow each other without a gap, and each is due after its end [T1692]', () => {
  fc.assert(
    fc.property(fc.constantFrom(...duties), fc.integer({ min: 2024, max: 2060 }), ({ rule }, year) => {
      const periods = dutyPeriods(rule, day(`${year}-01-01`), day(`${year + 1}-12-31`));
      for (const [index, { from, to, dueOn }] of periods.entries()) {
        expect(from <= to && dueOn > to).toBe(true);
        const next = periods[index + 1];
        if (next) expect(Date.parse(next.from) - Date.parse(to)).toBe(86_400_000);
      }
      expect(periods.length).toBeGreaterThan(1);
    }),
    { numRuns: 30 },
  );
});

test('every duty has a name of its own and a source, and none is confirmed [T1693]', () => {
  expect(new Set(duties.map(({ id }) => id)).size).toBe(duties.length);
  for (const { id, source, isConfirmed } of duties)
    expect([id, source.length > 20, isConfirmed]).toEqual([id, true, false]);
});
