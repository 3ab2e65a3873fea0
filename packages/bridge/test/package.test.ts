import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';

const run = promisify(execFile);
const packageFolder = fileURLToPath(new URL('..', import.meta.url));
const modules = join(packageFolder, '../../node_modules');
const folder = mkdtempSync(join(tmpdir(), 'bridge-package-'));
const packed = join(folder, 'packed');
const site = join(folder, 'site');

const pack = (from: string, ...more: string[]) =>
  run('npm', ['pack', '--silent', '--pack-destination', packed, ...more], { cwd: from });

// The one dependency is packed from its installed folder, so that npm installs both without a network.
beforeAll(async () => {
  cpSync(join(packageFolder, 'test', 'consumer'), site, { recursive: true });
  mkdirSync(packed);
  await pack(packageFolder);
  await pack(join(modules, 'valibot'), '--ignore-scripts');
  writeFileSync(join(site, 'package.json'), '{ "private": true, "type": "module" }');
  const tarballs = readdirSync(packed).map((name) => join(packed, name));
  await run('npm', ['install', '--offline', '--no-audit', '--no-fund', '--ignore-scripts', ...tarballs], {
    cwd: site,
  });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('the package contains JavaScript, declarations, golden messages and its manual, and no source @verify', () => {
  const installed = join(site, 'node_modules', '@hiram', 'bridge');
  const files = readdirSync(installed, { recursive: true, encoding: 'utf8' }).sort();
  expect(files).toEqual(
    expect.arrayContaining(['README.md', 'package.json', 'dist/index.js', 'dist/index.d.ts']),
  );
  expect(files).toContain('golden/requests.json');
  expect(files.filter((name) => /^(src|test|tools)/.test(name) || /[^d]\.ts$/.test(name))).toEqual([]);
});

test('another project compiles against its declarations and exchanges a message in plain Node @verify', async () => {
  await run(join(modules, '.bin', 'tsc'), ['-p', 'tsconfig.json'], { cwd: site });
  // Without the options of whoever runs the tests: they may name another export of the package.
  const { NODE_OPTIONS: _, ...env } = process.env;
  const { stdout } = await run(process.execPath, ['page.js'], { cwd: site, env });
  expect(JSON.parse(stdout)).toEqual({
    received: ['callPhone {"phone":"+63288881234"}'],
    answers: [
      { ok: true, data: {}, by: 'host' },
      { ok: false, error: 'invalid_payload' },
    ],
  });
});
