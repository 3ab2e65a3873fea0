import {
  type Bucket,
  type LateLoan,
  type Outcome,
  outcomes,
  type ShownPromise,
} from '@hiram/contract/console/collections';
import type { AgencyId, BorrowerId, OrderId } from '@hiram/contract/ids';
import { addDays, daysBetween, type LocalDate, localDate, type Position, position } from '@hiram/loan';
import { sql } from 'kysely';
import { brandOf } from '../../brands/brand-of.ts';
import { type AgencyOfPerson, agencyOf } from '../../lending/collections/assignments.ts';
import { bucketOf, daysOfBucket, expectedOfCall } from '../../lending/collections/expected.ts';
import { mayContact } from '../../lending/contact/may-contact.ts';
import { engineEvents, type Order, storedEvent } from '../../lending/loans/order-store.ts';
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
  readonly today: LocalDate;
  readonly agency: AgencyOfPerson | undefined;
  readonly isEverything: boolean;
}

export async function sightOf(request: StaffRequest): Promise<Sight> {
  const { context, db, session, rights } = request;
  const brand = oneBrandOf(request);
  const { brands, clock, defaultBrand } = context.appContext;
  const today = await clock.today(db, (brands.get(brand) ?? defaultBrand).timeZone);
  const agency = await agencyOf(db, session.staffId, today);
  // A person of an agency sees its loans alone, whatever other role they have.
  return { brand, today, agency, isEverything: !agency && hasRight(rights, 'collections.readAll', brand) };
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

/** Loans of a queue that are computed, the longest late first, before they are ordered by what a call brings. */
const maxComputed = 300;
const maxShown = 50;

export interface Narrowing {
  readonly bucket?: Bucket | undefined;
  readonly whose: 'mine' | 'nobody' | 'mineOrNobody' | 'all';
  readonly product?: string | undefined;
  readonly agencyId?: AgencyId | undefined;
  readonly from?: number | undefined;
  readonly to?: number | undefined;
}

/** A promise of the loan that is broken (and not cured since), or due on a day. */
const hasPromise = (state: 'broken' | 'open', on: LocalDate) => sql<boolean>`exists (
  select from payment_promise where payment_promise.borrower_id = loan_order.borrower_id
    and payment_promise.order_id = loan_order.id and state = ${state}
    and ${state === 'broken' ? sql`due_on >= ${addDays(on, -14)}` : sql`due_on = ${on}`})`;

function ofBucket(query: ReturnType<typeof lateOrders>, bucket: Bucket, today: LocalDate) {
  if (bucket === 'promiseBroken') return query.where(hasPromise('broken', today));
  if (bucket === 'promiseToday') return query.where(hasPromise('open', today));
  const { from, to } = daysOfBucket(bucket);
  const last = addDays(today, -from);
  const first = to > 5_000 ? localDate('2000-01-01') : addDays(today, -to);
  return query.where('next_due_on', '>=', first).where('next_due_on', '<=', last);
}

/** The number of loans of each queue. A loan with a promise is in two. */
export async function countBuckets(db: Db, sight: Sight, buckets: readonly Bucket[]) {
  const counts: { bucket: Bucket; count: number }[] = [];
  for (const bucket of buckets) {
    const { count } = await ofBucket(lateOrders(db, sight), bucket, sight.today)
      .clearSelect()
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    counts.push({ bucket, count: Number(count) });
  }
  return counts;
}

/** The loans of a queue in the order in which they are called. */
export async function lateLoans(
  request: StaffRequest,
  sight: Sight,
  narrowing: Narrowing,
): Promise<readonly LateLoan[]> {
  const { db, session } = request;
  const { today } = sight;
  let query = lateOrders(db, sight);
  if (narrowing.bucket) query = ofBucket(query, narrowing.bucket, today);
  if (narrowing.product)
    query = query.where(
      sql<boolean>`exists (select from product where product.id = product_id and code = ${narrowing.product})`,
    );
  if (narrowing.agencyId) query = query.where(ownedBy(sql`agency_id = ${narrowing.agencyId}`));
  if (narrowing.whose === 'mine') query = query.where(ownedBy(sql`staff_id = ${session.staffId}`));
  if (narrowing.whose === 'nobody') query = query.where(sql<boolean>`not ${ownedBy(sql`true`)}`);
  if (narrowing.whose === 'mineOrNobody')
    query = query.where(sql<boolean>`not ${ownedBy(sql`staff_id is distinct from ${session.staffId}`)}`);
  const orders = await query.orderBy('next_due_on').limit(maxComputed).execute();
  const { from = 0, to = Number.MAX_SAFE_INTEGER } = narrowing;
  const computed = (await computedLoans(db, orders, today)).filter(
    ({ current }) => current.due >= from && current.due <= to,
  );
  computed.sort(
    (a, b) => rank(a) - rank(b) || b.expected - a.expected || b.current.daysLate - a.current.daysLate,
  );
  return shownLoans(request, sight, computed.slice(0, maxShown));
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

const rank = ({ bucket }: ComputedLoan) =>
  bucket === 'promiseBroken' ? 0 : bucket === 'promiseToday' ? 1 : 2;

const isOutcome = (text: string | null): text is Outcome => outcomes.some((outcome) => outcome === text);

/** The figures of loans, from the engine, with their latest promise and what was last said. */
export async function computedLoans(
  db: Db,
  orders: readonly Order[],
  today: LocalDate,
): Promise<readonly ComputedLoan[]> {
  if (orders.length === 0) return [];
  const ids = orders.map(({ id }) => id);
  const events = await db
    .selectFrom('every_loan_event')
    .select(['order_id', 'id', 'seq', 'kind', 'value_date', 'body'])
    .where('order_id', 'in', ids)
    .orderBy('seq')
    .execute();
  const eventsOf = new Map<string, typeof events>();
  for (const event of events) eventsOf.set(event.order_id, [...(eventsOf.get(event.order_id) ?? []), event]);
  const spoken = await db
    .selectFrom('contact')
    .distinctOn('order_id')
    .select(['order_id', 'outcome'])
    .where('order_id', 'in', ids)
    .where('outcome', 'in', [...outcomes])
    .orderBy('order_id')
    .orderBy('started_at', 'desc')
    .execute();
  const promises = await db
    .selectFrom('payment_promise')
    .selectAll()
    .where('order_id', 'in', ids)
    .where('due_on', '>=', addDays(today, -14))
    .orderBy('due_on')
    .execute();
  const lastOf = new Map(spoken.map(({ order_id, outcome }) => [order_id, outcome]));
  return orders.map((order) => {
    const stored = (eventsOf.get(order.id) ?? []).map(storedEvent);
    const current = position(order.terms, engineEvents(stored), today);
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
  const { db, session, now } = request;
  if (loans.length === 0) return [];
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
  for (const { order, current, bucket, expected, last, promise } of loans) {
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
      may: await mayCall(request, sight, order.borrower_id, order.id, now),
    });
  }
  return shown;
}

/** Tells if the caller may call a borrower now. */
export async function mayCall(
  { context, db, session }: StaffRequest,
  { agency }: Sight,
  borrower: BorrowerId,
  order: OrderId,
  now: Date,
): Promise<LateLoan['may']> {
  const by = contactBy(session.staffId, agency);
  const answer = await mayContact(
    db,
    context.appContext,
    { borrower, order, channel: 'call', purpose: 'collection', by },
    now,
  );
  if (answer.ok) return { ok: true };
  return { ok: false, why: answer.why, ...(answer.from ? { from: answer.from.toISOString() } : {}) };
}

export function contactBy(staffId: StaffRequest['session']['staffId'], agency: AgencyOfPerson | undefined) {
  return agency?.agencyId === undefined
    ? ({ kind: 'staff', staffId } as const)
    : ({ kind: 'agency', staffId, agencyId: agency.agencyId } as const);
}

/** The brand's settings of a loan. */
export const brandOfLoan = (request: StaffRequest, order: Order) =>
  brandOf(request.context.appContext, order);
