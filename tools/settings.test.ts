import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from './root.ts';

const read = (path: string) => readFileSync(join(root, path), 'utf8');

test('docs/settings.md names every setting that the sources read by its name', () => {
  const code = globSync('apps/server/src/**/*.ts', {
    cwd: root,
    exclude: (path) => path.endsWith('.test.ts'),
  })
    .map(read)
    .join('\n');
  // Files and keys of secrets, and what is read before the settings are.
  const names = [
    ...code.matchAll(
      /(?:secret\w*\(\s*environment,\s*|environment\.|(?:process\.|\b)env\.)'?([A-Z][A-Z_]{3,})\b/g,
    ),
  ].map(([, name = '']) => name.replace(/_FILE$/, ''));
  const table = read('docs/settings.md').split('| variable |')[1] ?? '';
  const named = new Set([...table.matchAll(/^\| `([A-Z0-9_]+)`/gm)].map(([, name]) => name));
  expect(new Set(names).size).toBeGreaterThan(25);
  // What npm and the shell set is no setting.
  const unnamed = [...new Set(names)].filter((name) => !named.has(name));
  expect(unnamed.sort()).toEqual(['INIT_CWD', 'PATH']);
});

test('every command that the documents name exists', () => {
  const scripts: Record<string, string> = JSON.parse(read('package.json')).scripts;
  for (const document of [
    'README.md',
    'CONTRIBUTING.md',
    'ARCHITECTURE.md',
    'docs/deploy.md',
    'docs/reference.md',
    'docs/runbooks.md',
    'docs/settings.md',
  ])
    for (const [, name = ''] of read(document).matchAll(/npm run (?:--silent )?([a-z-]+)/g))
      expect(Object.keys(scripts), `${document}: npm run ${name}`).toContain(name);
});
