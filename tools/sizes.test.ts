import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from './layers.ts';
import { oversizesIn, readOversizes } from './sizes.ts';
import { sourceFiles } from './source-files.ts';

/** What may exceed the limits, by name, with the reason. */
const exceptions: Readonly<Record<string, string>> = JSON.parse(
  readFileSync(join(root, 'tools/sizes.json'), 'utf8'),
);

test('a file has at most 250 lines, a function 60 lines, a signature four parameters, or tools/sizes.json says why not', () => {
  const oversizes = readOversizes(sourceFiles());
  const unexplained = oversizes.filter(({ name }) => !Object.hasOwn(exceptions, name));
  expect(unexplained.map(({ name, measure }) => `${name}: ${measure}`)).toEqual([]);
  const names = new Set(oversizes.map(({ name }) => name));
  const unneeded = Object.keys(exceptions).filter((name) => !names.has(name));
  expect(unneeded, 'no longer too long: remove these lines from tools/sizes.json').toEqual([]);
}, 120_000);

const linesOf = (count: number) => '  work();\n'.repeat(count);

test('a long file is found, and a test file may be longer', () => {
  expect(oversizesIn('a.ts', linesOf(251))).toEqual([{ name: 'a.ts', measure: '251 lines' }]);
  expect(oversizesIn('a.test.ts', linesOf(450))).toEqual([]);
  expect(oversizesIn('a.test.ts', linesOf(451))).toHaveLength(1);
});

test('a long function is found under its name, whatever kind it is', () => {
  const names = [
    `function load() {\n${linesOf(59)}}`,
    `const load = () => {\n${linesOf(59)}};`,
    `const all = { load() {\n${linesOf(59)}} };`,
    `class All { load() {\n${linesOf(59)}} }`,
    `load(async () => {\n${linesOf(59)}});`,
  ].map((source) => oversizesIn('a.tsx', source).map(({ name }) => name));
  expect(names.flat()).toEqual(['a.tsx#load', 'a.tsx#load', 'a.tsx#load', 'a.tsx#load', 'a.tsx#load()']);
  expect(oversizesIn('a.ts', `function load() {\n${linesOf(58)}}`)).toEqual([]);
});

test('a test may be long; a function inside it may not', () => {
  expect(oversizesIn('a.test.ts', `test('it works', () => {\n${linesOf(100)}});`)).toEqual([]);
  const nested = `test('it works', () => {\n const load = () => {\n${linesOf(60)}};\n});`;
  expect(oversizesIn('a.test.ts', nested)).toHaveLength(1);
});

test('five parameters are found in functions, methods and types; `this` does not count', () => {
  const five = '(a: 1, b: 1, c: 1, d: 1, e: 1)';
  const measured = [
    `function load${five} {}`,
    `interface All { load${five}: void }`,
    `interface All { load: ${five} => void }`,
    'function load(this: 1, b: 1, c: 1, d: 1, e: 1) {}',
  ].map((source) => oversizesIn('a.ts', source));
  const found = [{ name: 'a.ts#load', measure: '5 parameters' }];
  expect(measured).toEqual([found, found, found, []]);
});
