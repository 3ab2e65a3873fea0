import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { asOwner, ownerEndpoint } from '../../../test/support/database/throwaway-cluster.ts';
import { childEnvironment } from '../../../test/support/processes/child-environment.ts';
import { end } from '../../../test/support/processes/end.ts';
import { failedStart } from '../../../test/support/processes/failed-start.ts';
import { freePort } from '../../../test/support/processes/free-port.ts';
import { lendersBrands } from '../../../test/support/processes/lenders-brands.ts';
import { runHiram } from '../../../test/support/processes/run-hiram.ts';
import { line } from '../../../test/support/servers/tcp-proxy.ts';
import { webFolder } from '../../context/config.ts';
import { versionFault } from '../../platform/database/connection/check-database.ts';
import { listenFault } from '../../platform/http/listen.ts';
import { migrateInstallation } from '../migrate-installation.ts';

const root = fileURLToPath(new URL('../../../../..', import.meta.url));
const webDir = webFolder(undefined, root);
const folder = join(tmpdir(), `hiram-wrong-${process.pid}`);
const aFile = join(folder, 'file');
const database = `t_wrong_${process.pid}`;
beforeAll(async () => {
  mkdirSync(folder);
  writeFileSync(aFile, 'no key');
  await asOwner(inject('cluster'), 'postgres', (owner) => owner.query(`create database ${database}`));
  await migrateInstallation(ownerEndpoint(inject('cluster'), database), { sandbox: false, webDir });
});
afterAll(async () => {
  await asOwner(inject('cluster'), 'postgres', (owner) =>
    owner.query(`drop database ${database} with (force)`),
  );
  rmSync(folder, { recursive: true });
});

const address = (user = 'hiram_app') =>
  `postgres://${user}@localhost/${database}?host=${encodeURIComponent(inject('cluster').socketDir)}`;
const lender = () => ({
  BRAND: 'ph',
  BRANDS_DIR: lendersBrands(),
  DATA_KEY: 'ab'.repeat(32),
  PROVIDER_URL: 'http://127.0.0.1:1',
  PROVIDER_SECRET: 'x'.repeat(20),
  WEBHOOK_SECRET: 'y'.repeat(20),
  PORT: '0',
  HOST: '127.0.0.1',
  LOG_LEVEL: 'silent',
  DATABASE_URL: address(),
  DATA_DIR: join(folder, 'data'),
});

/** The output of a server that an operator starts, until it exits. */
function serve(environment: Record<string, string>) {
  const child = spawn(process.execPath, ['apps/server/src/main.ts'], {
    cwd: root,
    env: { ...childEnvironment(), TMPDIR: tmpdir(), ...environment },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text: Buffer) => {
      output += text;
      // If the server starts in spite of the wrong setting, the test stops it.
      if (output.includes('Hiram is ready')) child.kill('SIGKILL');
    });
  return new Promise<{ code: number | null; output: string }>((resolve) =>
    child.once('close', (code) => resolve({ code, output })),
  );
}

async function expectOneLine(environment: Record<string, string>, line: RegExp): Promise<void> {
  const { code, output } = await serve(environment);
  expect(output).toMatch(line);
  expect([code, output.trimEnd().split('\n').length]).toEqual([1, 1]);
}

test.each([
  ['a DATA_DIR that is a file', { DATA_DIR: aFile }, /^DATA_DIR must be a writable folder: .*file is not/],
  ['a DATA_DIR that is not writable', { DATA_DIR: '/dev/null/data' }, /^DATA_DIR must be a writable folder/],
  ['a WEB_DIR that does not exist', { WEB_DIR: '/nowhere' }, /^WEB_DIR: no built web app in \/nowhere/],
  ['a WEB_DIR without a web app', { WEB_DIR: folder }, /^WEB_DIR: no built web app in /],
  ['another MASK than the build’s', { MASK: 'all' }, /^the web app in .* was built with --mask declared/],
  [
    'a HOST of another machine',
    { HOST: '192.0.2.1' },
    /^HOST=192\.0\.2\.1 is not an address of this machine/,
  ],
  [
    'a HOST that is not an address',
    { HOST: 'nowhere.invalid' },
    /^HOST=nowhere\.invalid is not an address of this/,
  ],
  [
    'a DATA_KEY_FILE that does not exist',
    { DATA_KEY: '', DATA_KEY_FILE: '/nowhere/key' },
    /^DATA_KEY_FILE: the file \/nowhere\/key cannot be read \(ENOENT\)$/m,
  ],
  [
    'a DATA_KEY_FILE without a key',
    { DATA_KEY: '', DATA_KEY_FILE: aFile },
    /^DATA_KEY_FILE must be 64 hexadecimal digits/,
  ],
])('%s stops the start with one line', async (_what, wrong, line) => {
  const message = await failedStart({ ...lender(), ...wrong });
  expect(message).toMatch(line);
  expect(message).not.toContain('\n');
});

test('the sandbox too prints one line when it may not write DATA_DIR', async () => {
  const message = await failedStart({ SANDBOX: '1', PORT: '0', LOG_LEVEL: 'silent', DATA_DIR: aFile });
  expect(message).toMatch(/^DATA_DIR must be a writable folder/);
  expect(message).not.toContain('\n');
});

test('a port in use is named with its setting in one line, and the program exits with code 1', async () => {
  const taken = createServer();
  const port = await freePort();
  await new Promise<void>((resolve) => void taken.listen(port, '127.0.0.1', resolve));
  try {
    const message = await failedStart({ ...lender(), PORT: String(port) });
    expect(message).toMatch(new RegExp(`^The port ${port} is in use: set PORT to[^\\n]*$`));
    // The program itself serves the metrics. It prints one line and exits with code 1.
    await expectOneLine(
      { ...lender(), METRICS_PORT: String(port) },
      new RegExp(`^The port ${port} is in use: set METRICS_PORT to`),
    );
  } finally {
    taken.close();
  }
});

test('a port below 1024 without permission and a PostgreSQL that is too old stop the start with one line', () => {
  expect(listenFault('EACCES', { port: 80, host: '0.0.0.0', setting: 'PORT' })).toBe(
    'This user may not listen on port 80: set PORT to a port above 1023',
  );
  expect(listenFault('EADDRNOTAVAIL', { port: 9464, host: '192.0.2.1', setting: 'METRICS_PORT' })).toMatch(
    /^METRICS_HOST=192\.0\.2\.1 is not an address of this machine/,
  );
  expect(listenFault('EPIPE', { port: 80, host: '0.0.0.0', setting: 'PORT' })).toBeUndefined();
  expect(versionFault(150_008)).toBe('DATABASE_URL is a PostgreSQL 15: version 16 or newer is needed');
  expect([160_000, 170_002, 180_001].map(versionFault)).toEqual([undefined, undefined, undefined]);
});

test('a database that allows too few connections stops the start', async () => {
  const limit = (count: number) =>
    asOwner(inject('cluster'), 'postgres', (owner) =>
      owner.query(`alter database ${database} connection limit ${count}`),
    );
  await limit(12);
  try {
    expect(await failedStart(lender())).toMatch(
      /^The database allows 12 connections, and each server needs up to 22[^\n]*$/,
    );
  } finally {
    await limit(-1);
  }
});

test('a backup key that can be guessed stops the start', async () => {
  const answer = await runHiram(['backups', 'create', join(folder, 'b')], {
    ...lender(),
    DATABASE_OWNER_URL: address('hiram_owner'),
    BACKUP_KEY: 'k1',
  });
  expect(answer).toMatchObject({
    code: 1,
    output: expect.stringMatching(/^BACKUP_KEY must be at least 16 characters.*\n$/),
  });
});

const bouncer = '/usr/sbin/pgbouncer';
const hasBouncer = spawnSync(bouncer, ['--version']).status === 0;
if (!hasBouncer) console.log('NOT TRIED HERE: PgBouncer is not installed (Debian: pgbouncer).');

describe.skipIf(!hasBouncer)('behind PgBouncer', () => {
  const known = 'statement_timeout,lock_timeout,idle_in_transaction_session_timeout,options';

  /** Runs `work` with the server's address behind a PgBouncer. */
  async function behind(mode: string, ignored: string, work: (url: string) => Promise<void>): Promise<void> {
    const port = await freePort();
    // PgBouncer runs as a user who may not enter the socket's folder, so it connects by TCP.
    const toDatabase = await line({ path: join(inject('cluster').socketDir, '.s.PGSQL.5432') });
    const file = join(folder, `${mode}.ini`);
    writeFileSync(join(folder, 'users'), '"hiram_app" ""\n');
    writeFileSync(
      file,
      `[databases]\n${database} = user=hiram_app host=127.0.0.1 port=${toDatabase.port}\n[pgbouncer]\nlisten_addr = 127.0.0.1\nlisten_port = ${port}\nunix_socket_dir =\nauth_type = any\ndefault_pool_size = 60\npool_mode = ${mode}\n${ignored === '' ? '' : `ignore_startup_parameters = ${ignored}\n`}`,
    );
    // PostgreSQL refuses to run as root.
    const child = spawn(bouncer, process.getuid?.() === 0 ? ['-u', 'postgres', file] : [file], {
      stdio: process.env.TEST_LOG ? 'inherit' : 'ignore',
    });
    try {
      await work(`postgres://hiram_app@127.0.0.1:${port}/${database}`);
    } finally {
      await end(child);
      await toDatabase.close();
    }
  }

  test.each([
    ['session', '', /^A pooler \(PgBouncer\) rejects the setting \w+: add it to/],
    ['transaction', known, /^A pooler shares one session between several connections/],
  ])(
    'pool_mode = %s with ignore_startup_parameters = "%s" stops the start with one line',
    (mode, ignored, expected) =>
      behind(mode, ignored, async (url) => {
        const message = await failedStart({ ...lender(), DATABASE_URL: url });
        expect(message).toMatch(expected);
        expect(message).not.toContain('\n');
      }),
  );

  test('with pool_mode = session and the time limits of the login a server starts [T1821]', () =>
    behind('session', known, async (url) => {
      await asOwner(inject('cluster'), database, (owner) =>
        owner.query(
          Object.entries({
            statement_timeout: '15s',
            lock_timeout: '10s',
            idle_in_transaction_session_timeout: '5s',
          })
            .map(([name, limit]) => `alter role hiram_app in database ${database} set ${name} = '${limit}'`)
            .join(';'),
        ),
      );
      const { output } = await serve({ ...lender(), LOG_LEVEL: 'info', DATABASE_URL: url });
      expect(output).toContain('Hiram is ready');
    }));
});
