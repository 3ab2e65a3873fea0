import { type LaterCost, laterCost } from '@hiram/contract/repay';
import {
  addDays,
  daysBetween,
  type LoanEvent,
  type LocalDate,
  localDate,
  position,
  quoteExtension,
  type Terms,
} from '@hiram/loan';
import { type Refused, refuse } from '../http/refuse.ts';
import type { Server } from '../http/serve.ts';
import { engineEvents, loadEvents, loadOrder } from '../lending/loans.ts';
import { quoteOf, type RepaymentQuote } from '../lending/repayment-quote.ts';

/** Days from today, or from the due date where that is still ahead, at which waiting is priced. */
const waits = [1, 7, 30] as const;

/** What is due now, and what the same costs later: the engine's own figures for those days, with nothing paid until then. */
export function laterCostRoute({ serve, house }: Server): void {
  serve(
    laterCost,
    async (
      { orderId },
      { db, brand, borrower },
    ): Promise<LaterCost | Refused<'nothingDue' | 'notRunning'>> => {
      const order = await loadOrder(db, borrower.id, orderId);
      if (order.status === 200) return refuse('nothingDue');
      if (order.status < 170) return refuse('notRunning');
      const today = await house.clock.today(db, brand.timeZone);
      const events: readonly LoanEvent[] = engineEvents(await loadEvents(db, order));
      const quote = quoteOf(order.terms, events, today);
      if (!quote) return refuse('nothingDue');
      const { name } = await db
        .selectFrom('product')
        .select('name')
        .where('id', '=', order.product_id)
        .executeTakeFirstOrThrow();
      // Until its due date a repayment costs the same; only days after it cost more.
      const due = localDate(quote.position.dueDate ?? today);
      const from = due > today ? due : today;
      const costOn = (day: LocalDate) => laterAmount(order.terms, events, quote, day);
      const basis = costOn(from);
      return {
        productName: name,
        repayAmount: quote.amount,
        repayDate: quote.date,
        overdueDays: quote.position.daysLate,
        payable: quote.payable !== undefined,
        ...(quote.payable ? {} : { from: localDate(quote.payoff.date) }),
        later: waits.map((days) => {
          const time = addDays(from, days);
          const amount = costOn(time);
          return { time, days: daysBetween(today, time), amount, more: Math.max(0, amount - basis) };
        }),
        isDelay: quoteExtension(order.terms, events, today).ok ? 1 : 0,
      };
    },
  );
}

/**
 * What the instalments of today's quote cost on a later day, with nothing paid until then: their scheduled amounts, their
 * late interest and the penalty. Instalments that fall due meanwhile are no cost of waiting.
 */
function laterAmount(
  terms: Terms,
  events: readonly LoanEvent[],
  quote: RepaymentQuote,
  day: LocalDate,
): number {
  if (day === quote.position.asOf) return quote.amount;
  const then = quoteOf(terms, events, day);
  if (!then) return quote.amount;
  if (quote.kind === 'payoff' && then.kind === 'payoff') return then.amount;
  const current = quote.position;
  const quoted = new Set(quote.rows.map((row) => row.instalment).filter((no) => no !== undefined));
  if (current.dueNo !== undefined && current.dueDate !== undefined && quote.kind !== 'charges')
    quoted.add(current.dueNo);
  const of = position(terms, events, day).instalments.filter((one) => quoted.has(one.no));
  const scheduled = of.reduce((sum, one) => sum + one.unpaid, 0);
  const late = of.reduce((sum, one) => sum + one.lateOwed, 0);
  return scheduled + late + then.position.penaltyOwed;
}
