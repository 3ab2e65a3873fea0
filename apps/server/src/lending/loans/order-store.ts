import type { BorrowerId, OrderId } from '@hiram/contract/ids';
import { allocations, type LoanEvent, type LocalDate } from '@hiram/loan';
import type { Selectable, Updateable } from 'kysely';
import type { Db } from '../../platform/database/connection/connect.ts';
import type { Database } from '../../platform/database/schema/schema.ts';
import { isAnyOf } from '../../platform/database/statements/is-any-of.ts';
import { NotFound } from '../../platform/errors/rejection.ts';
import { knownId } from '../../platform/ids.ts';
import { openStatuses, runningStatuses } from './order-status.ts';

/** An order with its agreed terms. */
export type Order = Readonly<Selectable<Database['loan_order']>>;

const orderOf = (db: Db, borrowerId: BorrowerId, orderId: OrderId) =>
  db
    .selectFrom('loan_order')
    .selectAll()
    .where('borrower_id', '=', borrowerId)
    .where('id', '=', knownId(orderId));

/** The borrower's order. Throws NotFound both for a missing order and for another borrower's. */
export function loadOrder(db: Db, borrowerId: BorrowerId, orderId: OrderId): Promise<Order> {
  return orderOf(db, borrowerId, orderId).executeTakeFirstOrThrow(() => new NotFound('order'));
}

/** As `loadOrder`, and locks the row until the transaction ends. */
export function lockOrder(trx: Db, borrowerId: BorrowerId, orderId: OrderId): Promise<Order> {
  return orderOf(trx, borrowerId, orderId)
    .forUpdate()
    .executeTakeFirstOrThrow(() => new NotFound('order'));
}

/** The order with the id, whoever's it is, or undefined. */
export function findOrder(db: Db, orderId: OrderId): Promise<Order | undefined> {
  return db.selectFrom('loan_order').selectAll().where('id', '=', orderId).executeTakeFirst();
}

/** Changes columns of an order. */
export async function updateOrder(
  trx: Db,
  order: Pick<Order, 'borrower_id' | 'id'>,
  changed: Updateable<Database['loan_order']>,
): Promise<void> {
  await trx
    .updateTable('loan_order')
    .set(changed)
    .where('borrower_id', '=', order.borrower_id)
    .where('id', '=', order.id)
    .execute();
}

/** The product of an order. */
export function productOf(
  db: Db,
  order: Pick<Order, 'product_id'>,
): Promise<Selectable<Database['product']>> {
  return db.selectFrom('product').selectAll().where('id', '=', order.product_id).executeTakeFirstOrThrow();
}

/**
 * The borrower's open order, or undefined. A reversal can reopen an older order: the newest
 * one counts.
 */
export async function openOrder(db: Db, borrowerId: BorrowerId): Promise<Order | undefined> {
  return db
    .selectFrom('loan_order')
    .selectAll()
    .where('borrower_id', '=', borrowerId)
    .where('status', 'in', openStatuses)
    .orderBy('applied_at', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** Another loan of the order's borrower that runs: one that a reversal reopened after this order was approved. */
export async function otherLoan(
  db: Db,
  { borrower_id, id }: { readonly borrower_id: BorrowerId; readonly id: OrderId },
): Promise<Order | undefined> {
  return db
    .selectFrom('loan_order')
    .selectAll()
    .where('borrower_id', '=', borrower_id)
    .where('id', '<>', id)
    .where('status', 'in', runningStatuses)
    .limit(1)
    .executeTakeFirst();
}

/** A borrower's open orders. First, before one that waits for its money, the loan that runs and is paid first. */
export async function openOrders(db: Db, borrowerId: BorrowerId): Promise<readonly Order[]> {
  const newest = await openOrder(db, borrowerId);
  if (!newest) return [];
  const loan = newest.disbursed_on === null ? await otherLoan(db, newest) : undefined;
  return loan ? [loan, newest] : [newest];
}

/** The body of a stored event: the engine's fields, the provider whose cash moved, and a reviewer's note. */
type EventBody = Readonly<Record<string, unknown>>;

export interface StoredEvent {
  readonly event: LoanEvent;
  readonly provider: string | undefined;
}

export async function loadEvents(db: Db, order: Order): Promise<readonly StoredEvent[]> {
  if (order.event_count === 0) return [];
  const rows = await db
    .selectFrom('every_loan_event')
    .select(['id', 'seq', 'kind', 'value_date', 'body'])
    .where('borrower_id', '=', order.borrower_id)
    .where('order_id', '=', order.id)
    .orderBy('seq')
    .execute();
  return rows.map(storedEvent);
}

/** The events of several orders, in one statement. */
export async function storedEventsOfOrders(
  db: Db,
  orders: readonly Pick<Order, 'borrower_id' | 'id'>[],
): Promise<ReadonlyMap<OrderId, readonly StoredEvent[]>> {
  if (orders.length === 0) return new Map();
  const rows = await db
    .selectFrom('every_loan_event')
    .select(['order_id', 'id', 'seq', 'kind', 'value_date', 'body'])
    .where(
      isAnyOf(
        'borrower_id',
        orders.map(({ borrower_id }) => borrower_id),
      ),
    )
    .where(
      isAnyOf(
        'order_id',
        orders.map(({ id }) => id),
      ),
    )
    .orderBy('seq')
    .execute();
  const byOrder = Map.groupBy(rows, (row) => row.order_id);
  return new Map([...byOrder].map(([id, own]) => [id, own.map(storedEvent)]));
}

/** As `storedEventsOfOrders`, the engine's part. */
export async function eventsOfOrders(
  db: Db,
  orders: readonly Pick<Order, 'borrower_id' | 'id'>[],
): Promise<ReadonlyMap<OrderId, readonly LoanEvent[]>> {
  const stored = await storedEventsOfOrders(db, orders);
  return new Map([...stored].map(([id, own]) => [id, engineEvents(own)]));
}

/** A row of `loan_event` as the engine's event, with the provider whose cash it moved. */
export function storedEvent(
  row: Pick<Selectable<Database['loan_event']>, 'id' | 'seq' | 'kind' | 'value_date' | 'body'>,
): StoredEvent {
  const { provider, note: _, ...fields } = row.body as EventBody;
  return {
    // Written by `appendEvent` from an engine event, so it has an engine event's type.
    event: {
      ...fields,
      id: row.id as string,
      seq: row.seq,
      kind: row.kind,
      valueDate: row.value_date,
    } as LoanEvent,
    provider: typeof provider === 'string' ? provider : undefined,
  };
}

export function engineEvents(stored: readonly StoredEvent[]): readonly LoanEvent[] {
  return stored.map(({ event }) => event);
}

/** The borrower's credit, in cents, before as well as after the disbursal. */
export function creditOf(order: Order, stored: readonly StoredEvent[], today: LocalDate): number {
  const allocationByEvent = allocations(order.terms, engineEvents(stored), today);
  return [...allocationByEvent.values()].reduce((credit, allocation) => credit + allocation.credit, 0);
}
