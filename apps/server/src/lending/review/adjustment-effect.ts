import { disbursalOf, type LoanEvent, type Position, position } from '@hiram/loan';
import type { Db } from '../../platform/database/connection/connect.ts';
import { postedByEvent } from '../ledger/ledger.ts';
import type { NewEvent } from '../loans/append-event.ts';
import { creditOf, engineEvents, type StoredEvent } from '../loans/order-store.ts';
import { plannedPostings } from '../loans/planned-postings.ts';
import type { LoanToday } from './adjustment.ts';

/** The amounts owed of a loan, in cents. */
interface Figures {
  readonly principal: number;
  readonly interest: number;
  readonly late: number;
  readonly penalty: number;
  readonly owed: number;
  readonly credit: number;
  /** Undefined before the disbursal. */
  readonly position: Position | undefined;
}

/** The changes that an event would make. */
export interface AdjustmentEffect {
  readonly before: Figures;
  readonly after: Figures;
  /** The lines that would be posted: account → cents, debit positive. */
  readonly journal: ReadonlyMap<string, number>;
}

/** Computes what an event would change, without changing anything. The same functions post it. */
export async function effectOf(
  db: Db,
  loan: LoanToday,
  planned: NewEvent & { readonly id: string },
): Promise<AdjustmentEffect> {
  const { order, stored, today } = loan;
  const { provider, note: _, ...body } = planned;
  const event = { ...body, seq: order.event_count + 1 } as LoanEvent;
  const after: readonly StoredEvent[] = [...stored, { event, provider }];
  const posted = await postedByEvent(db, order.borrower_id, order.id);
  const journal = new Map<string, number>();
  for (const { lines } of plannedPostings(order, after, posted, today))
    for (const { account, amount } of lines) journal.set(account, (journal.get(account) ?? 0) + amount);
  return { before: figuresOf(loan), after: figuresOf({ ...loan, stored: after }), journal };
}

function figuresOf({ order, stored, today }: LoanToday): Figures {
  const events = engineEvents(stored);
  const current = disbursalOf(events) && position(order.terms, events, today);
  return {
    principal: current?.principalOwed ?? 0,
    interest: current?.interestOwed ?? 0,
    late: current?.lateOwed ?? 0,
    penalty: current?.penaltyOwed ?? 0,
    owed: current?.owedInAll ?? 0,
    credit: creditOf(order, stored, today),
    position: current,
  };
}
