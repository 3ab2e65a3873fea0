import { type LaterCost, laterCost } from '@hiram/contract/repay';
import {
  addDays,
  daysBetween,
  type LoanEvent,
  localDate,
  payable,
  position,
  quoteExtension,
} from '@hiram/loan';
import { type Refused, refuse } from '../http/refuse.ts';
import type { Server } from '../http/serve.ts';
import { engineEvents, loadEvents, loadOrder } from '../lending/loans.ts';

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
      const there = position(order.terms, events, today);
      const may = payable(order.terms, events, today);
      if (!may.ok && may.reason === 'settled') return refuse('nothingDue');
      const { name } = await db
        .selectFrom('product')
        .select('name')
        .where('id', '=', order.product_id)
        .executeTakeFirstOrThrow();
      // Until its due date a repayment costs the same; only days after it cost more.
      const due = localDate(there.dueDate ?? today);
      const from = due > today ? due : today;
      const amountOn = (day: typeof today) => position(order.terms, events, day).due;
      const dueThen = due > today ? amountOn(due) : may.due;
      return {
        productName: name,
        repayAmount: may.due,
        repayDate: due,
        overdueDays: there.daysLate,
        payable: may.ok,
        ...(may.ok ? {} : { from: may.from }),
        later: waits.map((days) => {
          const time = addDays(from, days);
          const amount = amountOn(time);
          return { time, days: daysBetween(today, time), amount, more: Math.max(0, amount - dueThen) };
        }),
        isDelay: quoteExtension(order.terms, events, today).ok ? 1 : 0,
      };
    },
  );
}
