import {
  callPlace,
  inCallOrder,
  type LateLoan,
  type listLateLoans,
  maxShownLoans,
  type Queue,
  queues,
} from '@hiram/contract/console/collections';
import type { StaffInput } from '@hiram/contract/console/staff-call';
import type { OrderId, StaffId } from '@hiram/contract/ids';
import { addDays, daysBetween, type LocalDate, localDate } from '@hiram/loan';
import { sql } from 'kysely';
import type { Brand } from '../../brands/brand.ts';
import { brandOf } from '../../brands/brand-of.ts';
import type { StrategyStep } from '../../brands/messages/strategy.ts';
import { type AgencyOfPerson, agencyOf } from '../../lending/collections/assignments.ts';
import { daysOfBucket } from '../../lending/collections/expected.ts';
import { type ComputedLoan, computedLoans } from '../../lending/collections/late-figures.ts';
import { mayContact } from '../../lending/contact/may-contact.ts';
import { complaintsOf, isRequestedOf, requestsOf, waitingOf } from '../../lending/loans/open-matters.ts';
import type { Order } from '../../lending/loans/order-store.ts';
import { activeStrategy, hasCallDue } from '../../lending/strategy/strategies.ts';
import { dayIn } from '../../platform/clock/clock.ts';
import { NotFound } from '../../platform/errors/rejection.ts';
import { knownId } from '../../platform/ids.ts';
import { notePlaces } from '../access/cells/merge-answers.ts';
import { named, namesInList } from '../access/personal-data/names.ts';
import { hasRight } from '../access/rights.ts';
import type { StaffRequest } from '../access/serve-staff.ts';
import { oneBrandOf } from '../actions/scope.ts';

/** The part of the desk that the caller sees: every late loan of the brand, or the loans of an agency; undefined: none. */
export interface Sight {
  readonly brand: string;
  /** The brand’s. */
  readonly timeZone: string;
  readonly today: LocalDate;
  readonly agency: AgencyOfPerson | undefined;
  readonly isEverything: boolean;
  /** The steps of the strategy in effect. */
  readonly steps: readonly StrategyStep[];
  /** Days by which the sandbox's business days are ahead. */
  readonly ahead: number;
}

export async function sightOf(request: StaffRequest): Promise<Sight> {
  const { context, db, session, rights } = request;
  const brand = oneBrandOf(request);
  const { brands, clock, defaultBrand } = context.appContext;
  const { timeZone } = brands.get(brand) ?? defaultBrand;
  const today = await clock.today(db, timeZone);
  const agency = await agencyOf(db, session.staffId, today);
  // A person of an agency sees its loans alone, whatever other role they have.
  const { steps } = await activeStrategy(db, brand);
  const isEverything = !agency && hasRight(rights, 'collections.readAll', brand);
  return {
    brand,
    timeZone,
    today,
    agency,
    isEverything,
    steps,
    ahead: daysBetween(dayIn(timeZone, request.now), today),
  };
}

/** A late loan that the caller may see. Throws NotFound for any other. */
export async function loadLateLoan(request: StaffRequest, sight: Sight, orderId: OrderId): Promise<Order> {
  const order = await request.db
    .selectFrom('loan_order')
    .selectAll()
    .where('id', '=', knownId(orderId))
    .where(isInSight(sight))
    .executeTakeFirst();
  if (!order) throw new NotFound('no late loan of the desk');
  return order;
}

/**
 * The condition that a row of `loan_order` is a late loan of the caller's part. The status is a literal: by
 * it the index of late loans is known to hold them.
 */
const isInSight = ({ brand, agency, isEverything }: Sight) => sql<boolean>`loan_order.brand = ${brand}
  and loan_order.status = 'overdue' and ${isEverything ? sql`true` : ownedBy(sql`agency_id = ${agency?.agencyId ?? null}`)}`;

/** The condition that a loan is assigned to somebody. */
const ownedBy = (whose: ReturnType<typeof sql>) => sql<boolean>`exists (
  select from collection_assignment where collection_assignment.order_id = loan_order.id and ended_at is null and ${whose})`;

const shownAtOnce = 50;

type Narrowing = StaffInput<typeof listLateLoans>;

/** The condition of a queue on a late loan with its figures. */
function inQueue(bucket: Queue, { today, steps, ahead }: Sight) {
  if (bucket === 'callDue') return hasCallDue(steps, today, ahead);
  if (bucket === 'promiseBroken') return sql<boolean>`has_broken_promise`;
  if (bucket === 'promiseToday') return sql<boolean>`is_promised_today`;
  const { from, to } = daysOfBucket(bucket);
  const first = to > 5_000 ? localDate('2000-01-01') : addDays(today, -to);
  return sql<boolean>`next_due_on between ${first}::date and ${addDays(today, -from)}::date`;
}

/** The number of loans of each queue, and the loans of one. A loan may be in several queues. */
export interface Queues {
  readonly counts: readonly { readonly bucket: Queue; readonly count: number }[];
  readonly rows: readonly LateLoan[];
  readonly isLast: boolean;
}

/**
 * Counts the queues, and lists the loans of one in the order in which they are called: promises first, then
 * what a call is expected to bring, then the oldest. Of the loans that one list shows at most, those with an
 * open matter come behind, and those that nobody may call last. The database reads the late loans once and
 * orders them by the figures of today; those that are shown come from the engine.
 */
export async function readQueues(request: StaffRequest, sight: Sight, narrowing: Narrowing): Promise<Queues> {
  const { db, session } = request;
  const { most = shownAtOnce } = narrowing;
  const { rows: read } = await sql<{ counts: readonly number[]; ids: readonly OrderId[] | null }>`
    with late as materialized (
      select id, loan_order.borrower_id, next_due_on, loan_order.client_kind, loan_order.amount, coalesce(due, loan_order.amount) as due,
        coalesce(expected, 0) as expected, called_on, coalesce(has_broken_promise, false) as has_broken_promise,
        coalesce(is_promised_today, false) as is_promised_today, ${isRequested(narrowing, session.staffId)} as is_requested
      from loan_order left join late_figure
        on late_figure.borrower_id = loan_order.borrower_id and late_figure.order_id = loan_order.id
      where ${isInSight(sight)}
    )
    select array[${sql.join(queues.map((queue) => sql`count(*) filter (where ${inQueue(queue, sight)})`))}]::int[] as counts,
      (select array_agg(id order by put_back, place) from (
        select id, place, ${putBackNow(request.now)} as put_back from (
        select id, borrower_id, row_number() over (order by case when has_broken_promise then 0 when is_promised_today then 1 else 2 end,
          expected desc, next_due_on, id) as place from late where is_requested and ${narrowing.bucket ? inQueue(narrowing.bucket, sight) : sql`true`}
          and due between ${narrowing.from ?? 0} and ${narrowing.to ?? Number.MAX_SAFE_INTEGER}
        order by place limit ${maxShownLoans + 1}) first order by put_back, place limit ${most + 1}) called) as ids
    from late`.execute(db);
  const counts = queues.map((bucket, at) => ({ bucket, count: read[0]?.counts[at] ?? 0 }));
  const ids = read[0]?.ids ?? [];
  const orders =
    ids.length === 0
      ? []
      : await db.selectFrom('loan_order').selectAll().where('id', 'in', ids.slice(0, most)).execute();
  const place = new Map(ids.map((id, at) => [id, at]));
  orders.sort((a, b) => (place.get(a.id) ?? 0) - (place.get(b.id) ?? 0));
  const rows = [...(await shownLoans(request, sight, await computedLoans(db, orders, sight.today)))];
  // The attempts of today, which no index counts, put a loan back as well; and a promise that came due since the
  // figures of the night puts it first.
  rows.sort(inCallOrder);
  notePlaces('rows', rows, (row) => ({ key: callPlace(row) }));
  return { counts, rows, isLast: ids.length <= most };
}

/** What `putBack` says, as far as the database knows it, of a late loan. */
const putBackNow = (now: Date) => sql`case
  when exists (select from contact_stopped where contact_stopped.borrower_id = first.borrower_id and since <= ${now}
    and (until is null or until > ${now}) and (channels is null or 'call' = any(channels))) then 2
  when ${complaintsOf(sql`first`)} > 0 or ${waitingOf(sql`first`)} > 0 or ${isRequestedOf(sql`first`, now)} then 1 else 0 end`;

/** The condition on product and owner of a row of `loan_order`. */
function isRequested({ product, agencyId, whose }: Narrowing, staffId: StaffId) {
  const conditions = [sql<boolean>`true`];
  if (product) conditions.push(sql`product_id in (select product.id from product where code = ${product})`);
  if (agencyId) conditions.push(ownedBy(sql`agency_id = ${agencyId}`));
  if (whose === 'mine') conditions.push(ownedBy(sql`staff_id = ${staffId}`));
  if (whose === 'nobody') conditions.push(sql`not ${ownedBy(sql`true`)}`);
  if (whose === 'mineOrNobody')
    conditions.push(sql`not ${ownedBy(sql`staff_id is distinct from ${staffId}`)}`);
  return sql.join(conditions, sql` and `);
}

/** The rows of loans, with names as far as the caller may see them, whose they are, and whether they may be called now. */
export async function shownLoans(
  request: StaffRequest,
  sight: Sight,
  loans: readonly ComputedLoan[],
): Promise<readonly LateLoan[]> {
  const { context, db, session, now } = request;
  if (loans.length === 0) return [];
  const by = contactBy(session.staffId, sight.agency);
  const allowed = await mayContact(
    db,
    context.appContext,
    loans.map(({ order }) => ({
      borrower: order.borrower_id,
      order: order.id,
      channel: 'call',
      purpose: 'collection',
      by,
    })),
    now,
  );
  const rows = loans.map(({ order }) => ({
    borrowerId: order.borrower_id,
    brand: order.brand,
    place: 'lateLoan' as const,
  }));
  const nameOf = await namesInList(request, 'collections', rows);
  const ids = loans.map(({ order }) => order.id);
  const facts = await db
    .selectFrom('loan_order')
    .innerJoin('product', 'product.id', 'loan_order.product_id')
    .leftJoin('collection_assignment as assigned', (join) =>
      join
        .onRef('assigned.borrower_id', '=', 'loan_order.borrower_id')
        .onRef('assigned.order_id', '=', 'loan_order.id')
        .on('assigned.ended_at', 'is', null),
    )
    .leftJoin('staff', 'staff.id', 'assigned.staff_id')
    .leftJoin('agency', 'agency.id', 'assigned.agency_id')
    .select(['loan_order.id', 'product.name as product', 'staff_id'])
    .select(['staff.name as staff', 'agency.name as agency'])
    .select([complaintsOf(sql`loan_order`).as('complaints'), waitingOf(sql`loan_order`).as('waiting')])
    .select(requestsOf(sql`loan_order`, now).as('requests'))
    .where('loan_order.id', 'in', ids)
    .execute();
  const shown: LateLoan[] = [];
  for (const [at, { order, current, bucket, expected, last, promise }] of loans.entries()) {
    const may = allowed[at];
    const name = nameOf({ borrowerId: order.borrower_id, brand: order.brand, place: 'lateLoan' });
    const fact = facts.find(({ id }) => id === order.id);
    const owner = fact?.staff ?? fact?.agency;
    shown.push({
      orderId: order.id,
      borrowerId: order.borrower_id,
      ...named(name),
      product: fact?.product ?? '',
      bucket,
      daysLate: current.daysLate,
      due: current.due,
      owed: current.owedInAll,
      // What was reported as paid brings no call more.
      expected: fact && fact.waiting >= current.due ? 0 : expected,
      ...(last ? { lastOutcome: last } : {}),
      ...(promise ? { promise } : {}),
      ...(owner ? { owner: { name: owner, isSelf: fact?.staff_id === session.staffId } } : {}),
      may: may?.ok
        ? { ok: true }
        : {
            ok: false,
            why: may?.why,
            ...(may?.from ? fromOf(brandOfLoan(request, order), now, may.from) : {}),
          },
      ...(fact && fact.complaints + fact.waiting + fact.requests.length > 0
        ? { open: { complaints: fact.complaints, waiting: fact.waiting, requests: fact.requests } }
        : {}),
    });
  }
  return shown;
}

/** From when a borrower may be called, and the first public holiday until then, which is why it is not sooner. */
export function fromOf({ holidays, timeZone }: Pick<Brand, 'holidays' | 'timeZone'>, now: Date, from: Date) {
  const [first] = [...holidays]
    .filter(([day]) => day >= dayIn(timeZone, now) && day < dayIn(timeZone, from))
    .sort();
  const holiday = first && { on: localDate(first[0]), name: first[1] };
  return { from: from.toISOString(), ...(holiday ? { holiday } : {}) };
}

export function contactBy(staffId: StaffRequest['session']['staffId'], agency: AgencyOfPerson | undefined) {
  return agency?.agencyId === undefined
    ? ({ kind: 'staff', staffId } as const)
    : ({ kind: 'agency', staffId, agencyId: agency.agencyId } as const);
}

/** The brand's settings of a loan. */
export const brandOfLoan = (request: StaffRequest, order: Order) =>
  brandOf(request.context.appContext, order);
