import type { PaymentId } from '@hiram/contract/ids';
import { type LocalDate, localDate } from '@hiram/loan';
import { brandOf } from '../../brands/brand-of.ts';
import type { AppContext } from '../../context/app-context.ts';
import { type Db, inTransaction } from '../../platform/database/connection/connect.ts';
import { CannotResolve } from '../../platform/errors/cannot-resolve.ts';
import { lockOrder, type Order } from '../loans/order-store.ts';
import { lockPayment } from '../payments/payment-store.ts';
import { type PaymentToPost, postPayment } from '../payments/payments.ts';
import { closeTask } from '../tasks.ts';
import type { Decision, Post } from './decision.ts';

export async function resolvePayment(
  appContext: AppContext,
  id: PaymentId,
  decision: Decision,
): Promise<'done' | 'repeated'> {
  const found = await appContext.db.selectFrom('payment').selectAll().where('id', '=', id).executeTakeFirst();
  if (!found) throw new CannotResolve(`No payment ${id}.`);
  if (decision.kind === 'post' && found.state === 'held')
    await confirm(appContext, found.provider, found.provider_payment_id, found.amount);
  return inTransaction(appContext.db, async (trx) => {
    const order = await lockOrder(trx, found.borrower_id, found.order_id);
    const { state, reviewed_at } = await lockPayment(trx, id);
    const newState = decision.kind === 'post' ? 'posted' : 'rejected';
    const now = appContext.clock.now();
    const today = await appContext.clock.today(trx, brandOf(appContext, order).timeZone);
    if (state === newState && reviewed_at) return 'repeated';
    if (state !== 'held') throw new CannotResolve(`The payment ${id} is not waiting: it is ${state}.`);
    await trx
      .updateTable('payment')
      .set({
        state: newState,
        reviewed_at: now,
        review_note: decision.reason ?? null,
        ended_on: newState === 'rejected' ? today : null,
        ...(decision.approvalId ? { approval_id: decision.approvalId } : {}),
      })
      .where('id', '=', id)
      .execute();
    await closeTask(trx, { kind: 'heldPayment', subjectId: id }, now);
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
    await postOnDay(trx, appContext, { ...payment, order, purpose: code?.purpose ?? 'repayment' }, decision);
    return 'done';
  });
}

/** Reports whether a day is before the loan was paid out: nothing can have been paid on it then. */
export const isBeforeLoan = (day: LocalDate, { disbursed_on: disbursedOn }: Pick<Order, 'disbursed_on'>) =>
  day < (disbursedOn ?? '');

/** Throws CannotResolve for a day on which no payment of the loan can count. `chosen`: by the reviewer, if not the payer's. */
export function checkDay(
  order: Pick<Order, 'disbursed_on'>,
  {
    chosen,
    paidOn,
    today,
  }: { readonly chosen: LocalDate | undefined } & Record<'paidOn' | 'today', LocalDate>,
): void {
  if (chosen !== undefined && chosen > today) throw new CannotResolve(`${chosen} is in the future.`);
  const day = chosen ?? paidOn;
  if (isBeforeLoan(day, order))
    throw new CannotResolve(`${day} is before the loan was paid out, on ${order.disbursed_on}.`);
}

/** Posts on the payer's date, or on the reviewer's, at the latest today. */
export async function postOnDay(
  trx: Db,
  appContext: AppContext,
  payment: PaymentToPost & { readonly order: Order },
  { on }: Post,
): Promise<void> {
  const { order } = payment;
  const brand = brandOf(appContext, order);
  const today = await appContext.clock.today(trx, brand.timeZone);
  checkDay(order, { chosen: on, paidOn: payment.paidOn, today });
  const day = on ?? payment.paidOn;
  const { provider, amount, purpose, id } = payment;
  await postPayment(trx, appContext, order, {
    payment: { provider, amount, purpose, id, paidOn: day < today ? day : today },
    today,
  });
}

export async function confirm(
  appContext: AppContext,
  provider: string,
  paymentId: string,
  amount: number,
): Promise<void> {
  const port = appContext.ports.payments.get(provider);
  // No provider can confirm a transfer on a bank statement.
  if (!port) return;
  const reported = await port.payment(paymentId);
  if (reported.state !== 'paid')
    throw new CannotResolve(
      `${provider} does not confirm the payment ${paymentId}: its state is ${reported.state}.`,
    );
  if (reported.amount !== amount)
    throw new CannotResolve(
      `${provider} confirms ${paymentId} with ${reported.amount} cents, but ${amount} were reported.`,
    );
}
