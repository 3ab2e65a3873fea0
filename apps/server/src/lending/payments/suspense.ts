import type { PaymentId } from '@hiram/contract/ids';
import type { LocalDate } from '@hiram/loan';
import type { Db } from '../../platform/database/connection/connect.ts';
import { type Line, post } from '../ledger/ledger.ts';
import type { Order } from '../loans/order-store.ts';

/** Money that a provider has, and that no loan has yet. `amount` in cents. */
export interface SuspendedPayment {
  readonly id: PaymentId;
  readonly provider: string;
  readonly amount: number;
}

/** The lines of money in suspense: debit cash, credit suspense. Both carry the payment's id, as its event will. */
export function suspenseLines({ id, provider, amount }: SuspendedPayment): readonly Line[] {
  return [
    { account: `cash:${provider}`, amount, eventId: id },
    { account: 'suspense:unidentified', amount: -amount, eventId: id },
  ];
}

/**
 * Books a held payment on the day it arrives. Posting it to its loan clears the suspense by itself: the event posts what the
 * loan's ledger lacks of its lines.
 */
export async function bookSuspense(
  trx: Db,
  order: Order,
  payment: SuspendedPayment,
  postedOn: LocalDate,
): Promise<void> {
  await postSuspense(trx, order, payment, { kind: 'held', postedOn, lines: suspenseLines(payment) });
}

/** Books that the provider gave the money back. A refused payment stays in suspense until then. */
export async function returnSuspense(
  trx: Db,
  order: Order,
  payment: SuspendedPayment,
  postedOn: LocalDate,
): Promise<void> {
  const lines = suspenseLines(payment).map((line) => ({ ...line, amount: -line.amount }));
  await postSuspense(trx, order, payment, { kind: 'heldReturned', postedOn, lines });
}

function postSuspense(
  trx: Db,
  order: Order,
  payment: SuspendedPayment,
  journal: { readonly kind: string; readonly postedOn: LocalDate; readonly lines: readonly Line[] },
): Promise<void> {
  return post(trx, {
    borrowerId: order.borrower_id,
    orderId: order.id,
    brand: order.brand,
    eventId: payment.id,
    ...journal,
  });
}
