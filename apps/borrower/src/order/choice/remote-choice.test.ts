import { rulesVersion } from '@hiram/loan/terms';
import { expect, test } from 'vitest';
import { chooseDay, daysToChoose } from './remote-choice.ts';
import { quotingOf } from './remote-quoting.ts';

test('days can be chosen up to the last due date, at most sixty, and sixty when it is past [T1118]', () => {
  expect(daysToChoose('2026-11-25', '2027-01-22')).toBe(58);
  expect(daysToChoose('2026-11-25', '2027-04-22')).toBe(60);
  expect(daysToChoose('2026-11-25', '2026-11-20')).toBe(60);
});

test('days on which a loan takes no payment yet are passed over in both directions [T3860]', () => {
  expect([chooseDay(1, 0, 41, 60), chooseDay(7, 0, 41, 60), chooseDay(45, 41, 41, 60)]).toEqual([41, 41, 45]);
  expect([chooseDay(40, 41, 41, 60), chooseDay(61, 60, 41, 60)]).toEqual([0, 60]);
  expect([chooseDay(1, 0, 1, 60), chooseDay(1, 0, 41, 0)]).toEqual([1, 0]);
});

test('a page computes nothing for a server or a loan with other rules, terms or snapshots [T1119]', () => {
  const terms = {
    principal: 100_000,
    termDays: 91,
    periods: 1,
    dailyPpm: 1_000,
    fee: 0,
    rules: rulesVersion,
  };
  const loan = { rules: rulesVersion, eventCount: 1, terms, snapshot: { format: 3 } };
  expect(quotingOf(loan, '2026-11-25')).toBeDefined();
  for (const other of [
    { rules: rulesVersion + 1 },
    { terms: { ...terms, rules: rulesVersion + 1 } },
    { terms: { ...terms, principal: '100000' } },
    { snapshot: { format: 2 } },
    { snapshot: undefined },
  ])
    expect(quotingOf({ ...loan, ...other }, '2026-11-25')).toBeUndefined();
  expect(quotingOf(undefined, '2026-11-25')).toBeUndefined();
});
