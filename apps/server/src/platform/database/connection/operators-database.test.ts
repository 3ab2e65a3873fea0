import { existsSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, inject, test } from 'vitest';
import { asOwner, dropDatabase } from '../../../../test/support/database/throwaway-cluster.ts';
import { runHiram } from '../../../../test/support/processes/run-hiram.ts';

const anId = '00000000-0000-7000-8000-000000000000';
const commands = [
  `backups create /nowhere/file`,
  `borrowers show ${anId}`,
  `borrowers unblock ${anId} --reason mistaken --by Ana`,
  `borrowers export --borrower ${anId} --to /nowhere --by Ana`,
  `complaints list`,
  `files move --from / --to folder`,
  `keys rotate`,
  `keys rotate --dry-run`,
  `ledger check`,
  `loans show ${anId}`,
  `payments list`,
  `reviews list`,
  `sessions end --all --by Ana`,
  `statements reconcile --day 2026-01-01`,
];

test.each(commands)(
  '%s without the servers’ settings, or on a foreign database, prints one line and creates nothing',
  async (command) => {
    const folder = mkdtempSync(join(tmpdir(), 'hiram-operators-'));
    const words = command.split(' ');
    // A backup is never written without a key.
    const key = { BACKUP_KEY: 'a-key-of-these-tests' };
    expect(await runHiram(words, { DATA_DIR: folder, ...key })).toMatchObject({
      code: 1,
      out: '',
      output: `there is no database in ${folder}: set DATABASE_OWNER_URL and the servers' other settings, or their DATA_DIR\n`,
    });
    expect(existsSync(join(folder, 'postgres'))).toBe(false);

    const cluster = inject('cluster');
    const name = `t_empty_${commands.indexOf(command)}`;
    await asOwner(cluster, 'postgres', (owner) => owner.query(`create database ${name} owner hiram_owner`));
    const url = (login: string) => `postgres://${login}@localhost/${name}?host=${cluster.socketDir}`;
    const addresses = { DATABASE_URL: url('hiram_app'), DATABASE_OWNER_URL: url('hiram_owner') };
    const settings = { SANDBOX: '1', DATA_DIR: folder, ...addresses, DATA_KEY: 'ab'.repeat(32), ...key };
    expect(await runHiram(words, settings)).toMatchObject({
      code: 1,
      out: '',
      output: 'this database has no schema of Hiram yet: run hiram migrate\n',
    });
    await dropDatabase(cluster, name);
  },
);
