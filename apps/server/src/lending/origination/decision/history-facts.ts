import type { Facts } from '@hiram/decision';
import {
  daysBetween,
  inForce,
  type LoanEvent,
  type LocalDate,
  localDate,
  position,
  type Terms,
} from '@hiram/loan';
import type { Db } from '../../../platform/database/connection/connect.ts';
import { isDisbursed, openStatuses } from '../../loans/order-status.ts';
import { eventsOfOrders, type Order } from '../../loans/order-store.ts';

/**
 * The most days by which an instalment of the loan was ever late, up to `today`: it grows until a payment, so
 * those days count.
 */
export function worstDaysLate(terms: Terms, events: readonly LoanEvent[], today: LocalDate): number {
  const counted = inForce(events);
  if (counted[0]?.kind !== 'disbursed') return 0;
  const days = counted.slice(1).map(({ valueDate }, index) => ({ day: valueDate, before: index + 1 }));
  const late = [...days, { day: today, before: counted.length }].map(
    ({ day, before }) => position(terms, counted.slice(0, before), day).daysLate,
  );
  return Math.max(0, ...late);
}

/** An order of a borrower beside the application that is decided. */
export type PastOrder = Pick<Order, 'borrower_id' | 'id' | 'status' | 'terms' | 'settled_on'>;

/** The facts of a borrower's orders, the oldest first. `openLoans` counts applications that are not decided too. */
export async function historyFacts(db: Db, orders: readonly PastOrder[], today: LocalDate): Promise<Facts> {
  const loans = orders.filter(({ status }) => isDisbursed(status));
  const late: number[] = [];
  let extensionsUsed = 0;
  const eventsOf = await eventsOfOrders(db, loans);
  for (const order of loans) {
    const events = eventsOf.get(order.id) ?? [];
    late.push(
      worstDaysLate(order.terms, events, order.settled_on === null ? today : localDate(order.settled_on)),
    );
    extensionsUsed += inForce(events).filter(({ kind }) => kind === 'extended').length;
  }
  const settled = orders.filter(({ status }) => status === 'settled');
  const lastSettled = settled
    .map(({ settled_on }) => settled_on ?? '')
    .sort()
    .at(-1);
  return {
    'history.settledLoans': settled.length,
    'history.openLoans': orders.filter(({ status }) => openStatuses.some((open) => open === status)).length,
    'history.extensionsUsed': extensionsUsed,
    // Nobody was late, or on time, who had no loan.
    ...(late.length > 0 && { 'history.maxDaysLate': Math.max(...late), 'history.lastDaysLate': late.at(-1) }),
    ...(lastSettled && { 'history.daysSinceLast': Math.max(0, daysBetween(localDate(lastSettled), today)) }),
  };
}
