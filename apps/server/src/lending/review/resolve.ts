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
import { postPayment } from '../payments/payments.ts';
import { confirmEnd, recordPayoutEnd } from './resolve-payout.ts';
import { resolveTransfer } from './resolve-transfer.ts';
import { keptNotice, messageName } from './waiting.ts';

/** What a person decided over something that waits. */
export type Decision =
  | {
      readonly kind: 'post';
      /** The day that counts for the loan, where it is not the payer's as it was told. */
      readonly on: LocalDate | undefined;
      /** The order that a payment of an unknown code belongs to. */
      readonly orderId: string | undefined;
      /** Cents that a transfer is of by the bank's statement, where they are not what the borrower told. */
      readonly amount?: number | undefined;
      readonly why: string | undefined;
      /** Of a transfer: instead of another claim that it was given to. */
      readonly instead?: boolean | undefined;
      /** The person who decided. */
      readonly by?: string | undefined;
    }
  | { readonly kind: 'refuse'; readonly why: string; readonly by?: string | undefined };

type Post = Extract<Decision, { kind: 'post' }>;

/**
 * Settles what waits, by the id that `waitingForPerson` gives. Posted: only what the provider confirms when it is asked for it
 * alone, with the same amount; of a transfer, what the person found on the bank's statement. Refused: it never moves money
 * here; what the provider holds must be given back there. Decided
 * in the same way before, nothing changes. Throws CannotSettle with the reason, and Unavailable when the provider is away.
 */
export async function settle(
  appContext: AppContext,
  id: string,
  decision: Decision,
): Promise<'done' | 'repeated'> {
  if (!validate(id)) return settleMessage(appContext, id, decision);
  return (await settleTold(appContext, id, decision)) ?? settlePayment(appContext, id, decision);
}

/** A transfer that a borrower told of; undefined where it is none. */
async function settleTold(
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
  // Of a day that a code's life does not hold it would wait once more: the person has said which day it was.
  if (settled.isNew && settled.heldPayment) return settlePayment(appContext, settled.heldPayment, decision);
  return settled.isNew ? 'done' : 'repeated';
}

async function settlePayment(
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
    const wanted = decision.kind === 'post' ? 'posted' : 'refused';
    if (state === wanted && reviewed_at) return 'repeated';
    if (state !== 'held') throw new CannotResolve(`The payment ${id} does not wait: it is ${state}.`);
    await trx
      .updateTable('payment')
      .set({ state: wanted, reviewed_at: appContext.clock.now(), review_note: decision.why ?? null })
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
    const told = { ...found, paidOn: localDate(found.paid_on) };
    await post(trx, appContext, order, { ...told, purpose: code?.purpose ?? 'repayment' }, decision);
    return 'done';
  });
}

/** Posts with the payer's date, or the one that was decided, at the latest today. */
async function post(
  trx: Db,
  appContext: AppContext,
  order: Order,
  payment: {
    readonly id: string;
    readonly provider: string;
    readonly amount: number;
    readonly paidOn: LocalDate;
    readonly purpose: 'repayment' | 'extension';
  },
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
  paymentId: string,
  amount: number,
): Promise<void> {
  const asked = appContext.ports.payments.get(provider);
  // What a person found on a bank's paper has nobody to be asked.
  if (!asked) return;
  const standing = await asked.payment(paymentId);
  if (standing.state !== 'paid')
    throw new CannotResolve(
      `${provider} does not confirm the payment ${paymentId}: it says ${standing.state}.`,
    );
  if (standing.amount !== amount)
    throw new CannotResolve(
      `${provider} says that ${paymentId} is of ${standing.amount} cents, and it was told as ${amount}.`,
    );
}

async function settleMessage(
  appContext: AppContext,
  id: string,
  decision: Decision,
): Promise<'done' | 'repeated'> {
  const cut = id.indexOf('/');
  const [provider, messageId] = [id.slice(0, cut), id.slice(cut + 1)];
  const message = await appContext.db
    .selectFrom('provider_message')
    .selectAll()
    .where('provider', '=', provider)
    .where('message_id', '=', messageId)
    .executeTakeFirst();
  const parsed = v.safeParse(keptNotice, message?.body);
  if (!message || !parsed.success || !['unknown', 'contradicted'].includes(message.outcome))
    throw new CannotResolve(`Nothing waits by the name ${messageName(provider, messageId)}.`);
  const notice = parsed.output;
  if (notice.kind === 'aside' && decision.kind === 'post')
    throw new CannotResolve(
      `It was paid in ${notice.currency ?? 'another currency'}: have it given back there.`,
    );
  const wanted = decision.kind === 'post' ? 'posted' : 'refused';
  const isOpen = message.settled_at === null;
  // Asked before anything is locked: the provider may take its time.
  const isPosting = isOpen && decision.kind === 'post';
  if (isPosting && notice.kind === 'payment')
    await confirm(appContext, provider, notice.paymentId, notice.amount);
  const ended = isPosting && notice.kind === 'payout' ? await confirmEnd(appContext, notice) : undefined;
  return inTransaction(appContext.db, async (trx) => {
    const { settled_at, detail } = await trx
      .selectFrom('provider_message')
      .select(['settled_at', 'detail'])
      .where('provider', '=', provider)
      .where('message_id', '=', messageId)
      .forUpdate()
      .executeTakeFirstOrThrow();
    if (settled_at) {
      if (detail === wanted) return 'repeated';
      throw new CannotResolve(`${id} does not wait: it was ${detail}.`);
    }
    await trx
      .updateTable('provider_message')
      .set({ settled_at: appContext.clock.now(), settled_note: decision.why ?? null, detail: wanted })
      .where('provider', '=', provider)
      .where('message_id', '=', messageId)
      .execute();
    if (decision.kind === 'refuse') return 'done';
    if (notice.kind === 'payment') await postUnknown(trx, appContext, provider, notice, decision);
    else if (ended) await recordPayoutEnd(trx, appContext, ended);
    return 'done';
  });
}

type PaymentNotice = Extract<v.InferOutput<typeof keptNotice>, { kind: 'payment' }>;

/** A payment by a code that we do not know: it belongs to the order that the person found. */
async function postUnknown(
  trx: Db,
  appContext: AppContext,
  provider: string,
  notice: PaymentNotice,
  decision: Post,
): Promise<void> {
  const { orderId } = decision;
  if (orderId === undefined || !validate(orderId))
    throw new CannotResolve('Its code is unknown: say whose payment it is by --order ID.');
  const found = await trx
    .selectFrom('loan_order')
    .select(['borrower_id', 'disbursed_on'])
    .where('id', '=', orderId)
    .executeTakeFirst();
  if (!found?.disbursed_on) throw new CannotResolve(`${orderId} is no order whose money was paid out.`);
  const order = await loadOrder(trx, found.borrower_id, orderId, true);
  const brand = brandOf(appContext, order);
  const { currency } = markets[brand.market];
  if (notice.currency !== undefined && notice.currency !== currency)
    throw new CannotResolve(
      `It was paid in ${notice.currency}, and the order is in ${currency}: have it given back there.`,
    );
  const paidOn = await appContext.clock.dayOf(trx, brand.timeZone, notice.paidOn);
  const id = newId();
  const now = appContext.clock.now();
  const noted = await trx
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
  if (noted.numInsertedOrUpdatedRows === 0n)
    throw new CannotResolve(`The payment ${notice.paymentId} is in the books already: refuse this message.`);
  const payment = { id, provider, amount: notice.amount, paidOn, purpose: 'repayment' } as const;
  await post(trx, appContext, order, payment, decision);
}
