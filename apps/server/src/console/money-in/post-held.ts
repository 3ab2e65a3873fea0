import { asId } from '@hiram/contract/ids';
import { localDate } from '@hiram/loan';
import { loadOrder } from '../../lending/loans/order-store.ts';
import { confirm, isBeforeLoan } from '../../lending/review/resolve-payment.ts';
import { CannotResolve } from '../../platform/errors/cannot-resolve.ts';
import { type Rejection, reject } from '../../platform/errors/rejection.ts';
import type { ActionScope, Effect } from '../actions/action.ts';
import { asDay, type PostReason, type PostRequest, paymentOf } from './entry.ts';
import { paymentEffect } from './payment-effect.ts';

/** The effect of posting a held payment. The provider is asked whether it was paid with this amount. */
export async function previewHeld(
  scope: ActionScope,
  request: PostRequest,
): Promise<Effect | Rejection<PostReason>> {
  const payment = await paymentOf(scope, asId(request.id));
  if (payment.state !== 'held') return reject('notWaitingHere');
  const { provider, provider_payment_id: paymentId, amount } = payment;
  const rejection = await refused(() => confirm(scope.appContext, provider, paymentId, amount));
  if (rejection) return rejection;
  const order = await loadOrder(scope.db, payment.borrower_id, payment.order_id);
  const theirDay = localDate(payment.paid_on);
  const paidOn = asDay(request.on) ?? theirDay;
  if (isBeforeLoan(paidOn, order)) return reject('beforeLoan', { field: 'on' });
  const paid = { amount, paidOn, provider, isHeld: true };
  const { lines, journal, netOwed } = await paymentEffect(scope, order, paid);
  // Another day than the provider's takes charges off: whoever chooses it gives them up.
  const onTheirDay = await paymentEffect(scope, order, { ...paid, paidOn: theirDay });
  const undone = Math.max(0, onTheirDay.netOwed - netOwed);
  const isConfirmed = scope.appContext.ports.payments.has(provider);
  return {
    subject: 'payment',
    subjectId: payment.id,
    amount,
    // No provider says that a bank's transfer came.
    ...(isConfirmed ? { cost: undone } : { cost: amount, needsTwo: true }),
    journal,
    lines: [
      { label: 'Payment', before: `held: ${payment.held_reason ?? ''}`, after: 'posted' },
      { label: 'Amount', before: String(amount), after: String(amount), format: 'money' },
      ...lines,
    ],
  };
}

/** The rejection if a provider does not confirm what it reported. Throws Unavailable if it does not answer. */
export async function refused(ask: () => Promise<unknown>): Promise<Rejection<'notConfirmed'> | undefined> {
  try {
    await ask();
    return undefined;
  } catch (error) {
    if (error instanceof CannotResolve) return reject('notConfirmed', { values: { words: error.message } });
    throw error;
  }
}
