import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { compare, testsOf } from './test-titles.ts';

/** The tests of a folder with one test file. */
function testsIn(source: string) {
  const folder = mkdtempSync(join(tmpdir(), 'hiram-titles-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, 'a.test.ts'), source);
  return testsOf(folder);
}

test('every kind of title is listed, without its id', () => {
  const titles = testsIn(`
    test('one [T${1000}]', () => {});
    test.each([[1]])('number %s', () => {});
    for (const kind of kinds) test(\`a \${kind}\`, { timeout: 5 }, async () => {});
    test.runIf(process.platform === 'linux')('on Linux', () => {});
    expect(/x/.test('no test')).toBe(false);
  `).map(({ title }) => title);
  expect(titles).toEqual(['one', 'number %s', `a \${kind}`, 'on Linux']);
});

/** The area of invented requirements, apart from their numbers, so that no tool takes them for real requirements. */
const sample = 'ABC';

test('a renamed test is found by its code, a lost requirement and a lost behaviour are named', () => {
  const before = testsIn(`
    test('${sample}-01 kept', () => { first(1); });
    test('${sample}-02 the former name', () => { orders(list, of, loans); });
    test('${sample}-03 lost', () => { completely(different, code); });
  `);
  const after = testsIn(`
    test('${sample}-01 kept', () => { first(1); });
    test('${sample}-02 the present name', () => { orders(list, of, loans); });
  `);
  const { kept, renamed, gone, lostIds } = compare(before, after);
  expect(kept.map(({ title }) => title)).toEqual([`${sample}-01 kept`]);
  expect(renamed.map((pair) => [pair.before.title, pair.after.title])).toEqual([
    [`${sample}-02 the former name`, `${sample}-02 the present name`],
  ]);
  expect(gone.map(({ title }) => title)).toEqual([`${sample}-03 lost`]);
  expect(lostIds).toEqual([`${sample}-03`]);
});
