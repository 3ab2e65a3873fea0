import { Kysely, PostgresDialect, sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import pg from 'pg';
import { actorNow } from './actor.ts';
import { installationId } from './check-login.ts';
import { serverRole } from './embedded.ts';
import { installJobs } from './install-queue.ts';
import * as baseline from './migrations/0001-baseline.ts';
import * as consoleTables from './migrations/0002-console.ts';
import { setActor } from './operator.ts';
import type { Tables } from './schema.ts';
import { grantUpdates } from './updatable-columns.ts';

export type Migrations = Readonly<Record<string, Migration>>;

/** Every migration, in the order of its name. */
export const migrations: Migrations = {
  '0001-baseline': baseline,
  '0002-console': consoleTables,
};

/**
 * Whether a newer version has migrated the schema. Migrations only add, so this version works on it too: during an upgrade a
 * server of the previous version may start again.
 */
async function isNewer(db: Kysely<Tables>, list: Migrations): Promise<boolean> {
  const table = await sql<{
    name: string | null;
  }>`select to_regclass('kysely_migration')::text as name`.execute(db);
  if (table.rows[0]?.name === null) return false;
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db);
  const done = new Set(rows.map((row) => row.name));
  const own = Object.keys(list);
  return own.every((name) => done.has(name)) && done.size > own.length;
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
    const newer = await isNewer(db, list);
    if (!newer) {
      const migrator = new Migrator({
        db,
        provider: { getMigrations: async () => list },
        // Each migration only adds, so one may run after a later number has run.
        allowUnorderedMigrations: true,
      });
      const { error } = await migrator.migrateToLatest();
      if (error) throw error;
    }
    const { isSandbox, id } = await db.transaction().execute(async (trx) => {
      // Two concurrent grants of the same right fail, so servers that start together do it one after the other.
      await sql`select pg_advisory_xact_lock(${installLockKey})`.execute(trx);
      await installJobs(owner, serverRole, (statement) => sql.raw(statement).execute(trx));
      if (!newer) await grantUpdates(trx, serverRole);
      await sql`insert into installation (sandbox) values (${sandbox}) on conflict do nothing`.execute(trx);
      const { rows } = await sql<{ sandbox: boolean }>`select sandbox from installation`.execute(trx);
      const installation = await sql.raw<{ id: string }>(installationId).execute(trx);
      return { isSandbox: rows[0]?.sandbox, id: installation.rows[0]?.id ?? '' };
    });
    if (isSandbox !== sandbox)
      throw new WrongInstallation(
        sandbox
          ? 'this database is not a sandbox: start without SANDBOX=1, or give the sandbox a database of its own'
          : 'this database is a sandbox: it never becomes a lender’s; give production a database of its own',
      );
    return id;
  } finally {
    await db.destroy();
  }
}
