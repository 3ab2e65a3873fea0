import type { OrderId } from '@hiram/contract/ids';
import {
  addDays,
  allocations,
  disbursalOf,
  inForce,
  type LoanEvent,
  type LocalDate,
  localDate,
  position,
} from '@hiram/loan';
import type { Db } from '../../platform/database/connection/connect.ts';
import { eventLines } from '../ledger/event-lines.ts';
import { engineEvents, type Order, type StoredEvent, storedEventsOfOrders } from '../loans/order-store.ts';
import { type SuspendedPayment, suspenseLines } from '../payments/suspense.ts';

/** Number of orders in a batch. Batches keep the use of memory constant. */
const batchSize = 500;
/** Maximum number of differences in the result. All are counted. */
const maxListed = 100;

/** A difference between a loan's ledger and its events. Amounts in cents. */
export interface LoanDifference {
  readonly orderId: OrderId;
  readonly brand: string;
  readonly account: string;
  readonly ledger: number;
  readonly position: number;
}

/** A loan that could not be computed, and the error. */
interface UncomputedLoan {
  readonly orderId: OrderId;
  readonly error: string;
}

export interface LoanCheck {
  /** Number of compared loans. */
  readonly loans: number;
  /** Number of loans with differences or not computed; `named` and `uncomputed` list the first 100 of each. */
  readonly differing: number;
  readonly named: readonly LoanDifference[];
  readonly uncomputed: readonly UncomputedLoan[];
}

/** The loans that are compared. `archived`: also those whose books are archived, which no longer change. */
interface ComparedLoans {
  readonly brand: string;
  readonly today: LocalDate;
  readonly archived?: boolean;
}

/**
 * Compares the ledger of every loan of a brand with its position on `today`, account by account and event by event. A loan
 * that cannot be computed is counted and named; the others are compared. Reads each batch of orders from one
 * snapshot, and calls `onBatch` after each.
 */
export async function checkLoans(
  db: Db,
  { brand, today, archived = false }: ComparedLoans,
  onBatch: () => Promise<unknown> = async () => undefined,
): Promise<LoanCheck> {
  let after: OrderId | undefined;
  let loans = 0;
  let differing = 0;
  const named: LoanDifference[] = [];
  const uncomputed: UncomputedLoan[] = [];
  for (;;) {
    const start = after;
    const batch = await db
      .transaction()
      .setIsolationLevel('repeatable read')
      .execute((trx) => readBatch(trx, { brand, archived }, start));
    for (const loan of batch) {
      loans += 1;
      try {
        const differences = loanDifferences(loan, today);
        if (differences.length > 0) differing += 1;
        named.push(...differences.slice(0, maxListed - named.length));
      } catch (error) {
        differing += 1;
        if (uncomputed.length < maxListed) uncomputed.push({ orderId: loan.order.id, error: String(error) });
      }
    }
    after = batch.at(-1)?.order.id;
    if (batch.length < batchSize) return { loans, differing, named, uncomputed };
    await onBatch();
  }
}

export interface LoanBooks {
  readonly order: Order;
  readonly events: readonly StoredEvent[];
  /** Posted amounts: event id (or an empty string) → account → cents. */
  readonly posted: ReadonlyMap<string, ReadonlyMap<string, number>>;
  /** Payments that were held or refused, whose money stands in suspense. */
  readonly suspended: readonly SuspendedPayment[];
}

async function readBatch(
  trx: Db,
  { brand, archived }: Required<Pick<ComparedLoans, 'brand' | 'archived'>>,
  after: OrderId | undefined,
): Promise<LoanBooks[]> {
  let query = trx
    .selectFrom('loan_order')
    .selectAll()
    .where('brand', '=', brand)
    .where((eb) =>
      eb.or([
        eb('event_count', '>', 0),
        eb.exists(
          eb
            .selectFrom('payment')
            .select('payment.id')
            .whereRef('payment.borrower_id', '=', 'loan_order.borrower_id')
            .whereRef('payment.order_id', '=', 'loan_order.id'),
        ),
      ]),
    )
    .orderBy('id')
    .limit(batchSize);
  if (!archived) query = query.where('archived_at', 'is', null);
  if (after !== undefined) query = query.where('id', '>', after);
  const orders = await query.execute();
  if (orders.length === 0) return [];
  const ids = orders.map((order) => order.id);
  const borrowerIds = [...new Set(orders.map((order) => order.borrower_id))];
  const eventsOf = await storedEventsOfOrders(trx, orders);
  const lines = await trx
    .selectFrom('every_journal_line')
    .select((eb) => ['order_id', 'event_id', 'account', eb.fn.sum<string>('amount').as('amount')])
    .where('borrower_id', 'in', borrowerIds)
    .where('order_id', 'in', ids)
    .groupBy(['order_id', 'event_id', 'account'])
    .execute();
  const suspended = await trx
    .selectFrom('payment')
    .select(['order_id', 'id', 'provider', 'amount'])
    .where('borrower_id', 'in', borrowerIds)
    .where('order_id', 'in', ids)
    .where('state', 'in', ['held', 'rejected'])
    .execute();
  const suspendedOf = Map.groupBy(suspended, (payment) => payment.order_id);
  const linesOf = Map.groupBy(lines, (line) => line.order_id);
  return orders.map((row) => ({
    order: row,
    events: eventsOf.get(row.id) ?? [],
    suspended: suspendedOf.get(row.id) ?? [],
    posted: new Map(
      [...Map.groupBy(linesOf.get(row.id) ?? [], (line) => line.event_id ?? '')].map(([event, ofEvent]) => [
        event,
        new Map(ofEvent.map((line) => [line.account, Number(line.amount)])),
      ]),
    ),
  }));
}

/** Differences of one loan: the lines of each event, and the principal and credit of its position. */
export function loanDifferences(
  { order, events, posted, suspended }: LoanBooks,
  today: LocalDate,
): LoanDifference[] {
  // An order whose status check is due is compared as of the day before that check.
  const due = order.next_status_check_on;
  const day = due !== null && due <= today ? addDays(localDate(due), -1) : today;
  const differences: LoanDifference[] = [];
  const compare = (account: string, ledger: number, expected: number) => {
    if (ledger !== expected)
      differences.push({ orderId: order.id, brand: order.brand, account, ledger, position: expected });
  };
  const loanEvents = engineEvents(events);
  const disbursal = disbursalOf(loanEvents);
  const lastDay = loanEvents.reduce(
    (latest, event) => (event.valueDate > latest ? event.valueDate : latest),
    day,
  );
  const allocationByEvent = allocations(order.terms, loanEvents, lastDay);
  for (const { event, provider } of events) {
    const isReversed = event.kind === 'disbursed' && event.id !== disbursal?.id;
    const expected = isReversed
      ? new Map<string, number>()
      : new Map<string, number>(eventLines(order.terms, event, allocationByEvent.get(event.id), provider));
    const current = posted.get(event.id) ?? new Map<string, number>();
    for (const account of new Set([...expected.keys(), ...current.keys()]))
      compare(account, current.get(account) ?? 0, expected.get(account) ?? 0);
  }
  for (const payment of suspended) {
    const current = posted.get(payment.id) ?? new Map<string, number>();
    for (const { account, amount } of suspenseLines(payment))
      compare(account, current.get(account) ?? 0, amount);
  }
  const eventIds = new Set<string>(['', ...[...loanEvents, ...suspended].map(({ id }) => id)]);
  for (const [event, current] of posted)
    if (!eventIds.has(event)) for (const [account, amount] of current) compare(account, amount, 0);
  compareBalances({ order, events: loanEvents, day: lastDay }, sumsOf(posted), compare);
  return differences;
}

/** Compares principal and credit of the loan's position with the ledger's balances, independently of the events' lines. */
function compareBalances(
  {
    order,
    events,
    day,
  }: { readonly order: Order; readonly events: readonly LoanEvent[]; readonly day: LocalDate },
  balances: ReadonlyMap<string, number>,
  compare: (account: string, ledger: number, expected: number) => void,
): void {
  if (!disbursalOf(events)) {
    compare('loan:principal', balances.get('loan:principal') ?? 0, 0);
    return;
  }
  const current = position(order.terms, events, day);
  const isWrittenOff = inForce(events).some((event) => event.kind === 'writtenOff');
  compare('loan:principal', balances.get('loan:principal') ?? 0, isWrittenOff ? 0 : current.principalOwed);
  compare('borrower:credit', balances.get('borrower:credit') ?? 0, current.refundReceivable - current.credit);
}

function sumsOf(posted: LoanBooks['posted']): ReadonlyMap<string, number> {
  const sums = new Map<string, number>();
  for (const accounts of posted.values())
    for (const [account, amount] of accounts) sums.set(account, (sums.get(account) ?? 0) + amount);
  return sums;
}
