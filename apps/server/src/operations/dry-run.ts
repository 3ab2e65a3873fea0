import { sql } from 'kysely';
import { type Db, inLongWork } from '../platform/database/connection/connect.ts';

/** Rows that a transaction changed, by table. */
interface TableChange {
  readonly table: string;
  readonly inserted: number;
  readonly updated: number;
  readonly deleted: number;
}

/** The changes that a real run would make. */
export interface Changes {
  readonly tables: readonly TableChange[];
  /** Its audit entries, in order. */
  readonly entries: readonly { readonly subject: string; readonly id: string; readonly action: string }[];
}

/**
 * Runs the work in one transaction that is rolled back: the same statements as a real run, including deferred constraints,
 * without lasting changes.
 */
export const rehearse = <Result>(
  db: Db,
  work: (trx: Db) => Promise<Result>,
): Promise<{ result: Result; changes: Changes }> => inLongWork(() => rollBack(db, work));

async function rollBack<Result>(
  db: Db,
  work: (trx: Db) => Promise<Result>,
): Promise<{ result: Result; changes: Changes }> {
  const trx = await db.startTransaction().execute();
  try {
    // The work may query a provider inside this transaction, which a real run does before its own, or import
    // for minutes by another login.
    await sql`set local idle_in_transaction_session_timeout = '20min'`.execute(trx);
    const before = await countsOf(trx);
    const last = await lastEntry(trx);
    const result = await work(trx);
    await sql`set constraints all immediate`.execute(trx);
    const after = await countsOf(trx);
    return { result, changes: { tables: difference(before, after), entries: await entriesAfter(trx, last) } };
  } finally {
    await trx.rollback().execute();
  }
}

type Counts = ReadonlyMap<string, TableChange>;

/**
 * The connection's unreported changes. They include those of earlier transactions, so a dry run reports the difference of
 * two readings.
 */
async function countsOf(trx: Db): Promise<Counts> {
  const { rows } = await sql<{ table: string; inserted: string; updated: string; deleted: string }>`
    select case schemaname when current_schema() then relname else schemaname || '.' || relname end as table,
      n_tup_ins as inserted, n_tup_upd as updated, n_tup_del as deleted
    from pg_stat_xact_user_tables where n_tup_ins + n_tup_upd + n_tup_del > 0 and relname not like 'audit_entry%'
    order by 1`.execute(trx);
  return new Map(
    rows.map(({ table, inserted, updated, deleted }) => [
      table,
      { table, inserted: Number(inserted), updated: Number(updated), deleted: Number(deleted) },
    ]),
  );
}

function difference(before: Counts, after: Counts): readonly TableChange[] {
  return [...after.values()]
    .map(({ table, inserted, updated, deleted }) => {
      const earlier = before.get(table);
      return {
        table,
        inserted: inserted - (earlier?.inserted ?? 0),
        updated: updated - (earlier?.updated ?? 0),
        deleted: deleted - (earlier?.deleted ?? 0),
      };
    })
    .filter(({ inserted, updated, deleted }) => inserted + updated + deleted > 0);
}

async function lastEntry(trx: Db): Promise<string> {
  const { rows } = await sql<{
    last: string;
  }>`select coalesce(max(id), 0)::text as last from audit_entry`.execute(trx);
  return rows[0]?.last ?? '0';
}

async function entriesAfter(trx: Db, last: string): Promise<Changes['entries']> {
  const { rows } = await sql<{ subject: string; id: string; action: string }>`
    select subject, subject_id as id, concat_ws(' ', action, detail) as action from audit_entry
    where id > ${last}::bigint and xmin = pg_current_xact_id()::xid order by audit_entry.id`.execute(trx);
  return rows;
}

/** Formats a dry run's changes for people. */
export function changeLines({ tables, entries }: Changes): readonly string[] {
  if (tables.length === 0) return ['Dry run: nothing would change.'];
  const count = (number: number, verb: string) => (number === 0 ? [] : [`${number} ${verb}`]);
  return [
    'Dry run: nothing was changed. Without --dry-run it changes:',
    ...tables.map(
      ({ table, inserted, updated, deleted }) =>
        `  ${table}: ${[...count(inserted, 'inserted'), ...count(updated, 'updated'), ...count(deleted, 'deleted')].join(', ')}`,
    ),
    ...entries.map(({ subject, id, action }) => `  audit trail: ${subject} ${id}: ${action}`),
  ];
}

/** Joins the changes of two successive steps with different logins. */
export function mergeChanges(first: Changes | undefined, second: Changes | undefined): Changes | undefined {
  if (!first || !second) return first ?? second;
  return {
    tables: [...first.tables, ...second.tables],
    entries: [...first.entries, ...second.entries],
  };
}
