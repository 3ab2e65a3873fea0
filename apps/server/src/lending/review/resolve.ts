import type { OrderId, PaymentId } from '@hiram/contract/ids';
import { type LocalDate, localDate } from '@hiram/loan';
import { validate } from 'uuid';
import * as v from 'valibot';
import { brandOf } from '../../brands/brand-of.ts';
import { markets } from '../../brands/markets/markets.ts';
import type { AppContext } from '../../context/app-context.ts';
import { type Db, inTransaction } from '../../platform/database/connect.ts';
import { CannotResolve } from '../../platform/errors/cannot-resolve.ts';
import { newId } from '../../platform/ids.ts';
import { loadOrder, type Order } from '../loans/loans.ts';
import { type PaymentToPost, postPayment } from '../payments/payments.ts';
import { confirmEnd, recordPayoutEnd } from './resolve-payout.ts';
import { resolveTransfer } from './resolve-transfer.ts';
import { messageName, storedNotice } from './waiting.ts';

/** A reviewer's decision on an entry of the review queue. */
export type Decision =
  | {
      readonly kind: 'post';
      /** The value date, if it is not the reported date of the payer. */
      readonly on: LocalDate | undefined;
      /** The order of a payment with an unknown code. */
      readonly orderId: OrderId | undefined;
      /** The cents of a transfer on the bank's statement, if they differ from the claim. */
      readonly amount?: number | undefined;
      readonly why: string | undefined;
      /** For a transfer: reverse the payment of another claim to which it was given. */
      readonly instead?: boolean | undefined;
      /** The person who decided. */
      readonly by?: string | undefined;
    }
  | { readonly kind: 'refuse'; readonly why: string; readonly by?: string | undefined };

type Post = Extract<Decision, { kind: 'post' }>;

/**
 * Resolves an entry of the review queue by its id. `post` posts only what the provider confirms in a query, with the same
 * amount; for a transfer, what the reviewer found on the bank's statement. `refuse` moves no money here; the payer is refunded
 * at the provider. The same decision again changes nothing. Throws CannotResolve with the reason, and Unavailable if the
 * provider is unavailable.
 */
export async function resolveEntry(
  appContext: AppContext,
  id: string,
  decision: Decision,
): Promise<'done' | 'repeated'> {
  if (!validate(id)) return resolveMessage(appContext, id, decision);
  return (await resolveClaim(appContext, id, decision)) ?? resolvePayment(appContext, id, decision);
}

/** Resolves a borrower's claim of a transfer; undefined for another id. */
async function resolveClaim(
  appContext: AppContext,
  id: string,
  decision: Decision,
): Promise<'done' | 'repeated' | undefined> {
  const { kind } = decision;
  const settled = await resolveTransfer(
    appContext,
    id,
    kind === 'post'
      ? { isThere: true, amount: decision.amount, on: decision.on, instead: decision.instead }
      : { isThere: false, why: decision.why },
    decision.by,
  );
  if (!settled) return undefined;
  if (settled.state !== (kind === 'post' ? 'accepted' : 'refused'))
    throw new CannotResolve(`The transfer ${id} does not wait: it is ${settled.state}.`);
  // If the day is outside the life of the code, the payment is held. The reviewer has confirmed the day, so post it.
  if (settled.isNew && settled.heldPayment) return resolvePayment(appContext, settled.heldPayment, decision);
  return settled.isNew ? 'done' : 'repeated';
}

async function resolvePayment(
  appContext: AppContext,
  id: string,
  decision: Decision,
): Promise<'done' | 'repeated'> {
  const found = await appContext.db.selectFrom('payment').selectAll().where('id', '=', id).executeTakeFirst();
  if (!found) throw new CannotResolve(`No payment ${id}.`);
  if (decision.kind === 'post' && found.state === 'held')
    await confirm(appContext, found.provider, found.provider_payment_id, found.amount);
  return inTransaction(appContext.db, async (trx) => {
    const order = await loadOrder(trx, found.borrower_id, found.order_id, true);
    const { state, reviewed_at } = await trx
      .selectFrom('payment')
      .select(['state', 'reviewed_at'])
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirstOrThrow();
    const newState = decision.kind === 'post' ? 'posted' : 'refused';
    if (state === newState && reviewed_at) return 'repeated';
    if (state !== 'held') throw new CannotResolve(`The payment ${id} does not wait: it is ${state}.`);
    await trx
      .updateTable('payment')
      .set({ state: newState, reviewed_at: appContext.clock.now(), review_note: decision.why ?? null })
      .where('id', '=', id)
      .execute();
    if (decision.kind === 'refuse') return 'done';
    const code = found.code_id
      ? await trx
          .updateTable('payment_code')
          .set({ state: 'paid' })
          .where('id', '=', found.code_id)
          .returning('purpose')
          .executeTakeFirst()
      : undefined;
    const payment = { ...found, paidOn: localDate(found.paid_on) };
    await post(trx, appContext, order, { ...payment, purpose: code?.purpose ?? 'repayment' }, decision);
    return 'done';
  });
}

/** Posts on the payer's date, or on the reviewer's, at the latest today. */
async function post(
  trx: Db,
  appContext: AppContext,
  order: Order,
  payment: PaymentToPost,
  { on }: Post,
): Promise<void> {
  const brand = brandOf(appContext, order);
  const today = await appContext.clock.today(trx, brand.timeZone);
  if (on !== undefined && on > today) throw new CannotResolve(`${on} has not come yet.`);
  const day = on ?? payment.paidOn;
  const { provider, amount, purpose, id } = payment;
  await postPayment(
    trx,
    appContext,
    order,
    { provider, amount, purpose, id, paidOn: day < today ? day : today },
    today,
  );
}

async function confirm(
  appContext: AppContext,
  provider: string,
  paymentId: PaymentId,
  amount: number,
): Promise<void> {
  const port = appContext.ports.payments.get(provider);
  // No provider can confirm a transfer on a bank statement.
  if (!port) return;
  const standing = await port.payment(paymentId);
  if (standing.state !== 'paid')
    throw new CannotResolve(
      `${provider} does not confirm the payment ${paymentId}: it says ${standing.state}.`,
    );
  if (standing.amount !== amount)
    throw new CannotResolve(
      `${provider} says that ${paymentId} is of ${standing.amount} cents, and it was told as ${amount}.`,
    );
}

async function resolveMessage(
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
    throw new CannotResolve(`Nothing waits by the name ${messageName(provider, messageId)}.`);
  const notice = parsed.output;
  if (notice.kind === 'aside' && decision.kind === 'post')
    throw new CannotResolve(
      `It was paid in ${notice.currency ?? 'another currency'}: have it given back there.`,
    );
  const newState = decision.kind === 'post' ? 'posted' : 'refused';
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
      throw new CannotResolve(`${id} does not wait: it was ${detail}.`);
    }
    await trx
      .updateTable('provider_message')
      .set({ settled_at: appContext.clock.now(), settled_note: decision.why ?? null, detail: newState })
      .where('provider', '=', provider)
      .where('message_id', '=', messageId)
      .execute();
    if (decision.kind === 'refuse') return 'done';
    if (notice.kind === 'payment') await postWithUnknownCode(trx, appContext, provider, notice, decision);
    else if (payoutEnd) await recordPayoutEnd(trx, appContext, payoutEnd);
    return 'done';
  });
}

type PaymentNotice = Extract<v.InferOutput<typeof storedNotice>, { kind: 'payment' }>;

/** Posts a payment with an unknown code to the order that the reviewer found. */
async function postWithUnknownCode(
  trx: Db,
  appContext: AppContext,
  provider: string,
  notice: PaymentNotice,
  decision: Post,
): Promise<void> {
  const { orderId } = decision;
  if (orderId === undefined || !validate(orderId))
    throw new CannotResolve('Its code is unknown: say whose payment it is by --order ID.');
  const owner = await trx
    .selectFrom('loan_order')
    .select(['borrower_id', 'disbursed_on'])
    .where('id', '=', orderId)
    .executeTakeFirst();
  if (!owner?.disbursed_on) throw new CannotResolve(`${orderId} is no order whose money was paid out.`);
  const order = await loadOrder(trx, owner.borrower_id, orderId, true);
  const brand = brandOf(appContext, order);
  const { currency } = markets[brand.market];
  if (notice.currency !== undefined && notice.currency !== currency)
    throw new CannotResolve(
      `It was paid in ${notice.currency}, and the order is in ${currency}: have it given back there.`,
    );
  const paidOn = await appContext.clock.dayOf(trx, brand.timeZone, notice.paidOn);
  const id = newId();
  const now = appContext.clock.now();
  const inserted = await trx
    .insertInto('payment')
    .values({
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
      review_note: decision.why ?? null,
    })
    .onConflict((conflict) => conflict.columns(['provider', 'provider_payment_id']).doNothing())
    .executeTakeFirst();
  if (inserted.numInsertedOrUpdatedRows === 0n)
    throw new CannotResolve(`The payment ${notice.paymentId} is in the books already: refuse this message.`);
  const payment = { id, provider, amount: notice.amount, paidOn, purpose: 'repayment' } as const;
  await post(trx, appContext, order, payment, decision);
}
