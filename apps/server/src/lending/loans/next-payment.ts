import type { NextPayment } from '@hiram/contract/loan';
import type { WayToPay } from '@hiram/contract/repay';
import { cents, type LoanEvent, type Position, position } from '@hiram/loan';
import { quoteOf } from './repayment-quote.ts';
import type { RunningLoan } from './ways-to-pay.ts';

/**
 * The next payment: of a late loan the quoted amount, which includes its charges; otherwise what is left of the first unpaid
 * repayment. While an arrangement is kept, what it asks for. Cents.
 */
export function nextPaymentOf(current: Position, quoted: number): NextPayment {
  const arranged = nextArranged(current);
  if (arranged) return arranged;
  const unpaid = current.instalments.find((instalment) => instalment.unpaid > 0);
  if (current.daysLate > 0 || !unpaid)
    return { amount: quoted, date: current.dueDate ?? current.asOf, isLate: current.daysLate > 0 };
  return { amount: unpaid.unpaid, date: unpaid.dueDate, isLate: false };
}

/**
 * What a borrower who keeps an arrangement pays next: what is due of it and of other repayments, or the first of its parts to come and
 * of other repayments. Undefined: none is kept. Cents.
 */
export function nextArranged({ arrangement, instalments, asOf }: Position): NextPayment | undefined {
  if (arrangement?.state !== 'kept') return undefined;
  const others = instalments.filter(({ no }) => !arrangement.instalments.includes(no));
  const late = others.reduce(
    (sum, { daysLate, unpaid, lateOwed }) => sum + lateOwed + (daysLate > 0 ? unpaid : 0),
    0,
  );
  if (late + arrangement.due > 0) return { amount: late + arrangement.due, date: asOf, isLate: late > 0 };
  const toCome = [
    ...(arrangement.next ? [arrangement.next] : []),
    ...others.map(({ dueDate, unpaid }) => ({ date: dueDate, amount: unpaid })),
  ].filter(({ amount }) => amount > 0);
  const date = toCome.map((payment) => payment.date).sort()[0] ?? asOf;
  const amount = toCome.reduce((sum, payment) => sum + (payment.date === date ? payment.amount : 0), 0);
  return { amount, date, isLate: false };
}

/** The loan after a payment of `amount` cents on the position's day, as the engine allocates it. */
export function afterPaying(
  { terms, events }: RunningLoan,
  { asOf }: Position,
  amount: number,
): WayToPay['after'] {
  const seq = events.reduce((last, event) => Math.max(last, event.seq), 0) + 1;
  const payment: LoanEvent = { kind: 'paid', id: 'planned', valueDate: asOf, seq, amount: cents(amount) };
  const all = [...events, payment];
  const quote = quoteOf(terms, all, asOf);
  const { instalments } = quote?.position ?? position(terms, all, asOf);
  return {
    paid: instalments.filter(({ unpaid }) => unpaid === 0).length,
    ...(quote ? { next: nextPaymentOf(quote.position, quote.amount) } : {}),
  };
}
