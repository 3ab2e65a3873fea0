import { expect, test } from 'vitest';
import { allToggled, type CheckedRows, extended, toggled } from './checked-rows.ts';

const order = Array.from({ length: 10_000 }, (_, index) => `row ${index}`);
const checked = (keys: readonly string[], max = 200): CheckedRows => ({
  keys: new Set(keys),
  max,
  onChange: () => undefined,
});
const range = (last: string | undefined, key: string, max?: number) => [
  ...extended(checked(last === undefined ? [] : [last], max), key, { order, last }),
];

test('a row is checked and unchecked, and never more than the most', () => {
  expect([...toggled(checked(['row 1']), 'row 2')]).toEqual(['row 1', 'row 2']);
  expect([...toggled(checked(['row 1', 'row 2']), 'row 1')]).toEqual(['row 2']);
  expect([...toggled(checked(['row 1', 'row 2'], 2), 'row 3')]).toEqual(['row 1', 'row 2']);
});

test('a range goes either way, and is the row alone if its beginning is gone', () => {
  expect(range('row 2', 'row 4')).toEqual(['row 2', 'row 3', 'row 4']);
  expect(range('row 4', 'row 2')).toEqual(['row 4', 'row 2', 'row 3']);
  expect(range(undefined, 'row 3')).toEqual(['row 3']);
  expect(range('gone', 'row 3')).toEqual(['gone', 'row 3']);
  expect(range('row 0', 'row 9999')).toHaveLength(200);
});

test('of 10,000 rows the first 200 are checked, and a second time none', () => {
  const all = allToggled(checked(['row 9']), order);
  expect([all.size, all.has('row 199'), all.has('row 200')]).toEqual([200, true, false]);
  expect(allToggled(checked([...all]), order).size).toBe(0);
  expect(allToggled(checked([]), []).size).toBe(0);
});
