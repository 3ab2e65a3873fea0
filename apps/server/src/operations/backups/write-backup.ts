import { createHash } from 'node:crypto';
import { stat, unlink } from 'node:fs/promises';
import pg from 'pg';
import { to } from 'pg-copy-streams';
import { addAuditEntry, backupDone, setCommandActor } from '../../platform/database/operator.ts';
import type { FilesPort } from '../../providers/ports/files.ts';
import { BackupError, openWriter } from './format.ts';
import { backupDetail, neededKeys } from './needed-keys.ts';
import { columnList, quoteIdentifier, schemasOf, tablesOf } from './tables.ts';

/** The backup's description, its first entry. */
export interface Manifest {
  readonly at: string;
  readonly sandbox: boolean;
  /** Names of the migrations of its schema. */
  readonly migrations: readonly string[];
  readonly trackingDays: readonly string[];
  /** The ids of the data keys that its values need; backups of before this was written have none. */
  readonly keys?: readonly string[];
  /** True if it contains the pictures' files; otherwise they are in a store with its own backup. */
  readonly files: boolean;
}

export interface BackupCounts {
  /** Rows, by table. */
  readonly tables: Readonly<Record<string, number>>;
  readonly files: number;
}

/** Open jobs; finished jobs contain nothing that the tables do not. */
const openJobs = (
  schema: string,
) => `select name, data, priority, retry_limit, retry_delay, retry_backoff, start_after, created_on
  from ${schema}.job where state in ('created', 'retry', 'active')`;

/**
 * Writes a consistent snapshot of the database into one file while servers run. With a passphrase the file is encrypted. It
 * contains personal data, so the audit trail records its creation. `lacking`: the number of pictures that still exist but
 * whose files are missing. Throws BackupError with a one-line message; then there is no file.
 */
export async function writeBackup(options: {
  readonly owner: pg.PoolConfig;
  readonly file: string;
  readonly passphrase: string | undefined;
  /** The pictures' folder; undefined if they are in a store. */
  readonly files: FilesPort | undefined;
}): Promise<BackupCounts & { readonly lacking: number; readonly keys: readonly string[] }> {
  const { file } = options;
  if (
    await stat(file).then(
      () => true,
      () => false,
    )
  )
    throw new BackupError(`${file} exists already`);
  const client = new pg.Client({ ...options.owner, statement_timeout: 0 });
  await client.connect();
  const writer = openWriter(file, options.passphrase);
  try {
    await setCommandActor(client, 'backups create');
    const keys = await neededKeys(client);
    await addAuditEntry(client, 'backup', backupDetail(keys, options.passphrase !== undefined));
    await client.query('begin isolation level repeatable read read only');
    const { absent, at, ...counts } = await writeAll(client, writer, options.files);
    await client.query('commit');
    await writer.end();
    await addAuditEntry(client, backupDone, `of ${at}`);
    const { rows } = await client.query<{ lacking: number }>(
      'select count(*)::int as lacking from picture where file = any($1)',
      [absent],
    );
    return { ...counts, lacking: rows[0]?.lacking ?? 0, keys };
  } catch (error) {
    await unlink(file).catch(() => undefined);
    throw error;
  } finally {
    await client.end();
  }
}

async function writeAll(
  client: pg.Client,
  writer: ReturnType<typeof openWriter>,
  files: FilesPort | undefined,
): Promise<BackupCounts & { readonly absent: readonly string[]; readonly at: string }> {
  const names = async (text: string) =>
    (await client.query<{ name: string }>(text)).rows.map((row) => row.name);
  const { rows } = await client.query<{ sandbox: boolean }>('select sandbox from installation');
  const [installation] = rows;
  if (!installation) throw new BackupError('this is not a database of Hiram');
  const manifest: Manifest = {
    at: new Date().toISOString(),
    sandbox: installation.sandbox,
    migrations: await names('select name from kysely_migration order by name'),
    trackingDays: await names('select distinct day::text as name from tracking_event order by 1'),
    keys: await neededKeys(client),
    files: files !== undefined,
  };
  await writer.entry({ kind: 'manifest', name: 'manifest' }, [Buffer.from(JSON.stringify(manifest))]);
  const tables: Record<string, number> = {};
  const sums: Record<string, string> = {};
  for (const table of await tablesOf(client)) {
    const copy = client.query(
      to(`copy (select ${columnList(table)} from ${quoteIdentifier(table.name)}) to stdout`),
    );
    sums[table.name] = await writer.entry({ kind: 'table', ...table }, copy);
    tables[table.name] = copy.rowCount;
  }
  const copy = client.query(to(`copy (${openJobs((await schemasOf(client)).jobs)}) to stdout`));
  sums.jobs = await writer.entry({ kind: 'table', name: 'jobs' }, copy);
  tables.jobs = copy.rowCount;
  let fileCount = 0;
  const absent: string[] = [];
  for (const name of files ? await names('select file as name from picture order by 1') : []) {
    const bytes = await files?.get(name);
    // A picture that was removed after the snapshot: the backup contains its row without its file.
    if (!bytes) {
      absent.push(name);
      continue;
    }
    await writer.entry({ kind: 'file', name }, [bytes]);
    fileCount += 1;
  }
  const summary = JSON.stringify({ tables, sums, files: fileCount });
  await writer.entry({ kind: 'end', name: createHash('sha256').update(summary).digest('hex') }, [
    Buffer.from(summary),
  ]);
  return { tables, files: fileCount, absent, at: manifest.at };
}
