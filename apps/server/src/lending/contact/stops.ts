import type { BorrowerId, ContactStopId, StaffId } from '@hiram/contract/ids';
import { sql } from 'kysely';
import type { Db } from '../../platform/database/connection/connect.ts';
import type { ContactChannel, StopKind } from '../../platform/database/schema/messages/contact-attempts.ts';
import { newId } from '../../platform/ids.ts';
import { dueAfter } from '../tasks.ts';

/** The stops that a person may end: those that a person or a call set. */
export const endedByHand: readonly StopKind[] = [
  'dispute',
  'hardship',
  'counsel',
  'deceased',
  'wrongPerson',
  'doNotCall',
];

export interface NewStop {
  readonly borrower: BorrowerId;
  readonly kind: StopKind;
  /** The channels that it stops; undefined: those of its kind. A `doNotCall` names them. */
  readonly channels?: readonly ContactChannel[];
  /** Undefined: until somebody ends it. */
  readonly until?: Date;
  /** Undefined: the borrower's own act, or the system's. */
  readonly staffId?: StaffId;
  readonly note?: string;
  readonly now: Date;
}

/**
 * Stops contacts with a borrower from now on, in the caller's transaction. What is queued is dropped when its turn comes. A late
 * loan about which nobody may call for a time is promised no sooner than it would be if it became late then.
 */
export async function addStop(trx: Db, stop: NewStop): Promise<ContactStopId> {
  const id: ContactStopId = newId();
  await trx
    .insertInto('contact_stop')
    .values({
      borrower_id: stop.borrower,
      id,
      kind: stop.kind,
      channels: stop.channels ?? null,
      since: stop.now,
      until: stop.until ?? null,
      staff_id: stop.staffId ?? null,
      note: stop.note ?? null,
    })
    .execute();
  if (stop.until && (stop.channels?.includes('call') ?? true))
    await trx
      .updateTable('task')
      .set({ due_at: sql<Date>`greatest(due_at, ${dueAfter('lateLoan', stop.until)})` })
      .where('borrower_id', '=', stop.borrower)
      .where('kind', '=', 'lateLoan')
      .where('closed_at', 'is', null)
      .execute();
  return id;
}
