import pg from 'pg';
import { defaultSchema } from '../../platform/database/connection/endpoint.ts';
import { type Migrations, migrations } from '../../platform/database/migrate.ts';
import { BackupError, readEntries } from './format.ts';
import { schemasOf } from './tables.ts';
import type { BackupCounts, Manifest } from './write-backup.ts';

/**
 * Reads a whole backup as a restore does, and changes nothing. Checks every digest, completeness, whether this version knows
 * its schema, and whether the database is empty. `owner`: undefined if there is no database yet. Throws BackupError with a
 * one-line message.
 */
export async function verifyBackup(options: {
  readonly owner: pg.PoolConfig | undefined;
  readonly file: string;
  readonly passphrase: string | undefined;
}): Promise<BackupCounts & { readonly manifest: Manifest }> {
  if (options.owner) await requireEmptyAt(options.owner);
  let manifest: Manifest | undefined;
  let summary: (BackupCounts & { readonly sums: Record<string, string> }) | undefined;
  const sums: Record<string, string> = {};
  let files = 0;
  for await (const entry of readEntries(options.file, options.passphrase)) {
    const { kind, name } = entry.header;
    const isJson = kind === 'manifest' || kind === 'end';
    const parts: Buffer[] = [];
    // Reading an entry to its end checks its digest; only the manifest and the summary stay in memory.
    for await (const part of entry.pieces) if (isJson) parts.push(part);
    if (kind === 'manifest') manifest = JSON.parse(Buffer.concat(parts).toString('utf8'));
    else if (kind === 'end') summary = JSON.parse(Buffer.concat(parts).toString('utf8'));
    else if (kind === 'file') files += 1;
    else sums[name] = entry.sum();
  }
  if (!manifest || !summary) throw new BackupError('the backup is incomplete');
  requireKnownSchema(manifest);
  for (const name of Object.keys(summary.tables))
    if (summary.sums[name] !== sums[name]) throw new BackupError(`${name} differs from its digest`);
  return { tables: summary.tables, files, manifest };
}

async function requireEmptyAt(owner: pg.PoolConfig): Promise<void> {
  const client = new pg.Client(owner);
  await client.connect();
  try {
    await requireEmpty(client);
  } finally {
    await client.end();
  }
}

/** Throws BackupError if the database contains any table or view. */
export async function requireEmpty(client: pg.Client): Promise<void> {
  const { tables, jobs } = await schemasOf(client);
  // A cell's schema may stand beside others; a whole database is empty.
  const isInstallation = tables === defaultSchema ? "or c.relname = 'installation'" : '';
  const { rows } = await client.query(
    `select 1 from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where (n.nspname in ('${tables}', '${jobs}') ${isInstallation}) and c.relkind in ('r', 'p', 'v') limit 1`,
  );
  if (rows.length > 0) throw new BackupError('this database is not empty: restore into a new one');
}

/** Returns the name of the schema's last migration. Throws BackupError if only a newer version has the schema. */
export function requireKnownSchema({ migrations: names }: Manifest, list: Migrations = migrations): string {
  const last = names.at(-1);
  if (last === undefined) throw new BackupError('the backup does not contain the version of its schema');
  const unknown = names.find((name) => !(name in list));
  if (unknown !== undefined)
    throw new BackupError(`the backup is from a newer version of Hiram, which has ${unknown}`);
  return last;
}
