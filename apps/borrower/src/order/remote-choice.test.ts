import { rulesVersion } from '@hiram/loan/terms';
import { expect, test } from 'vitest';
import { daysToChoose, quotingOf } from './remote-choice.ts';

test('days can be chosen up to the last due date, at most sixty, and sixty when it is past [T1118]', () => {
  expect(daysToChoose('2026-11-25', '2027-01-22')).toBe(58);
  expect(daysToChoose('2026-11-25', '2027-04-22')).toBe(60);
  expect(daysToChoose('2026-11-25', '2026-11-20')).toBe(60);
});

test('a page computes nothing for a server or a loan with other rules [T1119]', () => {
  const loan = { rules: rulesVersion, terms: { rules: rulesVersion }, events: [] };
  expect(quotingOf(loan, '2026-11-25')).toBeDefined();
  expect(quotingOf({ ...loan, rules: rulesVersion + 1 }, '2026-11-25')).toBeUndefined();
  expect(quotingOf({ ...loan, terms: { rules: rulesVersion + 1 } }, '2026-11-25')).toBeUndefined();
  expect(quotingOf(undefined, '2026-11-25')).toBeUndefined();
});
