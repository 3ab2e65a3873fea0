import type { NextPayment } from '@hiram/contract/loan';
import type { WayToPay } from '@hiram/contract/repay';
import { cents, type LoanEvent, type Position, position } from '@hiram/loan';
import { quoteOf } from './repayment-quote.ts';
import type { RunningLoan } from './ways-to-pay.ts';

/**
 * The next payment: of a late loan the quoted amount, which includes its charges; otherwise what is left of the first unpaid
 * repayment. Cents.
 */
export function nextPaymentOf(current: Position, quoted: number): NextPayment {
  const unpaid = current.instalments.find((instalment) => instalment.unpaid > 0);
  if (current.daysLate > 0 || !unpaid)
    return { amount: quoted, date: current.dueDate ?? current.asOf, isLate: current.daysLate > 0 };
  return { amount: unpaid.unpaid, date: unpaid.dueDate, isLate: false };
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
