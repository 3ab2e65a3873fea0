import { type SpawnOptions, spawn, spawnSync } from 'node:child_process';
import {
  chownSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { EmbeddedDatabaseError, type EmbeddedFiles, embeddedFiles } from './embedded-files.ts';

/** Where to connect as the schema's owner and as the server, which may do less. */
export interface Endpoints {
  readonly owner: pg.PoolConfig;
  readonly server: pg.PoolConfig;
}

export interface EmbeddedDatabase {
  readonly endpoints: Endpoints;
  /** Where the data lie when that is not DATA_DIR. */
  readonly elsewhere: string | undefined;
  /** Ends our PostgreSQL in good order, unless another server is connected to it. */
  stop(): Promise<void>;
}

const database = 'hiram';
const owner = 'hiram_owner';
/** The server's own login: it can never become the owner. */
export const serverRole = 'hiram_app';
const patienceMs = 20_000;

/** Extra server settings, for throw-away clusters of tests. */
export type Settings = Readonly<Record<string, string>>;

/** Starts PostgreSQL on a folder of ours, or joins the one that already runs there, be it another server's or an orphan. */
export async function startEmbedded(dataDir: string, settings: Settings = {}): Promise<EmbeddedDatabase> {
  const files = embeddedFiles(dataDir);
  const endpoint = (user: string, name = database): pg.PoolConfig => ({
    host: files.socketDir,
    user,
    database: name,
  });
  initialise(files);
  const deadline = Date.now() + patienceMs;
  while (!(await answers(endpoint(owner, 'postgres'), files.data))) {
    if (Date.now() > deadline)
      throw new EmbeddedDatabaseError(`PostgreSQL does not start; its log is ${logOf(files)}`);
    // After a hard kill it is refused until the last of the old processes has gone: then another try helps.
    if (!postmasterPid(files.data)) launch(files, settings);
    await pause(25);
  }
  await createDatabase(endpoint(owner, 'postgres'));
  return {
    endpoints: { owner: endpoint(owner), server: endpoint(serverRole) },
    elsewhere: files.elsewhere ? files.data : undefined,
    stop: () => stop(files, endpoint(owner, 'postgres')),
  };
}

function logOf(files: EmbeddedFiles): string {
  return `${files.data}.log`;
}

function options(files: EmbeddedFiles): SpawnOptions {
  return {
    ...files.runAs,
    cwd: '/',
    env: { PATH: process.env.PATH, LD_LIBRARY_PATH: files.lib, LC_ALL: 'C', TZ: 'UTC' },
  };
}

/** Makes the cluster in a folder beside and moves it into place whole, so that a kill in between leaves nothing half made. */
function initialise(files: EmbeddedFiles): void {
  if (existsSync(files.data)) return;
  const fresh = `${files.data}.${process.pid}`;
  mkdirSync(fresh, { mode: 0o700 });
  if (files.runAs) chownSync(fresh, files.runAs.uid, files.runAs.gid);
  const made = spawnSync(
    `${files.bin}/initdb`,
    ['-D', fresh, '-U', owner, '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-instructions'],
    { ...options(files), encoding: 'utf8' },
  );
  if (made.status !== 0) {
    rmSync(fresh, { recursive: true, force: true });
    throw new EmbeddedDatabaseError(
      `initdb failed: ${(made.stderr || made.error?.message || '').toString().trim()}`,
    );
  }
  try {
    renameSync(fresh, files.data);
  } catch {
    rmSync(fresh, { recursive: true, force: true });
  }
}

/** The running postmaster's process id, or undefined. A file left by a dead one does not count. */
function postmasterPid(data: string): number | undefined {
  try {
    const pid = Number(readFileSync(`${data}/postmaster.pid`, 'utf8').split('\n')[0]);
    if (!Number.isInteger(pid) || pid <= 1) return undefined;
    process.kill(pid, 0);
    return pid;
  } catch (error) {
    // EPERM: it lives and is another user's.
    return error instanceof Error && 'code' in error && error.code === 'EPERM' ? -1 : undefined;
  }
}

/** PostgreSQL outlives a killed server on purpose: the next one joins it instead of recovering from a crash. */
function launch(files: EmbeddedFiles, settings: Settings): void {
  const all: Settings = {
    listen_addresses: '',
    unix_socket_directories: files.socketDir,
    unix_socket_permissions: '0700',
    shared_buffers: '64MB',
    max_connections: '100',
    timezone: 'UTC',
    jit: 'off',
    ...settings,
  };
  const log = openSync(logOf(files), 'a', 0o600);
  const child = spawn(
    `${files.bin}/postgres`,
    ['-D', files.data, ...Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])],
    { ...options(files), detached: true, stdio: ['ignore', log, log] },
  );
  child.on('error', () => undefined);
  child.unref();
  closeSync(log);
}

async function answers(endpoint: pg.PoolConfig, data: string): Promise<boolean> {
  const client = new pg.Client({ ...endpoint, connectionTimeoutMillis: 2_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ data_directory: string }>('show data_directory');
    if (rows[0]?.data_directory !== data)
      throw new EmbeddedDatabaseError(`another PostgreSQL holds the socket of ${dirname(data)}`);
    return true;
  } catch (error) {
    if (error instanceof EmbeddedDatabaseError) throw error;
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function createDatabase(endpoint: pg.PoolConfig): Promise<void> {
  const client = new pg.Client(endpoint);
  await client.connect();
  try {
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [database]);
    if (rowCount) return;
    await client.query(`create database ${database}`);
  } catch (error) {
    // Another server of the same folder was quicker.
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code !== '42P04' && code !== '23505') throw error;
  } finally {
    await client.end();
  }
}

async function stop(files: EmbeddedFiles, endpoint: pg.PoolConfig): Promise<void> {
  const pid = postmasterPid(files.data);
  if (!pid || pid < 0 || (await hasOtherClients(endpoint))) return;
  process.kill(pid, 'SIGINT');
  const deadline = Date.now() + patienceMs;
  while (postmasterPid(files.data) && Date.now() < deadline) await pause(20);
}

async function hasOtherClients(endpoint: pg.PoolConfig): Promise<boolean> {
  const client = new pg.Client(endpoint);
  try {
    await client.connect();
    const { rows } = await client.query<{ others: number }>(
      "select count(*)::int as others from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()",
    );
    return (rows[0]?.others ?? 0) > 0;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}
