import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { patternOf, selectTests } from '../scripts/test-selection.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));

const none = { vitest: [], browser: [] };

test('a name selects the test files whose path contains it, of every kind', () => {
  const { whole, titled, titles, unknown } = selectTests(root, ['complaint']);
  expect(whole.vitest.some((file) => file.endsWith('/complaint.test.ts'))).toBe(true);
  expect(whole.browser).toContain('e2e/complaint.spec.ts');
  expect(whole.browser.filter((file) => !file.includes('complaint'))).toEqual([]);
  expect([titled, titles, unknown]).toEqual([none, [], []]);
});

test('a name that no path contains selects tests by title, literally', () => {
  const { whole, titled, titles } = selectTests(root, ['by title, literally']);
  expect([whole, titled]).toEqual([none, { vitest: ['tools/test-selection.test.ts'], browser: [] }]);
  expect(new RegExp(patternOf(titles)).test('a name selects tests by title, literally')).toBe(true);
  expect(new RegExp(patternOf(['2.5% (yes?)'])).test('it costs 2.5% (yes?)')).toBe(true);
});

test('paths and titles select together: a file that its path names runs whole', () => {
  // Built from parts, so that the name does not select this file too.
  const title = ['RTE', '02'].join('-');
  const { whole, titled, titles, unknown } = selectTests(root, [title, 'markets']);
  expect(whole.browser).toEqual(['e2e/markets.spec.ts']);
  expect(titled.browser).toContain('e2e/quality.spec.ts');
  expect(titled.browser).not.toContain('e2e/markets.spec.ts');
  expect([titles, unknown]).toEqual([[title], []]);
});

test('a name that selects nothing is reported', () => {
  const nothing = ['no', 'such', 'test'].join('~');
  expect(selectTests(root, [nothing])).toEqual({
    whole: none,
    titled: none,
    titles: [nothing],
    unknown: [nothing],
  });
  expect(selectTests(root, ['complaint', nothing]).unknown).toEqual([nothing]);
});
