import { validate } from 'uuid';
import * as v from 'valibot';
import { brandOf } from '../../brands/brand-of.ts';
import { markets } from '../../brands/markets/markets.ts';
import type { AppContext } from '../../context/app-context.ts';
import { type Db, inTransaction } from '../../platform/database/connection/connect.ts';
import { CannotResolve } from '../../platform/errors/cannot-resolve.ts';
import { newId } from '../../platform/ids.ts';
import { findOrder, lockOrder } from '../loans/order-store.ts';
import { closeMessageTask } from '../payments/message-tasks.ts';
import { insertPaymentOnce, recordedPayment } from '../payments/payment-store.ts';
import { reverse } from '../payments/reversals/reversals.ts';
import type { Decision, Post } from './decision.ts';
import { confirm, postOnDay } from './resolve-payment.ts';
import { confirmEnd, recordPayoutEnd } from './resolve-payout.ts';
import { messageName, storedNotice } from './waiting.ts';

export async function resolveMessage(
  appContext: AppContext,
  id: string,
  decision: Decision,
): Promise<'done' | 'repeated'> {
  const separator = id.indexOf('/');
  const [provider, messageId] = [id.slice(0, separator), id.slice(separator + 1)];
  const message = await appContext.db
    .selectFrom('provider_message')
    .selectAll()
    .where('provider', '=', provider)
    .where('message_id', '=', messageId)
    .executeTakeFirst();
  const parsed = v.safeParse(storedNotice, message?.body);
  if (!message || !parsed.success || !['unknown', 'contradicted'].includes(message.outcome))
    throw new CannotResolve(`The review queue has no message ${messageName(provider, messageId)}.`);
  const notice = parsed.output;
  if (notice.kind === 'ignored' && decision.kind === 'post')
    throw new CannotResolve(
      `It was paid in ${notice.currency ?? 'another currency'}: refund it at the provider.`,
    );
  const newState = decision.kind === 'post' ? 'posted' : 'rejected';
  const isOpen = message.settled_at === null;
  // Queried before rows are locked, since the provider may be slow.
  const isPosting = isOpen && decision.kind === 'post';
  if (isPosting && notice.kind === 'payment')
    await confirm(appContext, provider, notice.paymentId, notice.amount);
  const payoutEnd = isPosting && notice.kind === 'payout' ? await confirmEnd(appContext, notice) : undefined;
  return inTransaction(appContext.db, async (trx) => {
    const { settled_at, detail } = await trx
      .selectFrom('provider_message')
      .select(['settled_at', 'detail'])
      .where('provider', '=', provider)
      .where('message_id', '=', messageId)
      .forUpdate()
      .executeTakeFirstOrThrow();
    if (settled_at) {
      if (detail === newState) return 'repeated';
      throw new CannotResolve(`${id} is not waiting: it was ${detail}.`);
    }
    const now = appContext.clock.now();
    await trx
      .updateTable('provider_message')
      .set({
        settled_at: now,
        settled_note: decision.reason ?? null,
        detail: newState,
        approval_id: decision.approvalId ?? null,
      })
      .where('provider', '=', provider)
      .where('message_id', '=', messageId)
      .execute();
    await closeMessageTask(trx, { provider, messageId }, notice.kind, now);
    if (decision.kind === 'refuse') return 'done';
    if (notice.kind === 'payment') await postWithUnknownCode(trx, appContext, { provider, notice }, decision);
    else if (notice.kind === 'reversal') await postReversal(trx, appContext, provider, notice);
    else if (payoutEnd) await recordPayoutEnd(trx, appContext, payoutEnd);
    return 'done';
  });
}

/** Reverses a payment after the window of its channel or by another code, as a person decided. */
async function postReversal(
  trx: Db,
  appContext: AppContext,
  provider: string,
  { paymentId }: Extract<v.InferOutput<typeof storedNotice>, { kind: 'reversal' }>,
): Promise<void> {
  const recorded = await recordedPayment(trx, { provider, paymentId });
  if (!recorded)
    throw new CannotResolve(`The payment ${paymentId} is not in the ledger: refuse this message.`);
  await reverse(trx, appContext, { provider, paymentId, isDecided: true });
}

type PaymentNotice = Extract<v.InferOutput<typeof storedNotice>, { kind: 'payment' }>;

/** Posts a payment with an unknown code to the order that the reviewer found. */
async function postWithUnknownCode(
  trx: Db,
  appContext: AppContext,
  { provider, notice }: { readonly provider: string; readonly notice: PaymentNotice },
  decision: Post,
): Promise<void> {
  const { orderId } = decision;
  if (orderId === undefined || !validate(orderId))
    throw new CannotResolve('Its code is unknown. Give the order with --order ID.');
  const owner = await findOrder(trx, orderId);
  if (!owner?.disbursed_on) throw new CannotResolve(`${orderId} is not a disbursed order.`);
  const order = await lockOrder(trx, owner.borrower_id, orderId);
  const brand = brandOf(appContext, order);
  const { currency } = markets[brand.market];
  if (notice.currency !== undefined && notice.currency !== currency)
    throw new CannotResolve(
      `It was paid in ${notice.currency}, and the order is in ${currency}: refund it at the provider.`,
    );
  const paidOn = await appContext.clock.dayOf(trx, brand.timeZone, notice.paidOn);
  const id = newId();
  const now = appContext.clock.now();
  const isNew = await insertPaymentOnce(trx, {
    borrower_id: order.borrower_id,
    id,
    order_id: order.id,
    provider,
    provider_payment_id: notice.paymentId,
    amount: notice.amount,
    paid_on: paidOn,
    confirmed_on: await appContext.clock.today(trx, brand.timeZone),
    state: 'posted',
    received_at: now,
    reviewed_at: now,
    review_note: decision.reason ?? null,
    approval_id: decision.approvalId ?? null,
  });
  if (!isNew)
    throw new CannotResolve(`The payment ${notice.paymentId} is already in the ledger: refuse this message.`);
  const payment = { order, id, provider, amount: notice.amount, paidOn, purpose: 'repayment' } as const;
  await postOnDay(trx, appContext, payment, decision);
}
