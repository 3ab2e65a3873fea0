import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { describe, expect, test } from 'vitest';
import { root } from './root.ts';
import { sourceFiles } from './source-files.ts';

const documents = globSync(['*.md', 'docs/**/*.md', 'packages/*/README.md', 'apps/*/README.md'], {
  cwd: root,
});
const read = (file: string): string => readFileSync(join(root, file), 'utf8');

/** The anchor of each heading, as Markdown viewers generate it. */
function anchorsOf(file: string): string[] {
  return [...read(file).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
}

describe.each(documents)('%s', (file) => {
  test('links only to files and headings that exist', () => {
    for (const [, target = ''] of read(file).matchAll(/\]\(([^)\s]+)\)|(?:src|srcset)="([^"]+)"/g)) {
      if (target === '' || /^https?:/.test(target)) continue;
      const [path = '', anchor] = target.split('#');
      const linked = path === '' ? file : normalize(join(dirname(file), path));
      expect(existsSync(join(root, linked)), `${file}: ${target}`).toBe(true);
      if (anchor !== undefined) expect(anchorsOf(linked), `${file}: ${target}`).toContain(anchor);
    }
  });

  test('names only source files that exist', () => {
    const files = [...sourceFiles(), ...globSync('apps/server/src/**/*.sql', { cwd: root })];
    for (const [, named = ''] of read(file).matchAll(/`([\w-]+(?:\/[\w.-]+)+\.(?:tsx?|mjs|sql))`/g)) {
      // Files that a build or a reader creates.
      if (/\/dist\/|\/example\.ts$/.test(named)) continue;
      expect(
        files.some((path) => path === named || path.endsWith(`/${named}`)),
        `${file}: ${named}`,
      ).toBe(true);
    }
  });
});

test('what a document names with its file is declared in that file', () => {
  const files = sourceFiles();
  const named = documents.flatMap((document) => [
    ...read(document).matchAll(/`([A-Za-z]+)` \(`([\w/.-]+\.tsx?)`\)/g),
  ]);
  expect(named.length).toBeGreaterThan(9);
  for (const [, name = '', end = ''] of named) {
    const code = files.filter((file) => file === end || file.endsWith(`/${end}`)).map(read);
    const declaration = `\\b(?:function|const|interface|type) ${name}\\b|\\.${name} = |^ +${name}\\(`;
    expect(code.join('\n'), `${end}: ${name}`).toMatch(new RegExp(declaration, 'm'));
  }
});

test('every log line that the pages for operators name is written by the server', () => {
  const code = sourceFiles()
    .filter((file) => file.startsWith('apps/server/src/'))
    .map(read)
    .join('\n');
  const text = ['deploy', 'runbooks', 'reference'].map((name) => read(`docs/${name}.md`)).join('\n');
  const lines = [...text.matchAll(/log lines? `([^`]+)`(?: and `([^`]+)`)?|grep '"([^"]+)"'/g)].flatMap(
    ([, ...names]) => names.filter((name) => name !== undefined),
  );
  expect(lines.length).toBeGreaterThan(8);
  for (const line of lines)
    expect(code.includes(`'${line}'`) || code.includes(`\`${line}\``), line).toBe(true);
});

test('docs/walks.md names files and names that exist', () => {
  const rows = [...read('docs/walks.md').matchAll(/^\| [^|]+ \| `([^`|]+\.\w+)` \| ([^|]+) \|/gm)];
  expect(rows.length).toBeGreaterThan(30);
  for (const [, file = '', names = ''] of rows)
    for (const [, name = ''] of names.matchAll(/`([^`]+)`/g))
      expect(read(file).includes(name), `${file}: ${name}`).toBe(true);
});
