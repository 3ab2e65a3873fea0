import { Kysely, PostgresDialect, sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import pg from 'pg';
import { actorNow } from './actor.ts';
import { currentSchema, defaultSchema } from './connection/endpoint.ts';
import { serverRole } from './embedded/embedded.ts';
import { grantJobs, installJobs } from './install-queue.ts';
import * as baseline from './migrations/0001-baseline.ts';
import { setActor } from './operator.ts';
import type { Database } from './schema/schema.ts';

export type Migrations = Readonly<Record<string, Migration>>;

/** Every migration, in the order of its name. */
export const migrations: Migrations = { '0001-baseline': baseline };
const firstMigration = '0001-baseline';

/**
 * The newest migration that a server must know to work on this schema. Migrations only add, so a server of the former version
 * works on it too, and may start again during an upgrade. A migration after which older servers would be wrong raises this.
 */
const neededMigration = '0001-baseline';

/**
 * The state of the schema against this version's migrations. `new`: there is none. Throws OtherSchema if the
 * first migration of a sandbox had another text.
 */
async function stateOf(
  db: Kysely<Database>,
  list: Migrations,
  sandbox: boolean,
): Promise<'new' | 'pending' | 'current'> {
  const { rows: tables } = await sql<{ id: string | null; baseline: string | null }>`
    select id, obj_description(id, 'pg_class') as baseline
    from to_regclass(current_schema() || '.kysely_migration') id`.execute(db);
  const [table] = tables;
  if (!table || table.id === null) return 'new';
  if (sandbox && table.baseline !== null && table.baseline !== baseline.digest()) throw new OtherSchema();
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db);
  const done = new Set(rows.map((row) => row.name));
  return Object.keys(list).every((name) => done.has(name)) ? 'current' : 'pending';
}

/** The key of the advisory lock: any number that no other lock of ours uses. */
const installLockKey = 7_262_931;

export class WrongInstallation extends Error {}

/** A schema that an earlier state of the first migration made: before a release it changes, and nothing brings it up to date. */
export class OtherSchema extends WrongInstallation {
  constructor() {
    super(
      'this database has the schema of another state of Hiram, which this one cannot use: use a new database',
    );
  }
}

/** Errors of PostgreSQL for a table, column or function that a schema lacks. */
const missing = new Set(['42P01', '42703', '42883']);

/** Reports whether the migrations that a schema ran are others than this version's, or did otherwise. */
function isOfOtherSchema(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error ? error.code : undefined;
  return (typeof code === 'string' && missing.has(code)) || error.message.startsWith('corrupted migrations');
}

/** The message for a database that is not one of the requested mode. */
export const wrongInstallation = (sandbox: boolean): string =>
  sandbox
    ? 'this database is not a sandbox: start without SANDBOX=1, or use another database'
    : 'this database is a sandbox’s and cannot be used in production: use another database';

/**
 * Migrates the schema to the latest version as its owner, on a connection of its own. Several may do it at
 * once. The first one records whether this is a sandbox's database. Throws WrongInstallation if it is the
 * other mode's, and OtherSchema. Returns the names of the migrations that it ran. `list`: another version's
 * migrations, for tests. `cell`: the number of a new schema's cell.
 */
export async function migrate(
  owner: pg.PoolConfig,
  sandbox: boolean,
  list: Migrations = migrations,
  cell = 0,
): Promise<readonly string[]> {
  const actor = actorNow() ?? 'migration';
  const pool = new pg.Pool({ ...owner, max: 2, onConnect: (client) => setActor(client, actor) });
  pool.on('error', () => undefined);
  const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool }) });
  let isNew = true;
  try {
    const schema = await currentSchema(db);
    const state = await stateOf(db, list, sandbox);
    isNew = state === 'new';
    let ran: readonly string[] = [];
    // The migrator reads the whole catalogue before it finds nothing to do: a tenth of a start.
    if (state !== 'current') {
      const migrator = new Migrator({
        db,
        provider: { getMigrations: async () => list },
        // Each migration only adds, so one may run after a later number has run.
        allowUnorderedMigrations: true,
        ...(schema === defaultSchema ? {} : { migrationTableSchema: schema }),
      });
      const { error, results = [] } = await migrator.migrateToLatest();
      if (error) throw error;
      ran = results.map(({ migrationName }) => migrationName);
      if (ran.includes(firstMigration))
        await sql`comment on table kysely_migration is ${sql.lit(baseline.digest())}`.execute(db);
    }
    // Two concurrent grants of the same right fail, and so do two installations: they do it one after the other. A
    // lock of the session holds over both, because the installation must not run inside the transaction of the grants.
    const isSandbox = await withInstallLock(db, async (connection) => {
      await installJobs(connection, owner);
      return connection.transaction().execute((trx) => recordInstallation(trx, { sandbox, cell }));
    });
    if (isSandbox !== sandbox) throw new WrongInstallation(wrongInstallation(sandbox));
    return ran;
  } catch (error) {
    throw sandbox && !isNew && isOfOtherSchema(error) ? new OtherSchema() : error;
  } finally {
    await db.destroy();
  }
}

/** Runs `work` on one connection that holds the lock of installations until it ends. */
function withInstallLock<Result>(
  db: Kysely<Database>,
  work: (connection: Kysely<Database>) => Promise<Result>,
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

/** Grants the server's role what no migration grants, and records the installation. Returns whether it is a sandbox's. */
async function recordInstallation(
  trx: Kysely<Database>,
  { sandbox, cell }: { readonly sandbox: boolean; readonly cell: number },
): Promise<boolean | undefined> {
  await grantJobs(trx, serverRole);
  // Servers compare the schema with their own migrations.
  await sql`grant select on kysely_migration to ${sql.id(serverRole)}`.execute(trx);
  await sql`insert into installation (sandbox, needed_migration, cell) values (${sandbox}, ${neededMigration}, ${cell})
    on conflict (singleton) do update set needed_migration = greatest(installation.needed_migration, excluded.needed_migration)`.execute(
    trx,
  );
  const { rows } = await sql<{ sandbox: boolean }>`select sandbox from installation`.execute(trx);
  return rows[0]?.sandbox;
}
