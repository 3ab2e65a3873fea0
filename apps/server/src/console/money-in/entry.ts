import type { moneyInEntries, postMoney, rejectionReasons } from '@hiram/contract/console/money-in';
import type { StaffRejectionOf } from '@hiram/contract/console/staff-call';
import {
  asId,
  type BorrowerId,
  type OrderId,
  type PaymentId,
  type StatementLineId,
  type TransferId,
} from '@hiram/contract/ids';
import { type LocalDate, localDate } from '@hiram/loan';
import { lockOrder } from '../../lending/loans/order-store.ts';
import { lockTransfer } from '../../lending/payments/transfers/transfer-claims.ts';
import { NotFound } from '../../platform/errors/rejection.ts';
import { knownId } from '../../platform/ids.ts';
import type { ActionScope } from '../actions/action.ts';
import { messageNamed } from './message-rows.ts';

export type PostReason = StaffRejectionOf<(typeof postMoney)['preview']>;

/** The entry to decide, by its id. */
export interface EntryRequest {
  readonly entry: (typeof moneyInEntries)[number];
  readonly id: string;
}

export interface PostRequest extends EntryRequest {
  readonly lineId?: StatementLineId | undefined;
  readonly amount?: number | undefined;
  readonly on?: string | undefined;
  readonly orderId?: OrderId | undefined;
  readonly takesBack?: boolean | undefined;
}

export interface RefuseRequest extends EntryRequest {
  readonly because: (typeof rejectionReasons)[number];
}

/** A claim of the brand. Throws NotFound. */
export async function claimOf({ db, brand }: ActionScope, id: TransferId) {
  const row = await db
    .selectFrom('utr_submission')
    .selectAll()
    .where('id', '=', knownId(id))
    .where('brand', '=', brand)
    .executeTakeFirst();
  if (!row) throw new NotFound('no claim of the brand');
  return row;
}

/** A payment of the brand. Throws NotFound. */
export async function paymentOf({ db, brand }: ActionScope, id: PaymentId) {
  const row = await db
    .selectFrom('payment')
    .innerJoin('loan_order', (join) =>
      join
        .onRef('loan_order.borrower_id', '=', 'payment.borrower_id')
        .onRef('loan_order.id', '=', 'payment.order_id'),
    )
    .selectAll('payment')
    .where('payment.id', '=', knownId(id))
    .where('loan_order.brand', '=', brand)
    .executeTakeFirst();
  if (!row) throw new NotFound('no payment of the brand');
  return row;
}

/** A disbursed order of the brand, or undefined. */
export async function disbursedOrder({ db, brand }: ActionScope, orderId: OrderId) {
  return db
    .selectFrom('loan_order')
    .selectAll()
    .where('id', '=', knownId(orderId))
    .where('brand', '=', brand)
    .where('disbursed_on', 'is not', null)
    .executeTakeFirst();
}

/** The order that a decision is on, or undefined. */
async function orderOf(
  scope: ActionScope,
  request: EntryRequest & { readonly orderId?: OrderId | undefined },
): Promise<{ readonly borrower_id: BorrowerId; readonly order_id: OrderId } | undefined> {
  if (request.entry === 'transfer') return claimOf(scope, asId(request.id));
  if (request.entry === 'held') return paymentOf(scope, asId(request.id));
  const message = await messageNamed(scope.db, scope.brand, request.id);
  const id = message?.order_id ?? request.orderId;
  const order = id === undefined ? undefined : await disbursedOrder(scope, id);
  return order && { borrower_id: order.borrower_id, order_id: order.id };
}

/** Locks what a decision changes: all claims of a transfer, and the order. */
export async function lockEntry(scope: ActionScope, request: EntryRequest): Promise<void> {
  if (request.entry === 'transfer') await lockTransfer(scope.db, await claimOf(scope, asId(request.id)));
  const order = await orderOf(scope, request);
  if (order) await lockOrder(scope.db, order.borrower_id, order.order_id);
}

export function asDay(text: string | undefined): LocalDate | undefined {
  return text === undefined ? undefined : localDate(text);
}
