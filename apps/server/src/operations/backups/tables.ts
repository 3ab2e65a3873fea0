import type pg from 'pg';

/** A table whose rows go into a backup. */
export interface BackupTable {
  readonly name: string;
  readonly columns: readonly string[];
}

/** What the migrator keeps for itself: made anew by the migrations. */
const notOurs = new Set(['kysely_migration', 'kysely_migration_lock']);

/**
 * Every table of ours with its own columns, those that others name before those that name them, so that their rows can be
 * put back in this order. Parts of a table are in it through their whole.
 */
export async function tablesOf(client: pg.ClientBase): Promise<readonly BackupTable[]> {
  const { rows } = await client.query<{ name: string; columns: string[] }>(`
    select c.relname as name,
      array_agg(a.attname::text order by a.attnum) as columns
    from pg_class c
      join pg_namespace n on n.oid = c.relnamespace
      join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    where n.nspname = 'public' and c.relkind in ('r', 'p') and not c.relispartition
    group by c.relname order by c.relname`);
  const { rows: references } = await client.query<{ from: string; to: string }>(`
    select distinct f.relname as "from", t.relname as "to"
    from pg_constraint k join pg_class f on f.oid = k.conrelid join pg_class t on t.oid = k.confrelid
    where k.contype = 'f' and f.relname <> t.relname`);
  const left = new Map(rows.filter(({ name }) => !notOurs.has(name)).map((table) => [table.name, table]));
  const ordered: BackupTable[] = [];
  while (left.size > 0) {
    const free = [...left.values()].filter(
      ({ name }) => !references.some((one) => one.from === name && left.has(one.to)),
    );
    if (free.length === 0) throw new Error(`tables that name each other: ${[...left.keys()].join(', ')}`);
    for (const table of free) {
      ordered.push(table);
      left.delete(table.name);
    }
  }
  return ordered;
}

export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

export function columnList({ columns }: BackupTable): string {
  return columns.map(quoted).join(', ');
}
