import { expect, test } from 'vitest';
import { belowFourFifths } from './replay.ts';

const group = (name: string, applications: number, draft: number) =>
  [name, { applications, active: 0, draft }] as const;

test('a group is marked below four fifths of the best share, and not at four fifths [T1440]', () => {
  const groups = [group('25 to 34', 100, 50), group('65 and older', 100, 40), group('18 to 24', 100, 39)];
  expect([...belowFourFifths(groups)]).toEqual(['18 to 24']);
});

test('a group of fewer than 30 applications is neither the best nor marked [T1441]', () => {
  const groups = [group('few', 29, 29), group('some', 30, 15), group('rare', 29, 0), group('low', 30, 11)];
  expect([...belowFourFifths(groups)]).toEqual(['low']);
  expect([...belowFourFifths([group('only', 100, 0)])]).toEqual([]);
});
