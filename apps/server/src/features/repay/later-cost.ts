import type { LaterCost, laterCost } from '@hiram/contract/repay';
import {
  addDays,
  daysBetween,
  type LoanEvent,
  type LocalDate,
  localDate,
  quoteExtension,
  type Terms,
} from '@hiram/loan';
import type { Handler } from '../../api/serve.ts';
import { dueCardOf } from '../../lending/loans/due-card.ts';
import { engineEvents, loadEvents, loadOrder } from '../../lending/loans/loans.ts';
import { isDisbursed } from '../../lending/loans/order-status.ts';
import { quoteOf, type RepaymentQuote } from '../../lending/loans/repayment-quote.ts';
import { heldByOrder } from '../../lending/payments/hold-payment.ts';
import { type Rejection, reject } from '../../platform/errors/rejection.ts';

/** The amount due now and its cost on later days, from the engine, with nothing paid until then. */
export const showLaterCost: Handler<typeof laterCost> = async (
  { orderId },
  requestContext,
): Promise<LaterCost | Rejection<'nothingDue' | 'notRunning'>> => {
  const { db, borrower, translate, lang } = requestContext;
  const order = await loadOrder(db, borrower.id, orderId);
  if (order.status === 'settled') return reject('nothingDue');
  if (!isDisbursed(order.status)) return reject('notRunning');
  const today = await requestContext.today();
  const events: readonly LoanEvent[] = engineEvents(await loadEvents(db, order));
  const quote = quoteOf(order.terms, events, today);
  const due = dueCardOf(order, quote, {
    today,
    translate,
    lang,
    held: await heldByOrder(db, borrower.id),
  });
  if (!quote || !due) return reject('nothingDue');
  const { name } = await db
    .selectFrom('product')
    .select('name')
    .where('id', '=', order.product_id)
    .executeTakeFirstOrThrow();
  // A repayment costs the same until its due date, and more only after it.
  const dueDate = localDate(quote.position.dueDate ?? today);
  const from = dueDate > today ? dueDate : today;
  const costOn = (day: LocalDate) => laterAmount(order.terms, events, quote, day);
  const baseCost = costOn(from);
  return {
    productName: name,
    due,
    repayAmount: quote.amount,
    repayDate: quote.date,
    overdueDays: quote.position.daysLate,
    payable: quote.payable !== undefined,
    ...(quote.payable ? {} : { payableFrom: localDate(quote.payoff.date) }),
    later: quotedDays.map((days) => {
      const date = addDays(from, days);
      const amount = costOn(date);
      return { date, days: daysBetween(today, date), amount, more: Math.max(0, amount - baseCost) };
    }),
    canExtend: quoteExtension(order.terms, events, today).ok,
  };
};

/** Days after today, or after a future due date, for which the cost is quoted. */
const quotedDays = [1, 7, 30] as const;

/**
 * The cost, in cents, of today's quoted instalments on a later day with nothing paid until then: their scheduled amounts, late
 * interest and the penalty. Instalments that fall due in the meantime do not count.
 */
function laterAmount(
  terms: Terms,
  events: readonly LoanEvent[],
  quote: RepaymentQuote,
  day: LocalDate,
): number {
  if (day === quote.position.asOf) return quote.amount;
  const later = quoteOf(terms, events, day);
  if (!later) return quote.amount;
  if (quote.kind === 'payoff' && later.kind === 'payoff') return later.amount;
  const quotedNumbers = instalmentsOf(quote);
  // Use that day's quote if it has the same instalments.
  if (sameNumbers(quotedNumbers, instalmentsOf(later))) return later.amount;
  const parts = later.position.instalments.filter((instalment) => quotedNumbers.has(instalment.no));
  const owed = parts.reduce((sum, instalment) => sum + instalment.unpaid + instalment.lateOwed, 0);
  const total = owed + later.position.penaltyOwed + later.refundOwed;
  const amount = total - (total % (terms.unit ?? 1));
  return later.payoff.isAllowed ? Math.min(amount, later.payoff.amount) : amount;
}

/** The numbers of a quote's instalments; for a payoff, of all unpaid ones. */
function instalmentsOf({ kind, rows, position: current }: RepaymentQuote): ReadonlySet<number> {
  if (kind === 'payoff')
    return new Set(current.instalments.filter(({ unpaid }) => unpaid > 0).map(({ no }) => no));
  return new Set(
    rows.flatMap((row) => (row.kind !== 'late' && row.instalment !== undefined ? [row.instalment] : [])),
  );
}

function sameNumbers(numbers: ReadonlySet<number>, other: ReadonlySet<number>): boolean {
  return numbers.size === other.size && [...numbers].every((no) => other.has(no));
}
