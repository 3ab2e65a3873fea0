import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const root = new URL('../', import.meta.url);
const read = (path: string) => readFileSync(new URL(path, root), 'utf8');

/** Every file that code or a document may name. */
const files = ['apps', 'packages', 'e2e', 'tools', 'checks', 'bench', 'docs', 'brands'].flatMap((folder) =>
  readdirSync(new URL(folder, root), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/node_modules|\/dist\b/.test(entry.parentPath))
    .map((entry) => `${entry.parentPath}/${entry.name}`.slice(root.pathname.length)),
);
/** The files whose path ends with the text in a document. */
const named = (end: string) => files.filter((file) => file === end || file.endsWith(`/${end}`));

/**
 * Ids of tests: in brackets at the end of a title, T and three or four digits. An id stays when the title or
 * the file changes.
 */
const testIds = new Map<string, string[]>();
for (const file of files.filter((path) => /\.(test|spec)\.tsx?$/.test(path)))
  for (const [, id = ''] of read(file).matchAll(/\[(T\d{3,4})\]['`]/g))
    testIds.set(id, [...(testIds.get(id) ?? []), file]);

test('each test id belongs to one test', () => {
  expect(testIds.size).toBeGreaterThan(200);
  expect([...testIds].filter(([, places]) => places.length > 1)).toEqual([]);
});

test.each(globSync(['*.md', 'docs/*.md'], { cwd: root }))(
  'every test that %s cites by its id exists, in the file that it names',
  (document) => {
    const text = read(document);
    for (const [id] of text.matchAll(/\bT\d{3,4}\b/g)) expect([id, testIds.has(id)]).toEqual([id, true]);
    for (const [, file = '', id = ''] of text.matchAll(/`([\w/.-]+\.(?:test|spec)\.tsx?)`,? (T\d{3,4})\b/g)) {
      const places = testIds.get(id) ?? [];
      expect([id, places.some((place) => place === file || place.endsWith(`/${file}`))]).toEqual([id, true]);
    }
    expect(text).not.toMatch(/\.(?:test|spec)\.tsx?` ›/);
  },
);

test.each(['docs/threats.md', 'docs/asvs.md', 'docs/checks.md'])(
  '%s cites each test with its file',
  (document) => {
    const text = read(document);
    const citations = [...text.matchAll(/`[\w/.-]+\.(?:test|spec)\.tsx?` T\d{3,4}\b/g)];
    expect(citations.length).toBeGreaterThan(30);
    expect([...text.matchAll(/\bT\d{3,4}\b/g)]).toHaveLength(citations.length);
  },
);

/**
 * Levels 1 and 2 of ASVS 5.0, by section: the number of the last item. Items of these levels come first in
 * each section, from 1.
 */
const lastItemOf: Readonly<Record<string, number>> = {
  ...{ '1.1': 2, '1.2': 9, '1.3': 11, '1.4': 3, '1.5': 2 },
  ...{ '2.1': 3, '2.2': 3, '2.3': 4, '2.4': 1 },
  ...{ '3.2': 2, '3.3': 4, '3.4': 6, '3.5': 5, '3.7': 2 },
  ...{ '4.1': 3, '4.2': 1, '4.3': 2, '4.4': 4 },
  ...{ '5.1': 1, '5.2': 3, '5.3': 2, '5.4': 3 },
  ...{ '6.1': 3, '6.2': 12, '6.3': 4, '6.4': 4, '6.5': 5, '6.6': 3, '6.8': 4 },
  ...{ '7.1': 3, '7.2': 4, '7.3': 2, '7.4': 5, '7.5': 2, '7.6': 2 },
  ...{ '8.1': 2, '8.2': 3, '8.3': 1, '8.4': 1 },
  ...{ '9.1': 3, '9.2': 4 },
  ...{ '10.1': 2, '10.2': 2, '10.3': 4, '10.4': 11, '10.5': 5, '10.6': 2, '10.7': 3 },
  ...{ '11.1': 2, '11.2': 3, '11.3': 3, '11.4': 4, '11.5': 1, '11.6': 1 },
  ...{ '12.1': 3, '12.2': 2, '12.3': 4 },
  ...{ '13.1': 1, '13.2': 5, '13.3': 2, '13.4': 5 },
  ...{ '14.1': 2, '14.2': 4, '14.3': 3 },
  ...{ '15.1': 3, '15.2': 3, '15.3': 7 },
  ...{ '16.1': 1, '16.2': 5, '16.3': 4, '16.4': 3, '16.5': 3 },
  ...{ '17.1': 1, '17.2': 4, '17.3': 2 },
};
const items = Object.entries(lastItemOf).flatMap(([section, last]) =>
  Array.from({ length: last }, (_, at) => `${section}.${at + 1}`),
);

test('docs/asvs.md answers each item of levels 1 and 2 once, and names files that exist', () => {
  expect(items.length).toBe(253);
  const rows = [...read('docs/asvs.md').matchAll(/^\| ([\d., ]+) \| ([^|]+) \| ([^|]+) \| ([^|]*)\|$/gm)];
  const answered = rows.flatMap(([, numbers = '']) =>
    numbers.split(', ').flatMap((number) => {
      const whole = items.filter((item) => item === number || item.startsWith(`${number}.`));
      return whole.length > 0 ? whole : [`${number} is none of them`];
    }),
  );
  expect([...answered].sort()).toEqual([...items].sort());
  for (const [, number, , state = '', here = ''] of rows) {
    expect(['met', 'lender', 'differs', 'open', '—'], `${number}`).toContain(state.trim());
    for (const [, file = ''] of here.matchAll(/`([\w/.-]+\.(?:tsx?|json|md))`/g))
      expect([file, existsSync(new URL(file, root)) || named(file).length > 0]).toEqual([file, true]);
  }
});
