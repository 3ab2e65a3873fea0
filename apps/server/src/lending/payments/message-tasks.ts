import { asId } from '@hiram/contract/ids';
import { validate } from 'uuid';
import type { Db } from '../../platform/database/connection/connect.ts';
import type { ProviderEvent } from '../../providers/ports/webhook.ts';
import { findOrder } from '../loans/order-store.ts';
import { findPayout } from '../payouts/payout-store.ts';
import { type Cause, closeTask, dueAfter, openTask } from '../tasks.ts';
import { contradictionOf, type PaymentRow, recordedPayment } from './payment-store.ts';

/** A message of a provider. Its id is unique only within the provider. */
interface Message {
  readonly provider: string;
  readonly messageId: string;
}

/** The task of a message. */
interface MessageCause extends Cause {
  readonly kind: 'unknownPayment' | 'contradictedPayout';
}

const kinds = {
  payment: 'unknownPayment',
  reversal: 'unknownPayment',
  ignored: 'unknownPayment',
  payout: 'contradictedPayout',
} as const;

function isReviewed(kind: string): kind is keyof typeof kinds {
  return kind in kinds;
}

function causeOf({ provider, messageId }: Message, kind: keyof typeof kinds): MessageCause {
  return { kind: kinds[kind], subjectId: `${provider}/${messageId}` };
}

/** Opens the task of a message that names nothing of ours or contradicts our records, in the transaction that stores it. */
export async function openMessageTask(
  trx: Db,
  message: Message,
  notice: ProviderEvent,
  { outcome, now }: { readonly outcome: string; readonly now: Date },
): Promise<void> {
  if (!isReviewed(notice.kind) || !['unknown', 'contradicted'].includes(outcome)) return;
  const cause = causeOf(message, notice.kind);
  const amount = 'amount' in notice ? notice.amount : undefined;
  const payment =
    notice.kind === 'reversal'
      ? await recordedPayment(trx, { provider: message.provider, paymentId: notice.paymentId })
      : undefined;
  const order = await orderOf(trx, notice, payment);
  await openTask(trx, {
    ...cause,
    brand: order?.brand ?? '*',
    borrowerId: order?.borrower_id,
    orderId: order?.id,
    amount,
    detail: detailOf(notice, outcome, payment),
    dueAt: dueAfter(cause.kind, now),
    now,
  });
}

/** Closes the task of a message, in the transaction that settles it. */
export async function closeMessageTask(
  trx: Db,
  message: Message,
  kind: keyof typeof kinds,
  now: Date,
): Promise<void> {
  await closeTask(trx, causeOf(message, kind), now);
}

/** Why a message waits: its outcome, and of a reversal that changed nothing what is wrong with it. */
function detailOf(notice: ProviderEvent, outcome: string, payment: PaymentRow | undefined): string {
  if (notice.kind !== 'reversal' || outcome !== 'contradicted') return outcome;
  if (!payment) return 'noPayment';
  return contradictionOf(payment, notice) ?? 'lateReversal';
}

/**
 * The order of the code or payout that a message names; undefined: none of ours. A reversal is of the order of its payment,
 * whatever code it names.
 */
async function orderOf(trx: Db, notice: ProviderEvent, payment: PaymentRow | undefined) {
  if (payment) return findOrder(trx, payment.order_id);
  if (!('reference' in notice) || !validate(notice.reference)) return undefined;
  const { kind, reference } = notice;
  const found =
    kind === 'payout'
      ? await findPayout(trx, asId(reference))
      : await trx
          .selectFrom('payment_code')
          .select('order_id')
          .where('id', '=', asId(reference))
          .executeTakeFirst();
  return found && findOrder(trx, found.order_id);
}
