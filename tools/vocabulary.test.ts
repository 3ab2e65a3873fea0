import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from './layers.ts';
import { sourceFiles } from './source-files.ts';
import { testsOf } from './test-titles.ts';

/** Words that are not used here, with the field's word for each. */
const instead: Readonly<Record<string, string>> = JSON.parse(
  readFileSync(join(root, 'tools/vocabulary.json'), 'utf8'),
);

/** Strings and regular expressions contain names of others: wire names, texts, stored values. */
const quoted = /'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`/g;

/** The words of a source's identifiers and comments: `encryptAgain` gives `encrypt` and `again`. */
function wordsOf(source: string): Set<string> {
  const names = source.replaceAll(quoted, "''").match(/[A-Za-z]+/g) ?? [];
  return new Set(names.flatMap((name) => name.split(/(?=[A-Z])/)).map((word) => word.toLowerCase()));
}

function faultsIn(source: string): string[] {
  const words = wordsOf(source);
  return Object.entries(instead).flatMap(([word, better]) =>
    words.has(word) ? [`${word}: say ${better}`] : [],
  );
}

test('no name and no comment uses a word that was weeded out: tools/vocabulary.json says what to use instead', () => {
  const files = sourceFiles();
  expect(files.length).toBeGreaterThan(700);
  const faults = files.flatMap((file) =>
    faultsIn(readFileSync(join(root, file), 'utf8')).map((fault) => `${file}: ${fault}`),
  );
  expect(faults).toEqual([]);
});

/** Records of former names contain these words. */
const recordsOfNames = [
  'docs/decisions/0025-server-layout-before-and-after.md',
  'docs/decisions/0026-tests-before-and-after.md',
];

test('no test title and no document uses a word that was weeded out', () => {
  const titles = testsOf(root).map(({ file, title }) => ({ place: `${file}: ${title}`, text: title }));
  const documents = globSync(['*.md', 'docs/**/*.md', 'packages/*/*.md'], { cwd: root })
    .filter((file) => !recordsOfNames.includes(file) && !file.includes('node_modules'))
    // Code in a document contains names of others, like a string.
    .map((file) => ({
      place: file,
      text: readFileSync(join(root, file), 'utf8').replaceAll(/```[\s\S]*?```|`[^`\n]*`|\]\([^)]*\)/g, ''),
    }));
  expect(titles.length).toBeGreaterThan(1_000);
  expect(documents.length).toBeGreaterThan(30);
  const faults = [...titles, ...documents].flatMap(({ place, text }) =>
    faultsIn(text.replaceAll(/['"`]/g, ' ')).map((fault) => `${place}: ${fault}`),
  );
  expect(faults).toEqual([]);
});

test('a weeded word is found in a name, in a part of a name and in a comment, and not in a string', () => {
  expect(faultsIn('const deed = 1;')).toHaveLength(1);
  expect(faultsIn('const lastDeed = 1;')).toHaveLength(1);
  expect(faultsIn('/** The deed. */')).toHaveLength(1);
  expect(faultsIn("const kind = 'deed';")).toEqual([]);
  expect(faultsIn('const indeed = 1;')).toEqual([]);
});
