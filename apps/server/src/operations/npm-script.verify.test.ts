import { execFile, execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { createDatabase, dropDatabase } from '../../test/support/database/throwaway-cluster.ts';
import { childEnvironment } from '../../test/support/processes/child-environment.ts';
import { runHiram, settingsOf } from '../../test/support/processes/run-hiram.ts';
import { startHiram } from '../../test/support/processes/running-server.ts';

const cluster = inject('cluster');
const root = fileURLToPath(new URL('../../../..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'hiram-npm-'));
/** A checkout whose dependencies count as installed, because an installation would disturb a running test. */
const checkout = join(folder, 'checkout');
const otherFolder = join(folder, 'elsewhere');
const programs = join(folder, 'bin');
const npm = execFileSync('which', ['npm'], { encoding: 'utf8' }).trim();
let database: string;

beforeAll(async () => {
  for (const path of [checkout, otherFolder, programs]) mkdirSync(path, { recursive: true });
  for (const name of ['package.json', 'package-lock.json', 'scripts'])
    if (existsSync(join(root, name))) cpSync(join(root, name), join(checkout, name), { recursive: true });
  for (const name of ['apps', 'brands', 'node_modules', 'packages'])
    symlinkSync(join(root, name), join(checkout, name));
  writeFileSync(join(programs, 'npm'), '#!/bin/sh\nexit 0\n', { mode: 0o755 });
  database = await createDatabase(cluster);
  await (await startHiram(cluster, {}, { database })).stop();
});
afterAll(async () => {
  await dropDatabase(cluster, database);
  rmSync(folder, { recursive: true });
});

/** `npm run hiram -- …` as an operator types it, outside the checkout's folder. */
function npmRun(...words: string[]): Promise<{ code: number; standardOutput: string; error: string }> {
  const env = {
    ...childEnvironment(),
    ...settingsOf(cluster, database),
    PATH: `${programs}:${process.env.PATH}`,
    HOME: folder,
    DATA_DIR: folder,
    BACKUP_KEY: 'k'.repeat(16),
  };
  const args = ['--prefix', checkout, 'run', '--silent', 'hiram', '--', ...words];
  return new Promise((resolve) =>
    execFile(npm, args, { cwd: otherFolder, env }, (error, out, output) =>
      resolve({ code: error ? Number(error.code ?? 99) : 0, standardOutput: out, error: output }),
    ),
  );
}

test('npm run hiram prints plain JSON on standard output and passes exit codes', async () => {
  // The first run notes that the dependencies are installed. Without a terminal the command cannot ask.
  const withoutYes = await npmRun('sessions', 'end', '--all', '--by', 'Ana Cruz');
  expect([withoutYes.code, withoutYes.error]).toEqual([2, expect.stringContaining('--yes is required')]);

  const written = await npmRun('backups', 'create', 'of-today.backup', '--json');
  expect([written.code, written.error]).toEqual([0, '']);
  expect(JSON.parse(written.standardOutput).rows).toBeGreaterThan(0);
  expect(existsSync(join(otherFolder, 'of-today.backup'))).toBe(true);
  const again = await npmRun('backups', 'create', 'of-today.backup');
  expect([again.code, again.standardOutput, again.error]).toEqual([1, '', expect.stringContaining('exists')]);
});

test('the command line prints help, plain JSON, and the fault of a wrong command', async () => {
  const settings = { ...settingsOf(cluster, database), DATA_DIR: folder };
  const run = (...words: string[]) => runHiram(words, settings, 'nobody');
  expect(await run('--help')).toMatchObject({ code: 0, out: expect.stringContaining('  ledger check ') });
  const checked = await run('ledger', 'check', '--json');
  expect([checked.code, checked.output, JSON.parse(checked.out).whole]).toEqual([0, checked.out, true]);
  const wrong = await run('ledger', 'chekc');
  expect([wrong.code, wrong.out, wrong.output]).toEqual([
    2,
    '',
    expect.stringContaining("unknown command 'chekc'"),
  ]);
  expect(await run('sessions', 'end', '--all', '--by', 'Ana Cruz', '--yes')).toMatchObject({
    code: 0,
    out: 'Sessions ended: 0\n',
  });
});
