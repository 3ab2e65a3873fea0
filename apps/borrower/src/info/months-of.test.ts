import { expect, test } from 'vitest';
import { monthsOf } from './months-of.ts';

test('the months of a loan are whole but for its first and its last day [T1515]', () => {
  expect(monthsOf({ from: '2026-11-25', to: '2027-02-03' })).toEqual([
    { from: '2027-02-01', to: '2027-02-03' },
    { from: '2027-01-01', to: '2027-01-31' },
    { from: '2026-12-01', to: '2026-12-31' },
    { from: '2026-11-25', to: '2026-11-30' },
  ]);
});
