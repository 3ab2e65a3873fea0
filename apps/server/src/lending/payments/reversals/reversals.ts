import type { PaymentId } from '@hiram/contract/ids';
import { addDays, type LocalDate, position, reversalNoticeDays } from '@hiram/loan';
import { brandOf } from '../../../brands/brand-of.ts';
import type { AppContext } from '../../../context/app-context.ts';
import type { Db } from '../../../platform/database/connection/connect.ts';
import { NotYet } from '../../../platform/errors/rejection.ts';
import { appendEvent } from '../../loans/append-event.ts';
import { engineEvents, loadEvents, lockOrder, type Order } from '../../loans/order-store.ts';
import { irreversibleFrom } from '../../loans/refundable.ts';
import { notify } from '../../notices/notify.ts';
import { closeTask } from '../../tasks.ts';
import { contradictionOf, lockPayment, type ReversedPayment, recordedPayment } from '../payment-store.ts';
import { returnSuspense } from '../suspense.ts';

/** A payment that a provider reverses: a bounced debit, a dispute, an error at the counter. */
export interface Reversal extends ReversedPayment {
  readonly provider: string;
  /** The provider's id of the payment. */
  readonly paymentId: string;
  /** A person decided it: it is posted however late it is. */
  readonly isDecided?: boolean;
}

/**
 * Reverses a payment, in the webhook's transaction: the opposite of its ledger lines is posted, as if it had
 * never been made. The borrower is told at once what is owed again, and until when what it had paid bears no
 * late charges. `late`: it came after the window of its channel; `contradicted`: it names another code or
 * amount than its payment has. Either changes nothing, and a person decides. Throws NotYet for a payment that
 * has not been reported yet, so that the provider sends the reversal again later.
 */
export async function reverse(
  trx: Db,
  appContext: AppContext,
  reversal: Reversal,
): Promise<'done' | 'repeated' | 'late' | 'contradicted'> {
  const found = await recordedPayment(trx, reversal);
  if (!found) throw new NotYet(`the payment ${reversal.paymentId} is not recorded yet`);
  const order = await lockOrder(trx, found.borrower_id, found.order_id);
  const payment = await lockPayment(trx, found.id);
  if (payment.state === 'reversed') return 'repeated';
  if (contradictionOf(payment, reversal)) return 'contradicted';
  const now = appContext.clock.now();
  const brand = brandOf(appContext, order);
  const today = await appContext.clock.today(trx, brand.timeZone);
  if (payment.state === 'posted' && !reversal.isDecided) {
    const lateFrom = (await irreversibleFrom(trx, brand, order)).get(found.id);
    if (lateFrom !== undefined && today >= lateFrom) return 'late';
  }
  await trx
    .updateTable('payment')
    .set({ state: 'reversed', ended_on: today })
    .where('borrower_id', '=', found.borrower_id)
    .where('id', '=', found.id)
    .execute();
  await closeTask(trx, { kind: 'heldPayment', subjectId: found.id }, now);
  if (payment.state === 'held' || payment.state === 'rejected') {
    // No loan has its money.
    await returnSuspense(trx, order, payment, today);
    return 'done';
  }
  // The day on which the lender learns it: the days without late charges are counted from it (`reversalNoticeDays`).
  const reopened = await appendEvent(
    trx,
    order,
    { kind: 'reversed', valueDate: today, target: found.id },
    { brand, today, now },
  );
  await textReversal(trx, appContext, reopened, { paymentId: found.id, amount: payment.amount, today });
  return 'done';
}

/** Texts the borrower about the reversal: what is owed in all, and until when what the payment had paid bears no late charges. */
async function textReversal(
  trx: Db,
  appContext: AppContext,
  order: Order,
  {
    paymentId,
    amount,
    today,
  }: { readonly paymentId: PaymentId; readonly amount: number; readonly today: LocalDate },
): Promise<void> {
  if (order.disbursed_on === null) return;
  const { owedInAll } = position(order.terms, engineEvents(await loadEvents(trx, order)), today);
  await notify(trx, appContext, order, {
    kind: 'paymentReversed',
    event: `reversal ${paymentId}`,
    values: { amount, left: owedInAll, date: addDays(today, reversalNoticeDays) },
  });
}
