import { Kysely, PostgresDialect, sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import pg from 'pg';
import { actorNow } from './actor.ts';
import { installationId } from './check-login.ts';
import { serverRole } from './embedded.ts';
import { grantJobs, installJobs } from './install-queue.ts';
import * as baseline from './migrations/0001-baseline.ts';
import * as consoleTables from './migrations/0002-console.ts';
import * as archive from './migrations/0003-archive.ts';
import { setActor } from './operator.ts';
import type { Tables } from './schema.ts';
import { grantUpdates } from './updatable-columns.ts';

export type Migrations = Readonly<Record<string, Migration>>;

/** Every migration, in the order of its name. */
export const migrations: Migrations = {
  '0001-baseline': baseline,
  '0002-console': consoleTables,
  '0003-archive': archive,
};

/**
 * How the schema stands to this version's migrations. `newer`: a newer version has migrated it. Migrations only add, so this
 * version works on it too: during an upgrade a server of the previous version may start again.
 */
async function stateOf(db: Kysely<Tables>, list: Migrations): Promise<'pending' | 'current' | 'newer'> {
  const table = await sql<{
    name: string | null;
  }>`select to_regclass('kysely_migration')::text as name`.execute(db);
  if (table.rows[0]?.name === null) return 'pending';
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db);
  const done = new Set(rows.map((row) => row.name));
  const own = Object.keys(list);
  if (!own.every((name) => done.has(name))) return 'pending';
  return done.size > own.length ? 'newer' : 'current';
}

/** The key of the advisory lock: any number that no other lock of ours uses. */
const installLockKey = 7_262_931;

export class WrongInstallation extends Error {}

/**
 * Migrates the schema to the latest version as its owner, on a connection of its own. Several servers may do it at once. The
 * first start records whether this is a sandbox's database. Throws WrongInstallation if it is the other mode's. Returns the
 * installation id. `list`: another version's migrations, for tests.
 */
export async function migrate(
  owner: pg.PoolConfig,
  sandbox: boolean,
  list: Migrations = migrations,
): Promise<string> {
  const actor = actorNow() ?? 'migration';
  const pool = new pg.Pool({ ...owner, max: 2, onConnect: (client) => setActor(client, actor) });
  pool.on('error', () => undefined);
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  try {
    const state = await stateOf(db, list);
    // The migrator reads the whole catalogue before it finds nothing to do: a tenth of a start.
    if (state === 'pending') {
      const migrator = new Migrator({
        db,
        provider: { getMigrations: async () => list },
        // Each migration only adds, so one may run after a later number has run.
        allowUnorderedMigrations: true,
      });
      const { error } = await migrator.migrateToLatest();
      if (error) throw error;
    }
    // Two concurrent grants of the same right fail, and so do two installations: starts at once do it one after the other. A
    // lock of the session holds over both, because the installation must not run inside the transaction of the grants.
    const { isSandbox, id } = await withInstallLock(db, async (connection) => {
      await installJobs(connection, owner);
      return connection.transaction().execute((trx) => recordInstallation(trx, state, sandbox));
    });
    if (isSandbox !== sandbox)
      throw new WrongInstallation(
        sandbox
          ? 'this database is not a sandbox: start without SANDBOX=1, or use another database'
          : 'this database is a sandbox’s and cannot be used in production: use another database',
      );
    return id;
  } finally {
    await db.destroy();
  }
}

/** Runs `work` on one connection that holds the lock of installations until it ends. */
function withInstallLock<Result>(
  db: Kysely<Tables>,
  work: (connection: Kysely<Tables>) => Promise<Result>,
): Promise<Result> {
  return db.connection().execute(async (connection) => {
    await sql`select pg_advisory_lock(${installLockKey})`.execute(connection);
    try {
      return await work(connection);
    } finally {
      await sql`select pg_advisory_unlock(${installLockKey})`.execute(connection);
    }
  });
}

/** Grants the server's role its rights, and records the installation at its first start. */
async function recordInstallation(
  trx: Kysely<Tables>,
  state: 'pending' | 'current' | 'newer',
  sandbox: boolean,
): Promise<{ isSandbox: boolean | undefined; id: string }> {
  await grantJobs(trx, serverRole);
  if (state !== 'newer') await grantUpdates(trx, serverRole);
  await sql`insert into installation (sandbox) values (${sandbox}) on conflict do nothing`.execute(trx);
  const { rows } = await sql<{ sandbox: boolean }>`select sandbox from installation`.execute(trx);
  const installation = await sql.raw<{ id: string }>(installationId).execute(trx);
  return { isSandbox: rows[0]?.sandbox, id: installation.rows[0]?.id ?? '' };
}
