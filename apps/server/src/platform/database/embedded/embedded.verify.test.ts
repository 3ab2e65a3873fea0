import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type EmbeddedDatabase, startEmbedded } from './embedded.ts';
import { embeddedFiles } from './embedded-files.ts';
import { logOf } from './postmaster.ts';

/** Real durability and real processes, without the settings of temporary clusters. */
let folder: string;
let dataDir: string;
const started: EmbeddedDatabase[] = [];
const children: ChildProcess[] = [];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'hiram-embedded-'));
  chmodSync(folder, 0o755);
  dataDir = join(folder, 'data');
});
afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  await Promise.all(started.splice(0).map((database) => database.stop(true)));
  if (!existsSync(dataDir)) return;
  const { data, socketDir, isOutsideDataDir: elsewhere } = embeddedFiles(dataDir);
  const made = [folder, socketDir, ...(elsewhere ? [dirname(data)] : [])];
  for (const path of made) rmSync(path, { recursive: true, force: true });
});

async function start(settings: Record<string, string> = {}): Promise<EmbeddedDatabase> {
  const embedded = await startEmbedded(dataDir, settings);
  started.push(embedded);
  return embedded;
}

async function connect({ endpoints }: EmbeddedDatabase): Promise<pg.Client> {
  const client = new pg.Client(endpoints.owner);
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

async function ask(embedded: EmbeddedDatabase, sql: string): Promise<string> {
  const client = await connect(embedded);
  try {
    const { rows } = await client.query<{ answer: string }>(sql);
    return rows[0]?.answer ?? '';
  } finally {
    await client.end();
  }
}

const keep = 'create table kept as select 7 as n';
const stored = 'select n::text as answer from kept';
const setting = (name: string) => `select current_setting('${name}') as answer`;
const postmaster = (data: string) =>
  Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[0]);
const serverLog = () => readFileSync(logOf(embeddedFiles(dataDir)), 'utf8');
const isRoot = process.getuid?.() === 0;

/** Starts a server in its own process on the same folder; resolves when its database is up. */
async function otherServer(): Promise<ChildProcess> {
  const script = `
    const { startEmbedded } = await import(${JSON.stringify(fileURLToPath(new URL('./embedded.ts', import.meta.url)))});
    await startEmbedded(${JSON.stringify(dataDir)});
    console.log('up');
    setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  await once(child.stdout, 'data');
  return child;
}

test('the database keeps its data, flushes them to disk, and starts again quickly', async () => {
  const first = await start();
  expect(await ask(first, setting('fsync'))).toBe('on');
  expect(await ask(first, setting('listen_addresses'))).toBe('');
  await ask(first, keep);
  await first.stop();
  expect(existsSync(join(dataDir, 'postgres/postmaster.pid'))).toBe(false);
  const second = await start();
  expect(await ask(second, stored)).toBe('7');
  // After a clean stop there is no recovery, which would take time.
  expect(serverLog()).toContain('database system was shut down at');
  expect(serverLog()).not.toContain('recovery');
});

test.runIf(isRoot)('root: PostgreSQL runs as an unprivileged user on data that this user owns', async () => {
  const embedded = await start();
  expect(embedded.otherDataFolder).toBeUndefined();
  const { uid } = statSync(join(dataDir, 'postgres'));
  expect(uid).not.toBe(0);
  expect(statSync(`/proc/${postmaster(join(dataDir, 'postgres'))}`).uid).toBe(uid);
  const { socketDir } = embeddedFiles(dataDir);
  expect([statSync(socketDir).uid, statSync(socketDir).mode & 0o777]).toEqual([uid, 0o700]);
});

test.runIf(isRoot)(
  'root: under a folder that this user cannot enter the data are elsewhere, and the place is logged',
  async () => {
    chmodSync(folder, 0o700);
    const embedded = await start();
    expect(embedded.otherDataFolder).toMatch(/^\/var\/lib\/hiram-[0-9a-f]{12}\/postgres$/);
    await ask(embedded, keep);
    await embedded.stop();
    expect(await ask(await start(), stored)).toBe('7');
  },
);

test('after a server is killed the next one joins the running PostgreSQL', async () => {
  const killed = await otherServer();
  const pid = postmaster(embeddedFiles(dataDir).data);
  killed.kill('SIGKILL');
  await once(killed, 'exit');
  const next = await start();
  expect(postmaster(embeddedFiles(dataDir).data)).toBe(pid);
  expect(await ask(next, 'select 1::text as answer')).toBe('1');
  await next.stop();
  expect(existsSync(join(embeddedFiles(dataDir).data, 'postmaster.pid'))).toBe(false);
});

test('PostgreSQL restarts by itself after a kill, with everything that was committed', async () => {
  const embedded = await start();
  await ask(embedded, keep);
  const pid = postmaster(embeddedFiles(dataDir).data);
  process.kill(pid, 'SIGKILL');
  await expect.poll(() => ask(embedded, stored).catch(() => 'down'), { timeout: 15_000 }).toBe('7');
  expect(postmaster(embeddedFiles(dataDir).data)).not.toBe(pid);
});

test('a start directly after everything was killed waits for the old processes and works', async () => {
  const first = await otherServer();
  const busy = new pg.Client({
    host: embeddedFiles(dataDir).socketDir,
    port: 5432,
    user: 'hiram_owner',
    database: 'hiram',
  });
  busy.on('error', () => undefined);
  await busy.connect();
  await busy.query(keep);
  const longQuery = busy.query('select pg_sleep(60)').catch(() => undefined);
  first.kill('SIGKILL');
  process.kill(postmaster(embeddedFiles(dataDir).data), 'SIGKILL');
  expect(await ask(await start(), stored)).toBe('7');
  await busy.end().catch(() => undefined);
  await longQuery;
});

test('two servers of one folder share one PostgreSQL, and the last to leave stops it', async () => {
  const [database, second] = await Promise.all([start(), start()]);
  const ofOne = await connect(database);
  const ofTwo = await connect(second);
  await ofOne.end();
  await database.stop();
  expect((await ofTwo.query('select 1 as n')).rows).toEqual([{ n: 1 }]);
  await ofTwo.end();
  await second.stop();
  expect(existsSync(join(embeddedFiles(dataDir).data, 'postmaster.pid'))).toBe(false);
});

test('a stale pid file whose number now belongs to another program does not prevent the start', async () => {
  const first = await start();
  await ask(first, keep);
  await first.stop();
  const { data, runAs } = embeddedFiles(dataDir);
  // A process of PostgreSQL's own user, which PostgreSQL would take for itself.
  const stranger = spawn('sleep', ['60'], { ...runAs, cwd: '/', stdio: 'ignore' });
  children.push(stranger);
  writeFileSync(join(data, 'postmaster.pid'), `${stranger.pid}\n${data}\n1\n5432\n/tmp\n\n\n`);
  expect(await ask(await start(), stored)).toBe('7');
});

test('a PostgreSQL whose socket was deleted is stopped and started again', async () => {
  const killed = await otherServer();
  killed.kill('SIGKILL');
  await once(killed, 'exit');
  const { data, socketDir } = embeddedFiles(dataDir);
  const pid = postmaster(data);
  rmSync(socketDir, { recursive: true });
  const next = await start();
  expect(postmaster(data)).not.toBe(pid);
  expect(await ask(next, 'select 1::text as answer')).toBe('1');
});

test('a server under another TMPDIR finds the PostgreSQL that already runs', async () => {
  const first = await start();
  await ask(first, keep);
  const pid = postmaster(embeddedFiles(dataDir).data);
  // Short, whatever TMPDIR the run itself has: a socket's path of more than 107 bytes is not used.
  const other = mkdtempSync('/tmp/hiram-o-');
  chmodSync(other, 0o755);
  const { TMPDIR } = process.env;
  process.env.TMPDIR = other;
  try {
    expect(embeddedFiles(dataDir).socketDir.startsWith(other)).toBe(true);
    expect(await ask(await start(), stored)).toBe('7');
    expect(postmaster(embeddedFiles(dataDir).data)).toBe(pid);
  } finally {
    if (TMPDIR === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = TMPDIR;
    rmSync(other, { recursive: true });
  }
});

test('PGPORT and PGHOST of the environment are ignored', async () => {
  process.env.PGPORT = '6000';
  process.env.PGHOST = 'nowhere.invalid';
  try {
    expect(await ask(await start(), 'select 1::text as answer')).toBe('1');
  } finally {
    delete process.env.PGPORT;
    delete process.env.PGHOST;
  }
});

test('an empty lock file left by a power failure does not prevent the start', async () => {
  const first = await start();
  await ask(first, keep);
  await first.stop();
  const file = join(embeddedFiles(dataDir).data, 'postmaster.pid');
  writeFileSync(file, '');
  utimesSync(file, 0, 0);
  expect(await ask(await start(), stored)).toBe('7');
});

test('when PostgreSQL refuses to start, its own reason is reported quickly', async () => {
  await expect(startEmbedded(dataDir, { max_connections: 'many' })).rejects.toThrow(
    /PostgreSQL does not start: FATAL: .*max_connections.* \(its log is .*postgres\.log\)/,
  );
  // The start is not retried until its time is over.
  expect(serverLog().match(/FATAL/g)?.length).toBeLessThanOrEqual(4);
});
