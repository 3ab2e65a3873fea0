import type { ApprovalId, BorrowerId, StaffId } from '@hiram/contract/ids';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../platform/database/connection/connect.ts';
import type { About } from './about.ts';
import type { Cursor } from './cursor.ts';

/** The entries to read. */
export interface EntryFilter {
  readonly kind: 'all' | 'did' | 'read';
  readonly about: About | undefined;
  readonly staffId: StaffId | undefined;
  readonly subject: string | undefined;
  /** From the first instant up to the second, which is not part of it. */
  readonly between: readonly [Date, Date] | undefined;
  /** True: without the readings that a list of names writes by itself. */
  readonly withoutLists: boolean;
  /** Undefined: all, also entries that belong to no brand. */
  readonly brand: string | undefined;
  readonly after: Cursor | undefined;
}

/** An entry of either table, under common names. */
export interface EntryRow {
  readonly kind: 'did' | 'read';
  readonly id: string;
  /** Microseconds since 1970. */
  readonly micros: number;
  readonly actor: string;
  readonly login: string;
  readonly action: string;
  readonly subject: string;
  readonly subject_id: string;
  readonly borrower_id: BorrowerId | null;
  readonly staff_id: StaffId | null;
  readonly approval_id: ApprovalId | null;
  readonly detail: string;
  readonly reason: string;
}

/** The member of staff whom an actor names: the expression of the index. */
const staffOf = sql`substring(e.actor from ' staff ([0-9a-f-]{36})')`;
const instant = (micros: number) =>
  sql`('epoch'::timestamptz + ${micros}::bigint * interval '1 microsecond')`;
const micros = sql`(extract(epoch from e.at) * 1000000)::bigint`;

function both(parts: readonly RawBuilder<unknown>[]): RawBuilder<unknown> {
  return parts.length === 0 ? sql`true` : sql.join(parts, sql` and `);
}

/** The conditions that both tables share. A read can be of a page of borrowers. */
function common(filter: EntryFilter, kind: 'did' | 'read'): RawBuilder<unknown>[] {
  const { about, between, brand, subject } = filter;
  const isBorrower =
    kind === 'did' ? sql`b.id = e.borrower_id` : sql`(b.id = e.borrower_id or b.id = any(e.borrower_ids))`;
  const isOf = (borrowerId: BorrowerId) =>
    kind === 'did'
      ? sql`e.borrower_id = ${borrowerId}`
      : sql`(e.borrower_id = ${borrowerId} or e.borrower_ids @> array[${borrowerId}]::uuid[])`;
  return [
    ...(about?.kind === 'borrower' ? [isOf(about.borrowerId)] : []),
    ...(about?.kind === 'rows' ? [sql`e.subject_id in (${sql.join(about.ids)})`] : []),
    ...(subject === undefined ? [] : [sql`e.subject = ${subject}`]),
    ...(between ? [sql`e.at >= ${between[0]} and e.at < ${between[1]}`] : []),
    ...(brand === undefined
      ? []
      : [sql`exists (select from borrower b where ${isBorrower} and b.brand = ${brand})`]),
  ];
}

/** Entries that follow the cursor. Changes come before reads of the same instant. */
function afterCursor(kind: 'did' | 'read', after: Cursor | undefined): RawBuilder<unknown>[] {
  if (!after) return [];
  const at = instant(after.micros);
  if (after.kind === kind)
    return [sql`(e.at, e.id) < (${at}, ${after.id}::${sql.raw(kind === 'did' ? 'bigint' : 'uuid')})`];
  return [kind === 'did' ? sql`e.at < ${at}` : sql`e.at <= ${at}`];
}

async function readChanges(db: Db, filter: EntryFilter, limit: number): Promise<readonly EntryRow[]> {
  const { staffId, after } = filter;
  const conditions = [
    ...common(filter, 'did'),
    ...afterCursor('did', after),
    ...(staffId === undefined ? [] : [sql`e.actor like '% staff %' and ${staffOf} = ${staffId}`]),
  ];
  const { rows } = await sql<EntryRow>`
    select 'did' as kind, e.id::text, ${micros} as micros, coalesce(e.actor, '') as actor, e.login, e.action, e.subject,
      e.subject_id, e.borrower_id, ${staffOf} as staff_id,
      substring(e.actor from ' approval ([0-9a-f-]{36})') as approval_id, coalesce(e.detail, '') as detail, '' as reason
    from audit_entry e where ${both(conditions)} order by e.at desc, e.id desc limit ${limit}`.execute(db);
  return rows;
}

async function readReads(db: Db, filter: EntryFilter, limit: number): Promise<readonly EntryRow[]> {
  const { staffId, withoutLists, after } = filter;
  const conditions = [
    ...common(filter, 'read'),
    ...afterCursor('read', after),
    ...(staffId === undefined ? [] : [sql`e.staff_id = ${staffId}`]),
    ...(withoutLists ? [sql`e.subject <> 'list'`] : []),
  ];
  const { rows } = await sql<EntryRow>`
    select 'read' as kind, e.id::text, ${micros} as micros, '' as actor, '' as login, 'read' as action, e.subject,
      e.subject_id, e.borrower_id, e.staff_id::text, null as approval_id, e.field as detail, e.reason
    from staff_read e where ${both(conditions)} order by e.at desc, e.id desc limit ${limit}`.execute(db);
  return rows;
}

/** In the order of the list: the newest first, at one instant changes before reads. */
function inOrder(a: EntryRow, b: EntryRow): number {
  if (a.micros !== b.micros) return b.micros - a.micros;
  return a.kind === b.kind ? 0 : a.kind === 'did' ? -1 : 1;
}

/** The newest entries after the cursor, of both tables. */
export async function readEntries(db: Db, filter: EntryFilter, limit: number): Promise<readonly EntryRow[]> {
  const changes = filter.kind === 'read' ? [] : await readChanges(db, filter, limit);
  const reads = filter.kind === 'did' ? [] : await readReads(db, filter, limit);
  return [...changes, ...reads].sort(inOrder).slice(0, limit);
}
