import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { providers } from '../apps/server/src/providers/providers.ts';

const read = (path: string) => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8');

test('docs/settings.md names every setting that the server reads, and none that it does not', () => {
  const code = [
    'apps/server/src/context/config.ts',
    'apps/server/src/context/console-config.ts',
    'apps/server/src/context/provider-config.ts',
    'apps/server/src/operations/backups/place.ts',
    'apps/server/src/main.ts',
  ]
    .map(read)
    .join('\n');
  const known = new Set([
    ...[...code.matchAll(/^ {2}([A-Z][A-Z_]+): (?:v\.|providerName)/gm)].map(([, name]) => name),
    ...[...code.matchAll(/(?:secret\(environment, |environment\.|environment,\n\s+)'?([A-Z][A-Z_]+)/g)].map(
      ([, name]) => name,
    ),
  ]);
  for (const { settings } of providers) for (const name of Object.keys(settings)) known.add(name);
  // A second name of a documented setting; the section on secrets names it.
  for (const name of [...known]) if (name?.endsWith('_FILE')) known.delete(name);
  const table = read('docs/settings.md').split('| variable |')[1] ?? '';
  const named = new Set(
    [...table.matchAll(/^\| ([^|]+) \|/gm)].flatMap(([, cell = '']) =>
      [...cell.matchAll(/`([A-Z_]+)`/g)].map(([, name]) => name),
    ),
  );
  expect(known.size).toBeGreaterThan(25);
  expect([...known].sort()).toEqual([...named].sort());
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
