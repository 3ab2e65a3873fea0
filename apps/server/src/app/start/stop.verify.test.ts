import { spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { childEnvironment } from '../../../test/support/processes/child-environment.ts';
import { failedStart } from '../../../test/support/processes/failed-start.ts';
import { runHiram } from '../../../test/support/processes/run-hiram.ts';
import { runningPostmaster } from '../../platform/database/embedded/postmaster.ts';

const root = fileURLToPath(new URL('../../../../..', import.meta.url));

test('Ctrl-C during the start stops the server and its PostgreSQL once both run', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'hiram-stop-'));
  chmodSync(folder, 0o755);
  await runHiram(['migrate'], { SANDBOX: '1', DATA_DIR: folder });
  const child = spawn(process.execPath, ['apps/server/src/main.ts'], {
    cwd: root,
    env: { ...childEnvironment(), SANDBOX: '1', PORT: '0', DATA_DIR: folder, LOG_LEVEL: 'silent' },
    stdio: 'ignore',
  });
  const exited = new Promise((resolve) => child.once('exit', resolve));
  try {
    const databaseFolder = join(folder, 'postgres');
    while (child.exitCode === null && !runningPostmaster(databaseFolder)) await pause(5);
    child.kill('SIGINT');
    expect(await exited).toBe(0);
    expect(runningPostmaster(databaseFolder)).toBeUndefined();
  } finally {
    child.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  }
});

test('a server that cannot listen stops its PostgreSQL', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'hiram-stop-'));
  chmodSync(folder, 0o755);
  const occupied = createServer().listen(0);
  const address = occupied.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  try {
    await runHiram(['migrate'], { SANDBOX: '1', DATA_DIR: folder });
    const message = await failedStart({
      SANDBOX: '1',
      PORT: String(port),
      DATA_DIR: folder,
      LOG_LEVEL: 'silent',
    });
    expect(message).toMatch(/^[^\n]*PORT[^\n]*$/);
    expect(runningPostmaster(join(folder, 'postgres'))).toBeUndefined();
  } finally {
    occupied.close();
    rmSync(folder, { recursive: true, force: true });
  }
});
