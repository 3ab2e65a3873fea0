import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, inject, test } from 'vitest';
import { childEnvironment } from './child-environment.ts';
import { asOwner, dropDatabase } from './throwaway-cluster.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const tools = [
  ['adjust-loan.ts', '--order', '00000000-0000-7000-8000-000000000000'],
  ['backup.ts', 'backup', '/nowhere/file'],
  ['check-ledger.ts'],
  ['end-sessions.ts', '--all'],
  ['export-borrower.ts', '--borrower', '00000000-0000-7000-8000-000000000000', '--to', '/nowhere'],
  ['held-payments.ts'],
  ['move-files.ts', '--from', '/', '--to', 'folder'],
  ['reconcile.ts', '--day', '2026-01-01'],
  ['rotate-keys.ts'],
].map(([tool = '', ...args]) => ({ tool, args }));

/** A tool as an operator starts it, to its end. */
function run({ tool, args }: (typeof tools)[number], environment: Record<string, string>) {
  const child = spawn(process.execPath, [`apps/server/src/tools/${tool}`, ...args], {
    cwd: root,
    env: { ...childEnvironment(), TMPDIR: tmpdir(), ...environment },
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text: Buffer) => {
      said += text;
    });
  return new Promise<{ code: number | null; said: string }>((resolve) =>
    child.on('close', (code) => resolve({ code, said })),
  );
}

test.each(tools)(
  '$tool without the servers’ settings, or on a database that is not ours, says so in a line, and makes none',
  async (one) => {
    const folder = mkdtempSync(join(tmpdir(), 'hiram-tools-'));
    expect(await run(one, { DATA_DIR: folder })).toEqual({
      code: 1,
      said: `there is no database in ${folder}: give the servers' settings, DATABASE_OWNER_URL above all, or their DATA_DIR\n`,
    });
    expect(existsSync(join(folder, 'postgres'))).toBe(false);

    const cluster = inject('cluster');
    const name = `t_empty_${one.tool.replace(/\W/g, '_')}`;
    await asOwner(cluster, 'postgres', (owner) => owner.query(`create database ${name} owner hiram_owner`));
    const url = `postgres://hiram_owner@localhost/${name}?host=${cluster.socketDir}`;
    const settings = { SANDBOX: '1', DATA_DIR: folder, DATABASE_URL: url, DATA_KEY: 'ab'.repeat(32) };
    expect(await run(one, settings)).toEqual({
      code: 1,
      said: 'this database holds nothing of ours: no server has started on it yet\n',
    });
    await dropDatabase(cluster, name);
  },
);
