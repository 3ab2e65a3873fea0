import type { LateLoan, Queue } from '@hiram/contract/console/collections';
import type { AgencyId, OrderId } from '@hiram/contract/ids';
import { addDays, daysBetween, type LocalDate, localDate } from '@hiram/loan';
import { sql } from 'kysely';
import { brandOf } from '../../brands/brand-of.ts';
import type { StrategyStep } from '../../brands/messages/strategy.ts';
import { type AgencyOfPerson, agencyOf } from '../../lending/collections/assignments.ts';
import { daysOfBucket } from '../../lending/collections/expected.ts';
import { type ComputedLoan, computedLoans } from '../../lending/collections/late-figures.ts';
import { mayContactEach } from '../../lending/contact/may-contact.ts';
import type { Order } from '../../lending/loans/order-store.ts';
import { activeStrategy, hasCallDue } from '../../lending/strategy/strategies.ts';
import { dayIn } from '../../platform/clock/clock.ts';
import type { Db } from '../../platform/database/connection/connect.ts';
import { NotFound } from '../../platform/errors/rejection.ts';
import { knownId } from '../../platform/ids.ts';
import { notePlaces } from '../access/cells/merge-answers.ts';
import { named, namesInList } from '../access/personal-data/names.ts';
import { hasRight } from '../access/rights.ts';
import type { StaffRequest } from '../access/serve-staff.ts';
import { oneBrandOf } from '../actions/scope.ts';

/** They are called before any other loan, in this order. */
const promises: readonly string[] = ['promiseBroken', 'promiseToday'];

/** The part of the desk that the caller sees: every late loan of the brand, or the loans of an agency; undefined: none. */
export interface Sight {
  readonly brand: string;
  /** Of the brand. */
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
  const order = await lateOrders(request.db, sight)
    .where('loan_order.id', '=', knownId(orderId))
    .executeTakeFirst();
  if (!order) throw new NotFound('no late loan of the desk');
  return order;
}

function lateOrders(db: Db, { brand, agency, isEverything }: Sight) {
  let query = db
    .selectFrom('loan_order')
    .selectAll('loan_order')
    .where('loan_order.brand', '=', brand)
    // A literal: by it the partial index of late loans is known to hold them.
    .where(sql<boolean>`loan_order.status = 'overdue'`);
  if (!isEverything)
    query = query.where((eb) =>
      eb.exists(
        eb
          .selectFrom('collection_assignment')
          .select('collection_assignment.id')
          .whereRef('collection_assignment.order_id', '=', 'loan_order.id')
          .where('collection_assignment.ended_at', 'is', null)
          .where('collection_assignment.agency_id', '=', agency?.agencyId ?? (nobody as AgencyId)),
      ),
    );
  return query;
}
const nobody = '00000000-0000-0000-0000-000000000000';

const shownAtOnce = 50;

export interface Narrowing {
  readonly bucket?: Queue | undefined;
  readonly whose: 'mine' | 'nobody' | 'mineOrNobody' | 'all';
  readonly product?: string | undefined;
  readonly agencyId?: AgencyId | undefined;
  readonly from?: number | undefined;
  readonly to?: number | undefined;
  /** Loans that are shown; undefined: the first fifty. */
  readonly most?: number | undefined;
}

/** The condition of a queue on a late loan beside its figures. */
function inQueue(bucket: Queue, { today, steps, ahead }: Sight) {
  if (bucket === 'callDue') return hasCallDue(steps, today, ahead);
  if (bucket === 'promiseBroken') return sql<boolean>`coalesce(late_figure.has_broken_promise, false)`;
  if (bucket === 'promiseToday') return sql<boolean>`coalesce(late_figure.is_promised_today, false)`;
  const { from, to } = daysOfBucket(bucket);
  const first = to > 5_000 ? localDate('2000-01-01') : addDays(today, -to);
  return sql<boolean>`loan_order.next_due_on between ${first}::date and ${addDays(today, -from)}::date`;
}

/** The late loans of the caller beside their figures. */
const withFigures = (db: Db, sight: Sight) =>
  lateOrders(db, sight).leftJoin('late_figure', (join) =>
    join
      .onRef('late_figure.borrower_id', '=', 'loan_order.borrower_id')
      .onRef('late_figure.order_id', '=', 'loan_order.id'),
  );

/** The number of loans of each queue, in one reading. A loan may be in several. `unknown`: loans whose figures must be computed. */
export async function countQueues(db: Db, sight: Sight, queues: readonly Queue[]) {
  const counted = await withFigures(db, sight)
    .clearSelect()
    .select(
      sql<readonly string[]>`array[${sql.join(
        queues.map((queue) => sql`count(*) filter (where ${inQueue(queue, sight)})`),
      )}]::text[]`.as('counts'),
    )
    .select(
      sql<string>`count(*) filter (where late_figure.order_id is null or late_figure.computed_on <> ${sight.today}
        or late_figure.event_count <> loan_order.event_count)`.as('unknown'),
    )
    .executeTakeFirstOrThrow();
  return {
    counts: queues.map((bucket, at) => ({ bucket, count: Number(counted.counts[at]) })),
    unknown: Number(counted.unknown),
  };
}

/**
 * The loans of a queue in the order in which they are called: promises first, then what a call is expected to bring, then the oldest.
 * The database orders them by the figures of today; those that are shown come from the engine.
 */
export async function lateLoans(
  request: StaffRequest,
  sight: Sight,
  narrowing: Narrowing,
): Promise<{ readonly rows: readonly LateLoan[]; readonly isLast: boolean }> {
  const { db } = request;
  const { most = shownAtOnce } = narrowing;
  const ordered = await narrowed(request, sight, narrowing)
    .clearSelect()
    .select('loan_order.id')
    .orderBy(
      sql`case when late_figure.has_broken_promise then 0 when late_figure.is_promised_today then 1 else 2 end`,
    )
    .orderBy(sql`coalesce(late_figure.expected, 0)`, 'desc')
    .orderBy('loan_order.next_due_on')
    .orderBy('loan_order.id')
    .limit(most + 1)
    .execute();
  const ids = ordered.slice(0, most).map(({ id }) => id);
  const orders =
    ids.length === 0 ? [] : await db.selectFrom('loan_order').selectAll().where('id', 'in', ids).execute();
  const place = new Map(ids.map((id, at) => [id, at]));
  orders.sort((a, b) => (place.get(a.id) ?? 0) - (place.get(b.id) ?? 0));
  const rows =
    ids.length === 0 ? [] : await shownLoans(request, sight, await computedLoans(db, orders, sight.today));
  notePlaces('rows', rows, ({ bucket, expected = 0 }) => ({
    key: [[...promises, bucket].indexOf(bucket), -expected],
  }));
  return { rows, isLast: ordered.length <= most };
}

/** The amount due on a loan today. A loan without a figure yet is narrowed by its amount. */
const dueToday = sql<number>`coalesce(late_figure.due, loan_order.amount)`;

function narrowed(
  { db, session }: StaffRequest,
  sight: Sight,
  { bucket, product, agencyId, whose, from, to }: Narrowing,
) {
  let query = withFigures(db, sight);
  if (bucket) query = query.where(inQueue(bucket, sight));
  if (product)
    query = query.where(
      sql<boolean>`exists (select from product where product.id = product_id and code = ${product})`,
    );
  if (agencyId) query = query.where(ownedBy(sql`agency_id = ${agencyId}`));
  if (whose === 'mine') query = query.where(ownedBy(sql`staff_id = ${session.staffId}`));
  if (whose === 'nobody') query = query.where(sql<boolean>`not ${ownedBy(sql`true`)}`);
  if (whose === 'mineOrNobody')
    query = query.where(sql<boolean>`not ${ownedBy(sql`staff_id is distinct from ${session.staffId}`)}`);
  if (from !== undefined) query = query.where(dueToday, '>=', from);
  if (to !== undefined) query = query.where(dueToday, '<=', to);
  return query;
}

const ownedBy = (whose: ReturnType<typeof sql>) => sql<boolean>`exists (
  select from collection_assignment where collection_assignment.order_id = loan_order.id and ended_at is null and ${whose})`;

/** The rows of loans, with names as far as the caller may see them, whose they are, and whether they may be called now. */
export async function shownLoans(
  request: StaffRequest,
  sight: Sight,
  loans: readonly ComputedLoan[],
): Promise<readonly LateLoan[]> {
  const { context, db, session, now } = request;
  if (loans.length === 0) return [];
  const by = contactBy(session.staffId, sight.agency);
  const allowed = await mayContactEach(
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
  const owners = await db
    .selectFrom('collection_assignment')
    .leftJoin('staff', 'staff.id', 'collection_assignment.staff_id')
    .leftJoin('agency', 'agency.id', 'collection_assignment.agency_id')
    .select(['order_id', 'staff_id', 'staff.name as staff', 'agency.name as agency'])
    .where('order_id', 'in', ids)
    .where('collection_assignment.ended_at', 'is', null)
    .execute();
  const products = await db
    .selectFrom('product')
    .select(['id', 'name'])
    .where('id', 'in', [...new Set(loans.map(({ order }) => order.product_id))])
    .execute();
  const shown: LateLoan[] = [];
  for (const [at, { order, current, bucket, expected, last, promise }] of loans.entries()) {
    const may = allowed[at];
    const name = nameOf({ borrowerId: order.borrower_id, brand: order.brand, place: 'lateLoan' });
    const owner = owners.find(({ order_id }) => order_id === order.id);
    shown.push({
      orderId: order.id,
      borrowerId: order.borrower_id,
      ...named(name),
      product: products.find(({ id }) => id === order.product_id)?.name ?? '',
      bucket,
      daysLate: current.daysLate,
      due: current.due,
      owed: current.owedInAll,
      expected,
      ...(last ? { lastOutcome: last } : {}),
      ...(promise ? { promise } : {}),
      ...(owner
        ? { owner: { name: owner.staff ?? owner.agency ?? '', isSelf: owner.staff_id === session.staffId } }
        : {}),
      may: may?.ok
        ? { ok: true }
        : { ok: false, why: may?.why, ...(may?.from ? { from: may.from.toISOString() } : {}) },
    });
  }
  return shown;
}

export function contactBy(staffId: StaffRequest['session']['staffId'], agency: AgencyOfPerson | undefined) {
  return agency?.agencyId === undefined
    ? ({ kind: 'staff', staffId } as const)
    : ({ kind: 'agency', staffId, agencyId: agency.agencyId } as const);
}

/** The brand's settings of a loan. */
export const brandOfLoan = (request: StaffRequest, order: Order) =>
  brandOf(request.context.appContext, order);
