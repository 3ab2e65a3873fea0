import { isDeepStrictEqual } from 'node:util';
import { type Kysely, sql } from 'kysely';
import pg from 'pg';
import { PgBoss } from 'pg-boss';
import pgBossPackage from 'pg-boss/package.json' with { type: 'json' };
import { currentSchema, defaultSchema } from './connection/endpoint.ts';
import { statementsOf } from './sql-statements.ts';

/** The job queue's schema where the tables are in `public`: the only one of which backups by COPY are made. */
const jobSchema = 'jobs';

/** The schema of the job queue beside a schema of tables. */
export const jobSchemaOf = (schema: string): string =>
  schema === defaultSchema ? jobSchema : `${schema}_jobs`;

/** The schema of the job queue of this connection. */
export async function jobSchemaIn<Schema>(db: Kysely<Schema>): Promise<string> {
  return jobSchemaOf(await currentSchema(db));
}

/**
 * Every queue with the longest pause between two attempts of a job, in seconds. Jobs that a borrower waits for run soon
 * after a provider is back, however long it was away.
 */
const queues = {
  decide: 300,
  'ask-identity': 300,
  payout: 300,
  notice: 300,
  sms: 30,
  mail: 300,
  'remove-file': 7_200,
  'sandbox-notify': 7_200,
} as const;
const daySeconds = 86_400;
/** Pauses double from one second to the longest one, each drawn from its upper half. Attempts end after about a day. */
const retriesOf = (retryDelayMax: number) => ({
  retryLimit: Math.ceil(Math.log2(retryDelayMax) + daySeconds / retryDelayMax),
  retryDelay: 1,
  retryBackoff: true,
  retryDelayMax,
  // Longer than any job takes: afterwards another server takes over a job of a killed server.
  expireInSeconds: 30,
});

type Retries = ReturnType<typeof retriesOf>;

/** Reports whether the job queue's tables are of this version of pg-boss. */
export async function hasJobTables<Schema>(db: Kysely<Schema>): Promise<boolean> {
  const schema = await jobSchemaIn(db);
  const { rows: tables } = await sql<{ exists: boolean }>`
    select to_regclass(${`${schema}.version`}) is not null as exists`.execute(db);
  if (!tables[0]?.exists) return false;
  const { rows: versions } = await sql<{ version: number }>`
    select version from ${sql.id(schema)}.version`.execute(db);
  return versions[0]?.version === pgBossPackage.pgboss.schema;
}

/** Reports whether the tables are of this version of pg-boss, and every queue has its settings. */
async function isInstalled<Schema>(db: Kysely<Schema>): Promise<boolean> {
  if (!(await hasJobTables(db))) return false;
  const { rows: installed } = await sql<Retries & { name: string }>`
    select name, retry_limit as "retryLimit", retry_delay as "retryDelay", retry_backoff as "retryBackoff",
      retry_delay_max as "retryDelayMax", expire_seconds as "expireInSeconds"
    from ${sql.id(await jobSchemaIn(db))}.queue`.execute(db);
  return Object.entries(queues).every(([name, maxDelay]) =>
    installed.some((queue) => isDeepStrictEqual({ ...queue }, { name, ...retriesOf(maxDelay) })),
  );
}

/**
 * Creates the job queue's tables and queues, as the schema's owner, unless they exist as this version needs them. `db` must not
 * be in a transaction: pg-boss creates the schema on a connection of its own, and a transaction that has looked for the schema
 * before may go on seeing none.
 */
export async function installJobs<Schema>(db: Kysely<Schema>, owner: pg.PoolConfig): Promise<void> {
  if (!(await isInstalled(db))) await install(owner, await jobSchemaIn(db));
}

/** Grants the server's role the use of the job queue, and no more. */
export async function grantJobs<Schema>(trx: Kysely<Schema>, serverRole: string): Promise<void> {
  const [schema, role] = [sql.id(await jobSchemaIn(trx)), sql.id(serverRole)];
  await sql`grant usage on schema ${schema} to ${role}`.execute(trx);
  await sql`grant select, insert, update, delete on all tables in schema ${schema} to ${role}`.execute(trx);
  await sql`grant execute on all functions in schema ${schema} to ${role}`.execute(trx);
}

async function install(owner: pg.PoolConfig, schema: string): Promise<void> {
  const pool = new pg.Pool({ ...owner, max: 2 });
  pool.on('error', () => undefined);
  const executeSql = async (text: string, values?: unknown[]) => {
    if (values?.length) return pool.query(text, values);
    const client = await pool.connect();
    try {
      const rows: unknown[] = [];
      for (const statement of statementsOf(text)) rows.push(...(await client.query(statement)).rows);
      client.release();
      return { rows };
    } catch (error) {
      // The text may have begun a transaction.
      client.release(true);
      throw error;
    }
  };
  try {
    const boss = new PgBoss({ db: { executeSql }, schema, supervise: false, schedule: false });
    boss.on('error', () => undefined);
    await boss.start();
    for (const [name, maxDelay] of Object.entries(queues)) {
      const retries = retriesOf(maxDelay);
      await boss.createQueue(name, retries);
      // `createQueue` does not change an existing queue.
      await boss.updateQueue(name, retries);
    }
    await boss.stop({ graceful: false });
  } finally {
    await pool.end();
  }
}
