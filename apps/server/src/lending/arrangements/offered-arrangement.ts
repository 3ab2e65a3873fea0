import { type ArrangementQuote, type LocalDate, quoteArrangement } from '@hiram/loan';
import type { Db } from '../../platform/database/connection/connect.ts';
import { engineEvents, loadEvents, type Order } from '../loans/order-store.ts';
import { type ArrangementRow, daysOf, openArrangement } from './arrangement-store.ts';

/** The proposal that a borrower can accept today. */
export interface Proposal {
  readonly row: ArrangementRow;
  readonly quote: Extract<ArrangementQuote, { ok: true }>;
}

/**
 * The lender's open proposal with the parts of today: what is owed grows until the day on which it is accepted. Undefined: there
 * is none, or the loan is late no more.
 */
export async function proposalOf(db: Db, order: Order, today: LocalDate): Promise<Proposal | undefined> {
  const row = await openArrangement(db, order, today);
  if (row?.state !== 'proposed') return undefined;
  const events = engineEvents(await loadEvents(db, order));
  const quote = quoteArrangement(order.terms, events, today, daysOf(row));
  return quote.ok ? { row, quote } : undefined;
}
