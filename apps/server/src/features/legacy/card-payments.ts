import type { BorrowerId, CardId, OrderId } from '@hiram/contract/ids';
import type { LocalDate } from '@hiram/loan';
import type { Selectable } from 'kysely';
import { type BorrowerRequest, inTransactionOf } from '../../api/serve.ts';
import type { AppContext } from '../../context/app-context.ts';
import { lockOrder, type Order } from '../../lending/loans/order-store.ts';
import { announcePayment } from '../../lending/payments/codes/payment-means.ts';
import { type Db, inTransaction } from '../../platform/database/connection/connect.ts';
import type { Database } from '../../platform/database/schema/schema.ts';
import { newId } from '../../platform/ids.ts';

/** The time for which a charge may be in progress at the provider. */
const maxChargeMs = 60_000;

export type CardPayment = Selectable<Database['card_payment']>;

/** The data with which a payment by card begins. `amount` is in cents. */
interface CardPaymentRequest {
  readonly cardId: CardId;
  readonly token: string;
  readonly amount: number;
  readonly today: LocalDate;
}

/** The payment of a token; undefined if none was begun. */
export async function cardPaymentOf(
  db: Db,
  borrowerId: BorrowerId,
  token: string,
): Promise<CardPayment | undefined> {
  return db
    .selectFrom('card_payment')
    .selectAll()
    .where('borrower_id', '=', borrowerId)
    .where('repay_token', '=', token)
    .executeTakeFirst();
}

/** Begins a payment, at most one a token. Undefined if another card payment of the order is in progress. */
export async function beginCardPayment(
  requestContext: BorrowerRequest,
  order: Order,
  request: CardPaymentRequest,
): Promise<{ readonly payment: CardPayment; readonly isNew: boolean } | undefined> {
  const { appContext, borrower } = requestContext;
  return inTransaction(appContext.db, async (trx) => {
    await lockOrder(trx, borrower.id, order.id);
    const existing = await cardPaymentOf(trx, borrower.id, request.token);
    // A payment that never reached the provider continues: its reference can be charged only once.
    if (existing) return { payment: existing, isNew: existing.state === 'begun' };
    const isFree = await declineOthers(inTransactionOf(trx, requestContext), order.id);
    if (!isFree) return undefined;
    return {
      payment: await insertCardPayment(inTransactionOf(trx, requestContext), order, request),
      isNew: true,
    };
  });
}

/**
 * Declines the order's other card payments that only wait for their codes. Returns false, and declines none, if one of them is at
 * the provider or not posted yet.
 */
async function declineOthers({ db, borrower, now }: BorrowerRequest, orderId: OrderId): Promise<boolean> {
  const others = await db
    .selectFrom('card_payment')
    .innerJoin('payment_code', (join) =>
      join
        .onRef('payment_code.borrower_id', '=', 'card_payment.borrower_id')
        .onRef('payment_code.id', '=', 'card_payment.code_id'),
    )
    .select([
      'card_payment.id',
      'card_payment.state',
      'card_payment.created_at',
      'card_payment.confirming_at',
    ])
    .where('card_payment.borrower_id', '=', borrower.id)
    .where('card_payment.order_id', '=', orderId)
    .where('card_payment.state', 'in', ['begun', 'waiting', 'confirmed'])
    .where('payment_code.state', '=', 'open')
    .execute();
  const isAtProvider = (since: Date) => now.getTime() - since.getTime() < maxChargeMs;
  const isBlocked = others.some(
    (other) =>
      other.state === 'confirmed' ||
      (other.state === 'begun' && isAtProvider(other.created_at)) ||
      (other.confirming_at !== null && isAtProvider(other.confirming_at)),
  );
  if (isBlocked) return false;
  const ids = others.map((other) => other.id);
  if (ids.length > 0)
    await db
      .updateTable('card_payment')
      .set({ state: 'declined' })
      .where('borrower_id', '=', borrower.id)
      .where('id', 'in', ids)
      .execute();
  return true;
}

async function insertCardPayment(
  { appContext, db, borrower, now }: BorrowerRequest,
  order: Order,
  { cardId, token, amount, today }: CardPaymentRequest,
): Promise<CardPayment> {
  const codeId = await announcePayment(db, order, {
    means: 'card',
    provider: appContext.ports.card.name,
    channel: cardId,
    amount,
    today,
    now,
  });
  return db
    .insertInto('card_payment')
    .values({
      borrower_id: borrower.id,
      id: newId(),
      order_id: order.id,
      card_id: cardId,
      code_id: codeId,
      repay_token: token,
      amount,
      state: 'begun',
      created_at: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Changes a payment that has no result yet. */
export async function changeCardPayment(
  appContext: AppContext,
  payment: Pick<CardPayment, 'borrower_id' | 'id'>,
  changes: {
    state?: 'waiting' | 'confirmed' | 'declined';
    charge?: string;
    needs_code?: boolean;
    code_sent_at?: Date;
    confirming_at?: null;
  },
): Promise<void> {
  await appContext.db
    .updateTable('card_payment')
    .set(changes)
    .where('borrower_id', '=', payment.borrower_id)
    .where('id', '=', payment.id)
    .where('state', 'in', ['begun', 'waiting'])
    .execute();
}
