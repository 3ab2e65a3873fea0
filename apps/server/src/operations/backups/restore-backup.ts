import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Kysely, PostgresDialect } from 'kysely';
import { Migrator } from 'kysely/migration';
import pg from 'pg';
import { from } from 'pg-copy-streams';
import { checkLedger } from '../../lending/ledger/ledger.ts';
import { actAs } from '../../platform/database/actor.ts';
import { openDatabase, openPool } from '../../platform/database/connection/connect.ts';
import { defaultSchema, namedSchema } from '../../platform/database/connection/endpoint.ts';
import { type Migrations, migrate, migrations } from '../../platform/database/migrate.ts';
import { addAuditEntry, setCommandActor } from '../../platform/database/operator.ts';
import type { FilesPort } from '../../providers/ports/files.ts';
import { type BackupEntry, BackupError, readEntries } from './format.ts';
import { columnList, quoteIdentifier, schemasOf, tablesOf } from './tables.ts';
import { requireEmpty, requireKnownSchema } from './verify-backup.ts';
import type { BackupCounts, Manifest } from './write-backup.ts';

/**
 * Restores a backup into an empty database at the backup's schema, checks that every row is there, migrates to the latest
 * schema, and checks the ledger. The audit trail is restored too and gets an entry of the restore. Throws BackupError with a
 * one-line message; then the database is empty again.
 */
export async function restoreBackup(options: {
  readonly owner: pg.PoolConfig;
  readonly file: string;
  readonly passphrase: string | undefined;
  /** The pictures' folder; undefined if they are in a store. */
  readonly files: FilesPort | undefined;
  /** Another version's migrations, for tests. */
  readonly list?: Migrations;
}): Promise<BackupCounts & { readonly manifest: Manifest }> {
  const client = new pg.Client({ ...options.owner, statement_timeout: 0 });
  await client.connect();
  try {
    await setCommandActor(client, 'backups restore');
    await requireEmpty(client);
    const { tables, jobs } = await schemasOf(client);
    await client.query(`create schema if not exists ${tables}`);
    try {
      return await restoreInto(client, options);
    } catch (error) {
      await client.query('rollback').catch(() => undefined);
      await client.query(
        `drop schema if exists ${jobs} cascade; drop schema ${tables} cascade; create schema ${tables}`,
      );
      throw error;
    }
  } finally {
    await client.end();
  }
}

async function restoreInto(
  client: pg.Client,
  { owner, file, passphrase, files, list = migrations }: Parameters<typeof restoreBackup>[0],
): Promise<BackupCounts & { readonly manifest: Manifest }> {
  let manifest: Manifest | undefined;
  let summary: (BackupCounts & { readonly sums: Record<string, string> }) | undefined;
  const tables: Record<string, number> = {};
  const sums: Record<string, string> = {};
  const jobs: Buffer[] = [];
  let fileCount = 0;
  for await (const entry of readEntries(file, passphrase)) {
    const { kind, name } = entry.header;
    if (kind === 'manifest') {
      const parsed: Manifest = JSON.parse((await readAll(entry)).toString('utf8'));
      manifest = parsed;
      await prepare(client, owner, parsed, list);
    } else if (!manifest) throw new BackupError('the backup has no manifest');
    else if (kind === 'end') summary = JSON.parse((await readAll(entry)).toString('utf8'));
    else if (kind === 'file') {
      const bytes = await readAll(entry);
      await files?.put(name, bytes);
      fileCount += 1;
    } else if (name === 'jobs') {
      jobs.push(await readAll(entry));
      sums[name] = entry.sum();
    } else {
      tables[name] = await load(client, entry);
      sums[name] = entry.sum();
    }
  }
  if (!manifest || !summary) throw new BackupError('the backup is incomplete');
  for (const [name, rows] of Object.entries(summary.tables)) {
    if (summary.sums[name] !== sums[name]) throw new BackupError(`${name} differs from its digest`);
    if (name !== 'jobs' && tables[name] !== rows)
      throw new BackupError(`${name}: ${tables[name] ?? 0} rows of ${rows}`);
  }
  await setTriggers(client, 'enable');
  await resetSequences(client);
  const detail = `of ${manifest.at}`;
  const isRecorded = await addAuditEntry(client, 'restore', detail);
  await client.query('commit');
  await actAs('command backups restore', () => migrate(owner, manifest.sandbox, list));
  if (!isRecorded) await addAuditEntry(client, 'restore', detail);
  await loadJobs(client, Buffer.concat(jobs));
  const pool = openPool(owner, 2);
  try {
    const { broken, damaged } = await checkLedger(openDatabase(pool));
    if (broken.length > 0) throw new BackupError(`${broken.length} journals do not balance`);
    if (damaged.length > 0) throw new BackupError(`the archive is damaged: ${damaged.join(', ')}`);
  } finally {
    await pool.end();
  }
  return { tables, files: fileCount, manifest };
}

async function readAll(entry: BackupEntry): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of entry.pieces) parts.push(part);
  return Buffer.concat(parts);
}

/** Creates the backup's schema and begins the transaction that loads everything. */
async function prepare(
  client: pg.Client,
  owner: pg.PoolConfig,
  manifest: Manifest,
  list: Migrations,
): Promise<void> {
  const last = requireKnownSchema(manifest, list);
  const pool = new pg.Pool({ ...owner, max: 2 });
  try {
    const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
    const { tables } = await schemasOf(client);
    const migrator = new Migrator({
      db,
      provider: { getMigrations: async () => list },
      // Without its schema it would find that of another cell.
      ...(tables === defaultSchema ? {} : { migrationTableSchema: tables }),
    });
    const { error } = await migrator.migrateTo(last);
    if (error) throw error;
  } finally {
    await pool.end();
  }
  await client.query('begin');
  await setTriggers(client, 'disable');
  // The backup contains the rows that migrations insert.
  for (const { name } of [...(await tablesOf(client))].reverse())
    await client.query(`delete from ${quoteIdentifier(name)}`);
  for (const day of manifest.trackingDays)
    await client.query('select ensure_tracking_partition($1::date)', [day]);
}

/** Sets identity sequences to continue after the last row. */
async function resetSequences(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ table: string; column: string }>(
    `select c.relname as "table", a.attname as "column" from pg_attribute a join pg_class c on c.oid = a.attrelid
       join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = ${namedSchema} and a.attidentity <> '' and not a.attisdropped`,
  );
  for (const { table, column } of rows)
    await client.query(
      `select setval(pg_get_serial_sequence($1, $2), coalesce((select max(${quoteIdentifier(column)}) from ${quoteIdentifier(table)}), 0) + 1, false)`,
      [quoteIdentifier(table), column],
    );
}

/** Enables or disables the triggers that protect append-only tables. Only the owner can, and only in this transaction. */
async function setTriggers(client: pg.Client, action: 'enable' | 'disable'): Promise<void> {
  for (const { name } of await tablesOf(client))
    await client.query(`alter table ${quoteIdentifier(name)} ${action} trigger user`);
}

async function load(client: pg.Client, { header, pieces }: BackupEntry): Promise<number> {
  const columns = header.columns ?? [];
  const table = (await tablesOf(client)).find(({ name }) => name === header.name);
  if (!table || columns.some((column) => !table.columns.includes(column)))
    throw new BackupError(`the backup has a table ${header.name} that its schema does not have`);
  const copy = client.query(
    from(`copy ${quoteIdentifier(header.name)} (${columnList({ ...table, columns })}) from stdin`),
  );
  await pipeline(Readable.from(pieces), copy);
  return copy.rowCount;
}

/** Enqueues the jobs again with new ids, to run as soon as a server runs. */
async function loadJobs(client: pg.Client, rows: Buffer): Promise<void> {
  if (rows.length === 0) return;
  const columns = 'name, data, priority, retry_limit, retry_delay, retry_backoff, start_after, created_on';
  const { jobs } = await schemasOf(client);
  const copy = client.query(from(`copy ${jobs}.job (${columns}) from stdin`));
  await pipeline(Readable.from([rows]), copy);
}
