import type pg from 'pg';

/** The largest tables with their rows and bytes. The partitions of the visitors' events count as one table. */
export async function tableSizes(owner: pg.Client): Promise<object[]> {
  const { rows } = await owner.query(`
    select relname as name, reltuples::bigint as rows, pg_table_size(c.oid) as table, pg_indexes_size(c.oid) as indexes
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = 'public' and c.relkind = 'r' and not relispartition order by pg_total_relation_size(c.oid) desc limit 20`);
  const { rows: parts } = await owner.query(`
    select 'tracking_event' as name, sum(reltuples)::bigint as rows, sum(pg_table_size(c.oid))::bigint as table,
      sum(pg_indexes_size(c.oid))::bigint as indexes from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'tracking_event'::regclass`);
  return [...rows, ...parts].map((row) =>
    Object.fromEntries(
      Object.entries(row).map(([key, value]) => [key, key === 'name' ? value : Number(value)]),
    ),
  );
}

/** Tables of more than 5 000 rows that a statement read as a whole, by PostgreSQL's own statistics. */
export async function sequentialScans(owner: pg.Client): Promise<object[]> {
  const { rows } = await owner.query(`
    select relname as name, seq_scan as scans, seq_tup_read as rows from pg_stat_user_tables
    where n_live_tup > 5000 and seq_scan > 0 order by seq_tup_read desc limit 20`);
  return rows.map((row) => ({ ...row, scans: Number(row.scans), rows: Number(row.rows) }));
}
