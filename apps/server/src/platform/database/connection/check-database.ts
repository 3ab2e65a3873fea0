import type pg from 'pg';
import { ConfigError } from '../../errors/config-error.ts';
import { connectionsOfPool, openPool } from './connect.ts';

/** The oldest PostgreSQL that the migrations and queries are written for. */
const oldestVersion = 16;
/** Connections of a server's job queue, which fetches jobs and ends them. Their work uses the server's pool. */
export const connectionsOfJobs = 2;
/** The most connections that one server opens: those of its pool and of its job queue. */
export const connectionsPerServer = connectionsOfPool + connectionsOfJobs;
/** Connections of the console, if the server has one. */
export const connectionsOfConsole = 4;
/** Connections that the migrations need. */
export const connectionsToMigrate = 4;

/** The fault of a PostgreSQL version number (`server_version_num`), or undefined. */
export function versionFault(versionNumber: number): string | undefined {
  const major = Math.floor(versionNumber / 10_000);
  if (major >= oldestVersion) return undefined;
  return `DATABASE_URL is a PostgreSQL ${major}: version ${oldestVersion} or newer is needed`;
}

interface Limits {
  readonly version: string;
  readonly server: string;
  readonly role: number;
  readonly database: number;
}

const limits = `select current_setting('server_version_num') as version,
  (current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int)::text as server,
  (select rolconnlimit from pg_roles where rolname = session_user) as role,
  (select datconnlimit from pg_database where datname = current_database()) as database`;

/** The fault of a pooler that rejects the startup parameters of our connections, or undefined. */
function startupFault(error: unknown): string | undefined {
  const text = error instanceof Error ? error.message : '';
  const [, parameter] = /unsupported startup parameter(?: in options)?: (\S+)/.exec(text) ?? [];
  if (parameter === undefined) return undefined;
  return `A pooler (PgBouncer) rejects the setting ${parameter}: add it to its ignore_startup_parameters and set it for the login (docs/deploy.md)`;
}

async function pidOf(client: pg.ClientBase): Promise<number | undefined> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  return rows[0]?.pid;
}

/** Reports whether two open connections share a database session, as with a pooler that does not pool by session. */
async function sharesSessions(first: pg.ClientBase, second: pg.ClientBase): Promise<boolean> {
  const before = await pidOf(first);
  const other = await pidOf(second);
  return before === other || (await pidOf(first)) !== before;
}

/**
 * Checks version, session pooling and connection limits on two connections of the pool. Throws ConfigError
 * with a one-line message if a server cannot work with this database on `needed` connections.
 */
export async function checkConnections(pool: pg.Pool, needed: number): Promise<void> {
  const acquired: pg.PoolClient[] = [];
  try {
    const first = await pool.connect();
    acquired.push(first);
    const second = await pool.connect();
    acquired.push(second);
    const settings = (await first.query<Limits>(limits)).rows[0];
    const tooOld = versionFault(Number(settings?.version));
    if (tooOld !== undefined) throw new ConfigError(tooOld);
    if (await sharesSessions(first, second))
      throw new ConfigError(
        'A pooler shares one session between several connections: set pool_mode = session in PgBouncer',
      );
    const allowed = [Number(settings?.server), settings?.role ?? -1, settings?.database ?? -1].filter(
      (limit) => limit >= 0,
    );
    const lowest = Math.min(...allowed);
    if (lowest < needed)
      throw new ConfigError(
        `The database allows ${lowest} connections, and each server needs up to ${needed}: raise max_connections, or the limit of the login or the database`,
      );
  } catch (error) {
    const fault = startupFault(error);
    throw fault === undefined ? error : new ConfigError(fault);
  } finally {
    for (const client of acquired) client.release();
  }
}

/** As `checkConnections`, for whoever has no pool of this database yet. */
export async function checkDatabase(endpoint: pg.PoolConfig, needed: number): Promise<void> {
  const pool = openPool({ ...endpoint, statement_timeout: 15_000 }, 2);
  try {
    await checkConnections(pool, needed);
  } finally {
    await pool.end();
  }
}
