import { allBrands } from '@hiram/contract/console/rights';
import type { StaffInput } from '@hiram/contract/console/staff-call';
import type { listTrail, TrailEntry } from '@hiram/contract/console/trail';
import { type ApprovalId, asId, type StaffId } from '@hiram/contract/ids';
import { addDays } from '@hiram/loan';
import { isLocalDate } from '@hiram/loan/local-date';
import { sql } from 'kysely';
import { validate } from 'uuid';
import { startOfDay } from '../../platform/clock/clock.ts';
import type { Db } from '../../platform/database/connection/connect.ts';
import { BadRequest, isRejection, type Rejection, reject } from '../../platform/errors/rejection.ts';
import { notePlaces } from '../access/cells/merge-answers.ts';
import type { StaffHandler, StaffRequest } from '../access/serve-staff.ts';
import { staffNames } from '../access/sign-in/staff-store.ts';
import { readAbout } from './about.ts';
import { type Cursor, cursorText, readCursor } from './cursor.ts';
import { type EntryFilter, type EntryRow, readEntries } from './read-entries.ts';

const pageSize = 50;

/** A call's filter, read and checked. Throws BadRequest. */
export async function trailFilter(
  input: StaffInput<typeof listTrail>,
  { context, db, brand }: StaffRequest,
): Promise<EntryFilter | Rejection<'unknownAbout'>> {
  const { kind, about: typed, staffId, subject, day, withoutLists = false, after } = input;
  if (staffId !== undefined && !validate(staffId)) throw new BadRequest('staffId', 'is no id');
  if (subject !== undefined && typed === undefined && staffId === undefined && day === undefined)
    throw new BadRequest('day', 'is needed beside a table');
  const own = brand === allBrands ? undefined : brand;
  const about = typed === undefined ? undefined : await readAbout(db, typed, own);
  if (typed !== undefined && !about) return reject('unknownAbout', { field: 'about' });
  const { brands } = context.appContext;
  const timeZone =
    (own === undefined ? undefined : brands.get(own)?.timeZone) ?? [...brands.values()][0]?.timeZone;
  if (day !== undefined && !isLocalDate(day)) throw new BadRequest('day', 'is no day');
  const between =
    day === undefined || timeZone === undefined
      ? undefined
      : ([startOfDay(timeZone, day), startOfDay(timeZone, addDays(day, 1))] as const);
  return { kind, about, staffId, subject, between, withoutLists, brand: own, after: readCursor(after) };
}

/** Until when checkpoints cover the trail, in microseconds since 1970. */
async function coveredUntil(db: Db): Promise<number> {
  const { rows } = await sql<{ micros: number | null }>`
    select (extract(epoch from upto) * 1000000)::bigint as micros from audit_checkpoint order by no desc limit 1`.execute(
    db,
  );
  return rows[0]?.micros ?? 0;
}

const known = <Value extends string>(ids: readonly (Value | null)[]) => [
  ...new Set(ids.filter((id) => id !== null)),
];

interface Figure {
  readonly name: string | null;
  readonly amount: number | null;
  readonly brand: string;
}

/** Kinds, actions and amounts of the rows that entries are about, by the rows' ids. */
async function figuresOf(db: Db, rows: readonly EntryRow[]): Promise<ReadonlyMap<string, Figure>> {
  const idsOf = (table: string) =>
    known(rows.map((row) => (row.subject === table && validate(row.subject_id) ? row.subject_id : null)));
  const ofTable = (table: string) => sql`select borrower_id, id, null as name, amount from ${sql.table(table)}
    where id = any(${idsOf(table)}::uuid[])`;
  const { rows: found } = await sql<Figure & { readonly id: string }>`
    select f.id, f.name, f.amount, b.brand from (
      ${ofTable('loan_order')} union all ${ofTable('payment')} union all ${ofTable('payout')}
      union all ${ofTable('payment_promise')}
      union all select borrower_id, id, kind, case when kind = 'waived' then (body ->> 'principal')::bigint
          + (body ->> 'interest')::bigint + (body ->> 'late')::bigint + (body ->> 'penalty')::bigint
        else (body ->> 'amount')::bigint end
        from loan_event where id = any(${idsOf('loan_event')}::uuid[])) f
    join borrower b on b.id = f.borrower_id
    union all select id, action, amount, brand from approval where id = any(${idsOf('approval')}::uuid[])`.execute(
    db,
  );
  return new Map(found.map(({ id, ...figure }) => [id, figure]));
}

/** Names, figures and reasons that entries refer to. */
async function shownEntries(db: Db, rows: readonly EntryRow[]): Promise<readonly TrailEntry[]> {
  const staffIds: readonly StaffId[] = known(rows.map((row) => row.staff_id));
  const approvalIds: readonly ApprovalId[] = known(
    rows.map(
      (row) =>
        row.approval_id ??
        (row.subject === 'approval' && validate(row.subject_id) ? asId<'approval'>(row.subject_id) : null),
    ),
  );
  const names = await staffNames(db, staffIds);
  const approvals =
    approvalIds.length === 0
      ? []
      : await db.selectFrom('approval').select(['id', 'reason']).where('id', 'in', approvalIds).execute();
  const figures = await figuresOf(db, rows);
  const coveredTo = await coveredUntil(db);
  return rows.map((row): TrailEntry => {
    const name = names.get(row.staff_id);
    const figure = figures.get(row.subject_id);
    const approval = approvals.find(({ id }) => id === (row.approval_id ?? row.subject_id));
    return {
      key: `${row.kind} ${row.id}`,
      kind: row.kind,
      at: new Date(row.micros / 1_000).toISOString(),
      ...(row.staff_id === null ? {} : { staffId: row.staff_id }),
      ...(name === undefined ? {} : { staffName: name }),
      actor: row.actor.replace(/ (staff|approval|session) .*$/, ''),
      login: row.login,
      action: row.action,
      subject: row.subject,
      subjectId: row.subject_id,
      ...(row.borrower_id === null ? {} : { borrowerId: row.borrower_id }),
      detail: row.detail,
      reason: row.kind === 'read' ? row.reason : (approval?.reason ?? ''),
      ...(approval ? { approvalId: approval.id } : {}),
      ...(figure && { brand: figure.brand }),
      ...(typeof figure?.name === 'string' && { name: figure.name }),
      ...(typeof figure?.amount === 'number' && { amount: figure.amount }),
      isCovered: row.kind === 'did' && row.micros <= coveredTo,
    };
  });
}

interface Page {
  readonly entries: readonly TrailEntry[];
  /** The last entry, if others follow. */
  readonly next: Cursor | undefined;
}

/** A page of entries. */
export async function trailPage(db: Db, filter: EntryFilter, size: number): Promise<Page> {
  const rows = await readEntries(db, filter, size + 1);
  const page = rows.slice(0, size);
  notePlaces(
    'entries',
    page,
    (row) => ({ key: [String(row.micros), row.kind, row.id], cursor: cursorText(row) }),
    true,
  );
  const last = page.at(-1);
  return {
    entries: await shownEntries(db, page),
    next: rows.length > size && last ? { ...last } : undefined,
  };
}

/** One page of the trail, the newest first. */
export const showTrail: StaffHandler<typeof listTrail> = async (input, staffRequest) => {
  const filter = await trailFilter(input, staffRequest);
  if (isRejection(filter)) return filter;
  const { entries, next } = await staffRequest.context.reports.read((db) => trailPage(db, filter, pageSize));
  return { entries: [...entries], ...(next === undefined ? {} : { next: cursorText(next) }) };
};
