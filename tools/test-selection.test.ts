import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { patternOf, selectTests } from '../scripts/test-selection.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));

test('a name selects the test files whose path contains it, of every kind', () => {
  const { vitest, browser, titles, unknown } = selectTests(root, ['complaint']);
  expect(vitest.some((file) => file.endsWith('/complaint.test.ts'))).toBe(true);
  expect(browser).toEqual(['e2e/complaint.spec.ts']);
  expect([titles, unknown]).toEqual([[], []]);
});

test('a name that no path contains selects tests by title, literally', () => {
  const { vitest, titles } = selectTests(root, ['by title, as it is written']);
  expect(vitest).toEqual(['tools/test-selection.test.ts']);
  expect(new RegExp(patternOf(titles)).test('a name selects tests by title, as it is written')).toBe(true);
  expect(new RegExp(patternOf(['2.5% (yes?)'])).test('it costs 2.5% (yes?)')).toBe(true);
});

test('a name that selects nothing is reported', () => {
  const nothing = ['no', 'such', 'test'].join('~');
  expect(selectTests(root, [nothing])).toEqual({
    vitest: [],
    browser: [],
    titles: [nothing],
    unknown: [nothing],
  });
  expect(selectTests(root, ['complaint', nothing]).unknown).toEqual([nothing]);
});
