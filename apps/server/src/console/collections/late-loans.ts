import {
  type Bucket,
  type LateLoan,
  type Outcome,
  outcomes,
  type Queue,
  type ShownPromise,
} from '@hiram/contract/console/collections';
import type { AgencyId, OrderId } from '@hiram/contract/ids';
import { addDays, daysBetween, type LocalDate, localDate, type Position, position } from '@hiram/loan';
import { sql } from 'kysely';
import { brandOf } from '../../brands/brand-of.ts';
import type { StrategyStep } from '../../brands/messages/strategy.ts';
import { type AgencyOfPerson, agencyOf } from '../../lending/collections/assignments.ts';
import {
  bucketOf,
  bucketSql,
  daysOfBucket,
  expectedOfCall,
  expectedSql,
} from '../../lending/collections/expected.ts';
import { computeLateFigures } from '../../lending/collections/late-figures.ts';
import { mayContactEach } from '../../lending/contact/may-contact.ts';
import { eventsOfOrders, type Order } from '../../lending/loans/order-store.ts';
import { activeStrategy, hasCallDue } from '../../lending/strategy/strategies.ts';
import { dayIn } from '../../platform/clock/clock.ts';
import type { Db } from '../../platform/database/connect.ts';
import { NotFound } from '../../platform/errors/rejection.ts';
import { knownId } from '../../platform/ids.ts';
import { named, namesInList } from '../access/names.ts';
import { hasRight } from '../access/rights.ts';
import type { StaffRequest } from '../access/serve-staff.ts';
import { oneBrandOf } from '../actions/scope.ts';

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
    .where('loan_order.status', '=', 'overdue');
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

/** Loans whose figures a call computes that the scheduler has not computed yet. */
const maxComputed = 300;
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

/** A promise of the loan that is broken (and not cured since), or due on a day. */
const hasPromise = (state: 'broken' | 'open', on: LocalDate) => sql<boolean>`exists (
  select from payment_promise where payment_promise.borrower_id = loan_order.borrower_id
    and payment_promise.order_id = loan_order.id and state = ${state}
    and ${state === 'broken' ? sql`due_on >= ${addDays(on, -14)}` : sql`due_on = ${on}`})`;

function ofQueue(query: ReturnType<typeof lateOrders>, bucket: Queue, { today, steps, ahead }: Sight) {
  if (bucket === 'callDue') return query.where(hasCallDue(steps, today, ahead));
  if (bucket === 'promiseBroken') return query.where(hasPromise('broken', today));
  if (bucket === 'promiseToday') return query.where(hasPromise('open', today));
  const { from, to } = daysOfBucket(bucket);
  const last = addDays(today, -from);
  const first = to > 5_000 ? localDate('2000-01-01') : addDays(today, -to);
  return query.where('next_due_on', '>=', first).where('next_due_on', '<=', last);
}

/** The number of loans of each queue. A loan may be in several. */
export async function countQueues(db: Db, sight: Sight, queues: readonly Queue[]) {
  const counts: { bucket: Queue; count: number }[] = [];
  for (const bucket of queues) {
    const { count } = await ofQueue(lateOrders(db, sight), bucket, sight)
      .clearSelect()
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    counts.push({ bucket, count: Number(count) });
  }
  return counts;
}

/**
 * The loans of a queue in the order in which they are called: promises first, then what a call is expected to bring, then the oldest.
 * The database orders them by the figures of today; those that are shown come from the engine.
 */
export async function lateLoans(
  request: StaffRequest,
  sight: Sight,
  narrowing: Narrowing,
): Promise<{ readonly rows: readonly LateLoan[]; readonly hasMore: boolean }> {
  const { db } = request;
  const { brand, today } = sight;
  await computeLateFigures(db, brand, today, maxComputed);
  const { most = shownAtOnce } = narrowing;
  const called = narrowed(request, sight, narrowing)
    .clearSelect()
    .select([
      'loan_order.id',
      'loan_order.next_due_on',
      'loan_order.client_kind as client',
      dueToday.as('due'),
      sql<Bucket>`case when ${hasPromise('broken', today)} then 'promiseBroken'
        when ${hasPromise('open', today)} then 'promiseToday'
        else ${bucketSql(sql<number>`(${today}::date - loan_order.next_due_on)`)} end`.as('bucket'),
      sql<string | null>`(select outcome from contact where contact.borrower_id = loan_order.borrower_id
        and contact.order_id = loan_order.id and outcome in (${sql.join(outcomes)}) order by started_at desc limit 1)`.as(
        'last',
      ),
    ]);
  const ordered = await db
    .selectFrom(called.as('called'))
    .select('id')
    .orderBy(sql`case bucket when 'promiseBroken' then 0 when 'promiseToday' then 1 else 2 end`)
    .orderBy(expectedSql(sql.ref('due')), 'desc')
    .orderBy('next_due_on')
    .orderBy('id')
    .limit(most + 1)
    .execute();
  const ids = ordered.slice(0, most).map(({ id }) => id);
  if (ids.length === 0) return { rows: [], hasMore: false };
  const orders = await db.selectFrom('loan_order').selectAll().where('id', 'in', ids).execute();
  const place = new Map(ids.map((id, at) => [id, at]));
  orders.sort((a, b) => (place.get(a.id) ?? 0) - (place.get(b.id) ?? 0));
  const rows = await shownLoans(request, sight, await computedLoans(db, orders, today));
  return { rows, hasMore: ordered.length > most };
}

/** The amount due on a loan today. A loan without a figure yet is ordered by its amount. */
const dueToday = sql<number>`coalesce((select late_figure.due from late_figure
  where late_figure.borrower_id = loan_order.borrower_id and late_figure.order_id = loan_order.id), loan_order.amount)`;

function narrowed(
  { db, session }: StaffRequest,
  sight: Sight,
  { bucket, product, agencyId, whose, from, to }: Narrowing,
) {
  let query = lateOrders(db, sight);
  if (bucket) query = ofQueue(query, bucket, sight);
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

/** A late loan with its figures of today. */
export interface ComputedLoan {
  readonly order: Order;
  readonly current: Position;
  readonly bucket: Bucket;
  readonly expected: number;
  readonly last: Outcome | undefined;
  readonly promise: ShownPromise | undefined;
}

const isOutcome = (text: string | null): text is Outcome => outcomes.some((outcome) => outcome === text);

/** The figures of loans, from the engine, with their latest promise and what was last said. */
export async function computedLoans(
  db: Db,
  orders: readonly Order[],
  today: LocalDate,
): Promise<readonly ComputedLoan[]> {
  if (orders.length === 0) return [];
  const ids = orders.map(({ id }) => id);
  const borrowerIds = orders.map((order) => order.borrower_id);
  const eventsOf = await eventsOfOrders(db, orders);
  const spoken = await db
    .selectFrom('contact')
    .distinctOn('order_id')
    .select(['order_id', 'outcome'])
    .where('borrower_id', 'in', borrowerIds)
    .where('order_id', 'in', ids)
    .where('outcome', 'in', [...outcomes])
    .orderBy('order_id')
    .orderBy('started_at', 'desc')
    .execute();
  const promises = await db
    .selectFrom('payment_promise')
    .selectAll()
    .where('borrower_id', 'in', borrowerIds)
    .where('order_id', 'in', ids)
    .where('due_on', '>=', addDays(today, -14))
    .orderBy('due_on')
    .execute();
  const lastOf = new Map(spoken.map(({ order_id, outcome }) => [order_id, outcome]));
  return orders.map((order) => {
    const current = position(order.terms, eventsOf.get(order.id) ?? [], today);
    const own = promises.filter(({ order_id }) => order_id === order.id);
    const broken = own.find(({ state }) => state === 'broken');
    const open = own.find(({ state, due_on }) => state === 'open' && due_on >= today);
    const promise = broken ?? open;
    const bucket = broken
      ? 'promiseBroken'
      : open?.due_on === today
        ? 'promiseToday'
        : bucketOf(Math.max(current.daysLate, daysBetween(localDate(order.next_due_on ?? today), today)));
    const outcome = lastOf.get(order.id) ?? null;
    const last = isOutcome(outcome) ? outcome : undefined;
    return {
      order,
      current,
      bucket,
      last,
      promise: promise && shownPromise(promise),
      expected: expectedOfCall(current.due, { bucket, client: order.client_kind, last }),
    };
  });
}

export function shownPromise(row: {
  readonly id: ShownPromise['promiseId'];
  readonly amount: number;
  readonly due_on: string;
  readonly made_on: string;
  readonly state: ShownPromise['state'];
  readonly paid: number;
}): ShownPromise {
  const { id, amount, due_on, made_on, state, paid } = row;
  return { promiseId: id, amount, dueOn: due_on, madeOn: made_on, state, paid };
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
