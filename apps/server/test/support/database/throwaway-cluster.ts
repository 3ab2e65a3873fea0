import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { storeBuild } from '../../../src/app/web/stored-builds.ts';
import { startEmbedded } from '../../../src/platform/database/embedded/embedded.ts';
import { runningPostmaster } from '../../../src/platform/database/embedded/postmaster.ts';
import { migrate } from '../../../src/platform/database/migrate.ts';

/** The address of a temporary cluster. */
export interface Cluster {
  readonly socketDir: string;
  /** Its address by TCP, on the loopback interface if no host is named. */
  readonly port?: number;
  readonly host?: string;
}

const reach = ({ socketDir, port, host = '127.0.0.1' }: Cluster) =>
  port === undefined ? { host: socketDir } : { host, port };

const template = 'hiram_template';
const webDir = fileURLToPath(new URL('../../../../borrower/dist', import.meta.url));

/** Fast, and as safe as tests need: only a power failure would lose data. */
const quick = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' };

/**
 * For dozens of databases that live for seconds: neither vacuuming them nor a log for replicas is worth it,
 * nor to plan a trigger's statements anew for the values of each call.
 */
export const shortLived = {
  ...quick,
  autovacuum: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  plan_cache_mode: 'force_generic_plan',
};

/**
 * A PostgreSQL of the tests' own with a template database, migrated and with the built web app; `stop`
 * removes all of it. With empty `settings` every write is synced to the disk, as at a lender.
 */
export async function startThrowawayCluster(
  settings: Readonly<Record<string, string>> = quick,
): Promise<{ cluster: Cluster; stop: () => Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), 'hiram-test-'));
  chmodSync(folder, 0o755);
  const embedded = await startEmbedded(folder, settings);
  const socketDir = String(embedded.endpoints.owner.host);
  const cluster = { socketDir };
  const remove = () => {
    for (const text of [folder, socketDir])
      rmSync(text, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
  };
  // It outlives its parent process, which may be stopped in the middle.
  const left = () => {
    const running = runningPostmaster(join(folder, 'postgres'));
    if (running) process.kill(running.pid, 'SIGQUIT');
    remove();
  };
  process.prependOnceListener('exit', left);
  const stop = async () => {
    process.off('exit', left);
    // A failed test may have left connections, which must not prevent the cluster's stop.
    await embedded.stop(true);
    remove();
  };
  try {
    await asOwner(cluster, 'postgres', (client) => client.query(`create database ${template}`));
    await migrate(ownerEndpoint(cluster, template), true);
    // A server's start then has nothing to store: a fifth of its processor time.
    if (existsSync(join(webDir, 'assets'))) await storeBuild(ownerEndpoint(cluster, template), webDir);
    return { cluster, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

export function ownerEndpoint(cluster: Cluster, database: string): pg.PoolConfig {
  return { ...reach(cluster), user: 'hiram_owner', database };
}

export function serverEndpoint(cluster: Cluster, database: string): pg.PoolConfig {
  return { ...reach(cluster), user: 'hiram_app', database };
}

export async function asOwner<Result>(
  cluster: Cluster,
  database: string,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client(ownerEndpoint(cluster, database));
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** The connection of this process that creates and drops databases, by the cluster's address. */
const administrators = new Map<string, pg.Pool>();

/** A new connection costs some 25 ms of processor time, so a process keeps one for all databases that it creates and drops. */
function administrator(cluster: Cluster): pg.Pool {
  const address = JSON.stringify(reach(cluster));
  const existing = administrators.get(address);
  if (existing) return existing;
  const pool = new pg.Pool({
    ...ownerEndpoint(cluster, 'postgres'),
    max: 1,
    idleTimeoutMillis: 0,
    allowExitOnIdle: true,
  });
  // A cluster that stops ends the connection.
  pool.on('error', () => undefined);
  administrators.set(address, pool);
  return pool;
}

/** A fresh database from the template, or from another database, in some tens of milliseconds. */
export async function createDatabase(cluster: Cluster, from = template): Promise<string> {
  const name = `t_${randomBytes(6).toString('hex')}`;
  await administrator(cluster).query(`create database ${name} template ${from} strategy file_copy`);
  return name;
}

export async function dropDatabase(cluster: Cluster, name: string): Promise<void> {
  await administrator(cluster).query(`drop database if exists ${name} with (force)`);
}
