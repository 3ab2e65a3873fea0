import type { BorrowerId, ComplaintId } from '@hiram/contract/ids';
import type { LocalDate } from '@hiram/loan';
import type { Db } from '../../platform/database/connection/connect.ts';
import type { ComplaintEventKind } from '../../platform/database/schema/messages/contact.ts';
import { newId } from '../../platform/ids.ts';

/** Records what happened to a complaint, as its borrower reads it. */
export async function recordEvent(
  trx: Db,
  event: {
    borrowerId: BorrowerId;
    complaintId: ComplaintId;
    kind: ComplaintEventKind;
    today: LocalDate;
    now: Date;
  },
): Promise<void> {
  await trx
    .insertInto('complaint_event')
    .values({
      borrower_id: event.borrowerId,
      complaint_id: event.complaintId,
      id: newId(),
      kind: event.kind,
      on_day: event.today,
      at: event.now,
    })
    .execute();
}
