import type { listTimeline, TimelineEntry, TimelineGroup } from '@hiram/contract/console/borrower';
import type { BorrowerId, OrderId } from '@hiram/contract/ids';
import { type RawBuilder, sql } from 'kysely';
import { brandOf } from '../../brands/brand-of.ts';
import { dayIn } from '../../platform/clock/clock.ts';
import type { Db } from '../../platform/database/connection/connect.ts';
import type { StaffHandler } from '../access/serve-staff.ts';
import { loadBorrower } from './load-borrower.ts';
import { messageWords } from './message-words.ts';
import { recordCard } from './record-card.ts';

const page = 50;

/** A row of every source, before it is answered. */
interface SourceRow {
  readonly at: Date;
  readonly id: string;
  readonly kind: string;
  readonly detail: string | null;
  readonly reason: string | null;
  readonly who: string | null;
  readonly order_id: OrderId | null;
  readonly amount: number | null;
}

/**
 * The events of a borrower, by group. Each query reads by an index that begins with the borrower, or with an order of
 * theirs, and answers `at, id, kind, detail, reason, who, order_id, amount`. An event of a loan stands at the day from
 * which it counts, with the time of its arrival.
 */
function sources(
  borrowerId: BorrowerId,
  timeZone: string,
): Readonly<Record<TimelineGroup, readonly RawBuilder<unknown>[]>> {
  return {
    money: [
      sql`select applied_at, id::text, 'order applied', null, null, null, id::text, amount
        from loan_order where borrower_id = ${borrowerId}`,
      sql`select decided_at, id::text, case when decided_at is not null and status = 'rejected' then 'order rejected' else 'order decided' end, null, null, null, id::text, amount
        from loan_order where borrower_id = ${borrowerId} and decided_at is not null`,
      sql`select (value_date + (arrived_at at time zone ${timeZone})::time) at time zone ${timeZone}, id::text, 'event ' || kind, body #>> '{note,reference}', body #>> '{note,reason}',
          nullif(concat_ws(' + ', body #>> '{note,by}', body #>> '{note,second}'), ''), order_id::text,
          coalesce((body ->> 'amount')::bigint, (body ->> 'principal')::bigint + (body ->> 'interest')::bigint + (body ->> 'late')::bigint + (body ->> 'penalty')::bigint)
        from every_loan_event where borrower_id = ${borrowerId}`,
      sql`select issued_at, id::text, 'code', pay_code, null, null, order_id::text, amount
        from payment_code where borrower_id = ${borrowerId}`,
    ],
    words: [
      sql`select created_at, id::text, 'complaint', reference, null, null, order_id::text, null::bigint
        from complaint where borrower_id = ${borrowerId}`,
      sql`select answered_at, id::text, 'answer', reference, null, null, order_id::text, null::bigint
        from complaint where borrower_id = ${borrowerId} and answered_at is not null`,
      sql`select created_at, id::text, 'text', kind, null, null, order_id::text, null::bigint
        from notice where borrower_id = ${borrowerId}`,
    ],
    staff: [
      sql`select note.at, note.id::text, 'note', note.text, null, staff.name, null, null::bigint
        from note join staff on staff.id = note.staff_id where borrower_id = ${borrowerId}`,
      sql`select requested_at, approval.id::text, 'action ' || action || ' ' || state, reference, reason, staff.name,
          case when subject = 'loan_order' then subject_id end, amount
        from approval join staff on staff.id = requested_by
        where subject_id in (select id::text from loan_order where borrower_id = ${borrowerId} union all select ${borrowerId}::text)`,
    ],
    access: [
      sql`select staff_read.at, staff_read.id::text, 'read', field, reason, staff.name, null, null::bigint
        from staff_read join staff on staff.id = staff_read.staff_id
        where borrower_id = ${borrowerId} or borrower_ids @> array[${borrowerId}::uuid]`,
      sql`select created_at, id::text, 'session', null, null, null, null, null::bigint
        from session where borrower_id = ${borrowerId}`,
      sql`select given_at, kind, 'consent', kind, null, null, null, null::bigint from consent where borrower_id = ${borrowerId}`,
      sql`select first_seen_at, device_id, 'device', name, null, null, null, null::bigint
        from device where borrower_id = ${borrowerId}`,
    ],
  };
}

/** What happened with a borrower, newest first: of one group, or of all but `access`. */
export const timeline: StaffHandler<typeof listTimeline> = async (input, staffRequest) => {
  const { context, db, brand } = staffRequest;
  const borrower = await loadBorrower(db, brand, input.borrowerId);
  const { id } = borrower;
  const { timeZone } = brandOf(context.appContext, borrower);
  const rows = await entriesBefore(db, sources(id, timeZone), input.group, input.before);
  const arrivals = await arrivalsOf(db, id, rows);
  await recordCard(staffRequest, id);
  return {
    entries: rows.slice(0, page).map(({ group, ...row }) => {
      const arrived = arrivals.get(row.id);
      const isOther = arrived !== undefined && dayIn(timeZone, arrived) !== dayIn(timeZone, row.at);
      return { ...shownEntry(row, group), ...(isOther ? { recordedAt: arrived.toISOString() } : {}) };
    }),
    isLast: rows.length <= page,
  };
};

/** The moments in which the events among the rows arrived. */
async function arrivalsOf(db: Db, borrowerId: BorrowerId, rows: readonly SourceRow[]) {
  const ids = rows.flatMap(({ kind, id }) => (kind.startsWith('event ') ? id : []));
  if (ids.length === 0) return new Map<string, Date>();
  const events = await sql<{ id: string; arrived_at: Date }>`select id::text, arrived_at
    from every_loan_event where borrower_id = ${borrowerId} and id = any(${ids}::uuid[])`.execute(db);
  return new Map(events.rows.map(({ id, arrived_at }) => [id, arrived_at]));
}

async function entriesBefore(
  db: Db,
  events: ReturnType<typeof sources>,
  group: TimelineGroup | undefined,
  before: string | undefined,
): Promise<readonly (SourceRow & { readonly group: TimelineGroup })[]> {
  const limit = before === undefined ? sql`` : sql`where at < ${before}::timestamptz`;
  const parts = Object.entries(events)
    .filter(([name]) => (group === undefined ? name !== 'access' : name === group))
    .flatMap(([name, queries]) =>
      queries.map(
        (query) => sql`(select ${name}::text as "group", source.* from (${query})
          as source (at, id, kind, detail, reason, who, order_id, amount) ${limit} order by at desc limit ${page + 1})`,
      ),
    );
  const { rows } = await sql<SourceRow & { readonly group: TimelineGroup }>`
    select * from (${sql.join(parts, sql` union all `)}) as entry order by at desc, kind, id limit ${page + 1}`.execute(
    db,
  );
  return rows;
}

function shownEntry(row: SourceRow, group: TimelineGroup): TimelineEntry {
  const { at, id, kind, detail, reason, who, order_id, amount } = row;
  return {
    key: `${kind} ${id}`,
    at: at.toISOString(),
    group,
    kind,
    detail: kind === 'text' ? messageWords(detail ?? '') : (detail ?? ''),
    ...(reason === null || reason === '' ? {} : { reason }),
    ...(who === null ? {} : { who }),
    ...(order_id === null ? {} : { orderId: order_id }),
    ...(amount === null ? {} : { amount: Number(amount) }),
  };
}
