import type { BorrowerId, ComplaintId, StaffId } from '@hiram/contract/ids';
import type { Selectable, Updateable } from 'kysely';
import type { Db } from '../../platform/database/connection/connect.ts';
import type { ComplaintMessageKind } from '../../platform/database/schema/messages/contact.ts';
import type { Database } from '../../platform/database/schema/schema.ts';
import { NotFound } from '../../platform/errors/rejection.ts';
import { knownId, newId } from '../../platform/ids.ts';

export type ComplaintMessage = Selectable<Database['complaint_message']>;
/** A complaint with the brand and language of its borrower. */
export type LockedComplaint = Awaited<ReturnType<typeof lockComplaint>>;

/** The complaint, locked until the transaction ends. Throws NotFound for an unknown one, and for one of another brand. */
export async function lockComplaint(trx: Db, complaintId: ComplaintId, brand?: string) {
  const query = trx
    .selectFrom('complaint')
    .innerJoin('borrower', 'borrower.id', 'complaint.borrower_id')
    .selectAll('complaint')
    .select(['borrower.brand', 'borrower.language'])
    .where('complaint.id', '=', knownId(complaintId))
    .forUpdate('complaint');
  const found = await (brand === undefined
    ? query
    : query.where('borrower.brand', '=', brand)
  ).executeTakeFirst();
  if (!found) throw new NotFound('complaint');
  return found;
}

/** Changes columns of a locked complaint. */
export async function updateComplaint(
  trx: Db,
  complaint: { readonly borrower_id: BorrowerId; readonly id: ComplaintId },
  changed: Updateable<Database['complaint']>,
): Promise<void> {
  await trx
    .updateTable('complaint')
    .set(changed)
    .where('borrower_id', '=', complaint.borrower_id)
    .where('id', '=', complaint.id)
    .execute();
}

/** The messages of a complaint, oldest first. */
export async function messagesOf(
  db: Db,
  complaint: { readonly borrower_id: BorrowerId; readonly id: ComplaintId },
): Promise<readonly ComplaintMessage[]> {
  return db
    .selectFrom('complaint_message')
    .selectAll()
    .where('borrower_id', '=', complaint.borrower_id)
    .where('complaint_id', '=', complaint.id)
    .orderBy('id')
    .execute();
}

/** Adds a message to a locked complaint. */
export async function addMessage(
  trx: Db,
  complaint: { readonly borrower_id: BorrowerId; readonly id: ComplaintId },
  message: {
    readonly kind: ComplaintMessageKind;
    readonly body: string;
    readonly staffId: StaffId | undefined;
    readonly stars?: number | null;
    readonly now: Date;
  },
): Promise<void> {
  await trx
    .insertInto('complaint_message')
    .values({
      borrower_id: complaint.borrower_id,
      complaint_id: complaint.id,
      id: newId(),
      kind: message.kind,
      body: message.body,
      staff_id: message.staffId ?? null,
      stars: message.stars ?? null,
      at: message.now,
    })
    .execute();
}
