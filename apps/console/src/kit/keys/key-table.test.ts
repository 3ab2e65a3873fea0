import { expect, test } from 'vitest';
import { keyTable } from './key-table.ts';

test('no key of the console has two meanings, and none is a digit or the first of two [T2697]', () => {
  const keys = Object.values(keyTable);
  const twice = keys.filter((key, index) => keys.indexOf(key) !== index);
  expect(twice).toEqual([]);
  expect(keys.filter((key) => /^[\dG]$/.test(key))).toEqual([]);
});
