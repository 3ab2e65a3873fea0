import { asId } from '@hiram/contract/ids';
import { validate } from 'uuid';
import type { Db } from '../../platform/database/connection/connect.ts';
import type { ProviderEvent } from '../../providers/ports/webhook.ts';
import { findOrder } from '../loans/order-store.ts';
import { findPayout } from '../payouts/payout-store.ts';
import { type Cause, closeTask, dueAfter, openTask } from '../tasks.ts';
import { recordedPayment } from './payment-store.ts';

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
  const isLateReversal = notice.kind === 'reversal' && outcome === 'contradicted';
  const order = 'reference' in notice ? await orderOf(trx, message.provider, notice) : undefined;
  await openTask(trx, {
    ...cause,
    brand: order?.brand ?? '*',
    borrowerId: order?.borrower_id,
    orderId: order?.id,
    amount,
    detail: isLateReversal ? 'lateReversal' : outcome,
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

/**
 * The order of the code or payout that a message names; undefined: none of ours. A reversal is of the order of its payment,
 * whatever code it names.
 */
async function orderOf(
  trx: Db,
  provider: string,
  notice: Extract<ProviderEvent, { readonly reference: string }>,
) {
  const { kind, reference } = notice;
  const payment =
    kind === 'reversal' ? await recordedPayment(trx, { provider, paymentId: notice.paymentId }) : undefined;
  if (payment) return findOrder(trx, payment.order_id);
  if (!validate(reference)) return undefined;
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
