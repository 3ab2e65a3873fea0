import type { NextPayment } from '@hiram/contract/loan';
import type { PartPayment, WayToPay } from '@hiram/contract/repay';
import { cents, type LoanEvent, type LocalDate, type Position, position, type Terms } from '@hiram/loan';
import { quoteOf, type RepaymentQuote } from './repayment-quote.ts';
import type { RunningLoan } from './ways-to-pay.ts';

/**
 * The next payment: the quoted amount if some of it is late, if charges are due alone and while an arrangement is kept; otherwise
 * what is left of the first unpaid repayment. Cents.
 */
export function nextPaymentOf({
  position: current,
  kind,
  amount,
  date,
  isLate,
}: RepaymentQuote): NextPayment {
  const unpaid = current.instalments.find((instalment) => instalment.unpaid > 0);
  return kind === 'arranged' || isLate || !unpaid
    ? { amount, date, isLate }
    : { amount: unpaid.unpaid, date: unpaid.dueDate, isLate };
}

/** The loan on a day, as `position` computes it; while an arrangement is kept, `due` and `dueDate` are what it asks for. */
export function askedPosition(terms: Terms, events: readonly LoanEvent[], asOf: LocalDate): Position {
  const current = position(terms, events, asOf);
  const quote = current.arrangement?.state === 'kept' ? quoteOf(terms, events, asOf) : undefined;
  return quote ? { ...current, due: cents(quote.amount), dueDate: quote.date } : current;
}

/** The loan after a payment of `amount` cents on the position's day, as the engine allocates it. */
export function afterPaying(loan: RunningLoan, current: Position, amount: number): WayToPay['after'] {
  return paying(loan, current, amount).after;
}

/** What a payment of `amount` cents on the position's day pays, as the engine allocates it. */
export function partPaying(loan: RunningLoan, current: Position, amount: number): PartPayment {
  const { after, instalments } = paying(loan, current, amount);
  const repayments = instalments.flatMap(({ no, unpaid }, index) => {
    const paid = (current.instalments[index]?.unpaid ?? 0) - unpaid;
    return paid > 0 ? [{ periodNo: no, amount: paid, unpaid }] : [];
  });
  const charges = repayments.reduce((left, { amount: paid }) => left - paid, amount);
  return { amount, charges: Math.max(0, charges), repayments, after };
}

function paying({ terms, events }: RunningLoan, { asOf }: Position, amount: number) {
  const seq = events.reduce((last, event) => Math.max(last, event.seq), 0) + 1;
  const payment: LoanEvent = { kind: 'paid', id: 'planned', valueDate: asOf, seq, amount: cents(amount) };
  const all = [...events, payment];
  const quote = quoteOf(terms, all, asOf);
  const { instalments } = quote?.position ?? position(terms, all, asOf);
  const after: WayToPay['after'] = {
    paid: instalments.filter(({ unpaid }) => unpaid === 0).length,
    ...(quote ? { next: nextPaymentOf(quote) } : {}),
  };
  return { after, instalments };
}
