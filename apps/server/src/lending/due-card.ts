import type { DueCard } from '@hiram/contract/order';
import { daysBetween, type LocalDate, localDate, type Position } from '@hiram/loan';
import type { Order } from './loans.ts';

/** What is owed next, for the card that leads a page; undefined before the payout and after the settlement. */
export function dueCardOf(order: Order, there: Position | undefined, today: LocalDate): DueCard | undefined {
  const { periods } = order.terms;
  if (!there?.dueDate || there.status === 200) {
    if (there && there.status === 174)
      return {
        repayAmount: there.due,
        dueTime: today,
        daysLeft: 0,
        overdueDays: 0,
        periodNo: periods,
        periods,
        perDay: 0,
        credit: there.credit,
      };
    return undefined;
  }
  return {
    repayAmount: there.due,
    dueTime: there.dueDate,
    daysLeft: daysBetween(today, localDate(there.dueDate)),
    overdueDays: there.daysLate,
    periodNo: there.dueNo ?? 1,
    periods,
    perDay: there.perDay,
    credit: Math.max(0, there.credit),
  };
}
