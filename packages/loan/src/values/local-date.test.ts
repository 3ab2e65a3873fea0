import { expect, test } from 'vitest';
import { cents, localDate } from '../index.ts';

test('days that do not exist are rejected, and leap days are accepted', () => {
  expect(localDate('2028-02-29')).toBe('2028-02-29');
  for (const text of ['2026-02-29', '2026-13-01', '2026-1-1', '20260101', ''])
    expect(() => localDate(text)).toThrow(RangeError);
  for (const amount of [0.5, Number.NaN, 2 ** 53]) expect(() => cents(amount)).toThrow(RangeError);
});
