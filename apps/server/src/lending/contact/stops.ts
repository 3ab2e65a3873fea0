import type { BorrowerId, ContactStopId, StaffId } from '@hiram/contract/ids';
import type { Db } from '../../platform/database/connection/connect.ts';
import type { ContactChannel, StopKind } from '../../platform/database/schema/messages/contact-attempts.ts';
import { newId } from '../../platform/ids.ts';

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

/** Stops contacts with a borrower from now on, in the caller's transaction. What is queued is dropped when its turn comes. */
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
  return id;
}
