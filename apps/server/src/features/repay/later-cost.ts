import { type LaterCost, laterCost } from '@hiram/contract/repay';
import {
  addDays,
  daysBetween,
  type LoanEvent,
  type LocalDate,
  localDate,
  quoteExtension,
  type Terms,
} from '@hiram/loan';
import type { Server } from '../../api/serve.ts';
import { dueCardOf } from '../../lending/loans/due-card.ts';
import { engineEvents, loadEvents, loadOrder } from '../../lending/loans/loans.ts';
import { quoteOf, type RepaymentQuote } from '../../lending/loans/repayment-quote.ts';
import { heldByOrder } from '../../lending/payments/hold-payment.ts';
import { type Rejection, reject } from '../../platform/errors/rejection.ts';

/** Days from today, or from the due date where that is still ahead, at which waiting is priced. */
const waits = [1, 7, 30] as const;

/** What is due now, and what the same costs later: the engine's own figures for those days, with nothing paid until then. */
export function laterCostRoute({ serve, appContext }: Server): void {
  serve(
    laterCost,
    async (
      { orderId },
      { db, brand, borrower, translate, lang },
    ): Promise<LaterCost | Rejection<'nothingDue' | 'notRunning'>> => {
      const order = await loadOrder(db, borrower.id, orderId);
      if (order.status === 200) return reject('nothingDue');
      if (order.status < 170) return reject('notRunning');
      const today = await appContext.clock.today(db, brand.timeZone);
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
      // Until its due date a repayment costs the same; only days after it cost more.
      const dueDate = localDate(quote.position.dueDate ?? today);
      const from = dueDate > today ? dueDate : today;
      const costOn = (day: LocalDate) => laterAmount(order.terms, events, quote, day);
      const basis = costOn(from);
      return {
        productName: name,
        due,
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
  const wanted = instalmentsOf(quote);
  // The day's own quote, wherever it asks for the same instalments.
  if (sameNumbers(wanted, instalmentsOf(then))) return then.amount;
  const parts = then.position.instalments.filter((one) => wanted.has(one.no));
  const owed = parts.reduce((sum, one) => sum + one.unpaid + one.lateOwed, 0);
  const asked = owed + then.position.penaltyOwed + then.refundOwed;
  const amount = asked - (asked % (terms.unit ?? 1));
  return then.payoff.isAllowed === 1 ? Math.min(amount, then.payoff.amount) : amount;
}

/** The instalments whose scheduled amounts a quote asks for; of a payoff, all that are unpaid. */
function instalmentsOf({ kind, rows, position: current }: RepaymentQuote): ReadonlySet<number> {
  if (kind === 'payoff')
    return new Set(current.instalments.filter((one) => one.unpaid > 0).map((one) => one.no));
  return new Set(
    rows.flatMap((row) => (row.of !== 'late' && row.instalment !== undefined ? [row.instalment] : [])),
  );
}

function sameNumbers(one: ReadonlySet<number>, other: ReadonlySet<number>): boolean {
  return one.size === other.size && [...one].every((no) => other.has(no));
}
