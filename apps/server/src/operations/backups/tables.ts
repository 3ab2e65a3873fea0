import type pg from 'pg';
import { namedSchema } from '../../platform/database/connection/endpoint.ts';
import { jobSchemaOf } from '../../platform/database/install-queue.ts';

/** A table whose rows go into a backup. */
export interface BackupTable {
  readonly name: string;
  readonly columns: readonly string[];
}

/** The schema of a connection's tables, whether it exists or not, and that of its job queue. */
export async function schemasOf(
  client: pg.ClientBase,
): Promise<{ readonly tables: string; readonly jobs: string }> {
  const { rows } = await client.query<{ tables: string }>(`select ${namedSchema} as tables`);
  const tables = rows[0]?.tables ?? '';
  return { tables, jobs: jobSchemaOf(tables) };
}

/** The migrator's own tables, which the migrations create again. */
const migratorTables = new Set(['kysely_migration', 'kysely_migration_lock']);

/**
 * Every table with its columns, referenced tables before those that refer to them, so that the rows can be restored in this
 * order. Partitions are included through their parent table.
 */
export async function tablesOf(client: pg.ClientBase): Promise<readonly BackupTable[]> {
  const { rows } = await client.query<{ name: string; columns: string[] }>(`
    select c.relname as name,
      array_agg(a.attname::text order by a.attnum) as columns
    from pg_class c
      join pg_namespace n on n.oid = c.relnamespace
      join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    where n.nspname = ${namedSchema} and c.relkind in ('r', 'p') and not c.relispartition
    group by c.relname order by c.relname`);
  const { rows: references } = await client.query<{ from: string; to: string }>(`
    select distinct f.relname as "from", t.relname as "to"
    from pg_constraint k join pg_class f on f.oid = k.conrelid join pg_class t on t.oid = k.confrelid
    where k.contype = 'f' and f.relname <> t.relname and f.relnamespace = (${namedSchema})::regnamespace`);
  const remaining = new Map(
    rows.filter(({ name }) => !migratorTables.has(name)).map((table) => [table.name, table]),
  );
  const ordered: BackupTable[] = [];
  while (remaining.size > 0) {
    const ready = [...remaining.values()].filter(
      ({ name }) => !references.some((reference) => reference.from === name && remaining.has(reference.to)),
    );
    if (ready.length === 0)
      throw new Error(`tables that reference each other: ${[...remaining.keys()].join(', ')}`);
    for (const table of ready) {
      ordered.push(table);
      remaining.delete(table.name);
    }
  }
  return ordered;
}

export function quoteIdentifier(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

export function columnList({ columns }: BackupTable): string {
  return columns.map(quoteIdentifier).join(', ');
}
