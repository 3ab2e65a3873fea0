import { existsSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, posix } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../root.ts';
import { packagePath, threadsOf, withSourceAddresses } from './bundle.ts';
import { built, copied, programs, unbundled } from './contents.ts';
import { withoutSymbols } from './executable.ts';
import { withDependencies } from './packages.ts';
import { copyFiles } from './stage.ts';

const sources = globSync(['apps/server/src/**/*.ts', 'packages/*/src/**/*.ts'], {
  cwd: root,
  exclude: ['**/*.test.ts'],
}).map((file) => file.replaceAll('\\', '/'));
const read = (file: string) => readFileSync(join(root, file), 'utf8');

test('a release holds every file that the server opens by its path [T480]', () => {
  const isHeld = (path: string) =>
    [...copied, ...built].some((held) => path === held || path.startsWith(`${held}/`)) ||
    // The root itself, for settings and for brands; `release.json` and `package.json` are written.
    path === '.';
  let opened = 0;
  for (const file of sources) {
    const urls = [...read(file).matchAll(/new URL\(\s*(['`])([^'`$]*)[^)]*?import\.meta\.url/g)];
    for (const [, , path = ''] of urls) {
      opened += 1;
      if (path.endsWith('.ts')) continue;
      expect(isHeld(posix.join(dirname(file), path).replace(/\/$/, '')), `${file}: ${path}`).toBe(true);
    }
    for (const [, name = ''] of read(file).matchAll(/\bresolve\('([^'./][^']*)'\)/g)) {
      const [folder = ''] = name.split('/');
      expect(unbundled[folder], `${file}: ${name}`).toContain(name.slice(folder.length + 1));
      opened += 1;
    }
  }
  expect(opened).toBeGreaterThan(8);
  for (const path of copied) expect(existsSync(join(root, path)), path).toBe(true);
  for (const path of Object.values(programs)) expect(existsSync(join(root, path)), path).toBe(true);
});

test('the documents of a release name no file that is not in it', () => {
  const folder = mkdtempSync(join(tmpdir(), 'hiram-release-'));
  try {
    copyFiles(root, folder);
    let links = 0;
    for (const file of globSync('**/*.md', { cwd: folder }))
      for (const [, target = ''] of readFileSync(join(folder, file), 'utf8').matchAll(
        /\]\(([^)\s#]+)(?:#[^)]*)?\)/g,
      )) {
        if (URL.canParse(target)) continue;
        links += 1;
        expect(existsSync(join(folder, dirname(file), target)), `${file}: ${target}`).toBe(true);
      }
    expect(links).toBeGreaterThan(10);
    expect(readFileSync(join(folder, 'docs/deploy.md'), 'utf8')).toContain(
      'How it is built: ARCHITECTURE.md.',
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('a bundled source finds its files where it found them in a checkout, and its thread beside the bundle', () => {
  const code =
    "const a = new URL('../x.json', import.meta.url);\nnew Worker(new URL('./thread.ts', import.meta.url));";
  expect(withSourceAddresses(code, 'apps/server/src/a/b.ts')).toBe(
    "const a = new URL('../x.json', new URL('../apps/server/src/a/b.ts', import.meta.url).href);\nnew Worker(new URL('./thread.js', import.meta.url));",
  );
  expect(threadsOf(root, sources)).toEqual({ 'pdf-worker': 'apps/server/src/features/info/pdf-worker.ts' });
  expect(packagePath('apps/x/node_modules/@noble/hashes/src/a.js')).toBe('apps/x/node_modules/@noble/hashes');
});

test('an executable without its symbols keeps all that is loaded, and loses what lies behind it', () => {
  const executable = Buffer.alloc(300, 7);
  executable.write('\x7fELF\x02\x01', 0, 'latin1');
  executable.writeBigUInt64LE(64n, 32);
  executable.writeBigUInt64LE(250n, 40);
  executable.writeUInt16LE(56, 54);
  executable.writeUInt16LE(1, 56);
  executable.writeBigUInt64LE(100n, 64 + 8);
  executable.writeBigUInt64LE(110n, 64 + 32);
  const stripped = withoutSymbols(executable);
  expect(stripped.length).toBe(210);
  expect(stripped.subarray(64)).toEqual(executable.subarray(64, 210));
  expect(stripped.readBigUInt64LE(40)).toBe(0n);
  expect(() => withoutSymbols(Buffer.from('#!/bin/sh'))).toThrow('ELF');
});

test('a package that is not bundled brings its dependencies, without other platforms’', () => {
  const lock = {
    'node_modules/a': { dependencies: { b: '1' } },
    'node_modules/b': { dependencies: { a: '1' } },
    'node_modules/c': {},
  };
  expect(withDependencies(lock, ['a'])).toEqual(['a', 'b']);
});
