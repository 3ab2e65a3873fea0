import { type LocalDate, localDate } from '@hiram/loan';
import type { Selectable } from 'kysely';
import type { Db } from '../../platform/database/connect.ts';
import type { Database } from '../../platform/database/schema.ts';
import { NotFound } from '../../platform/errors/rejection.ts';
import { knownId } from '../../platform/ids.ts';

export type Complaint = Selectable<Database['complaint']>;

/** Maximum number of complaints in the list. */
const maxListed = 100;

/** The borrower's complaints, newest first. */
export async function listComplaints(db: Db, borrowerId: string): Promise<Complaint[]> {
  return db
    .selectFrom('complaint')
    .selectAll()
    .where('borrower_id', '=', borrowerId)
    .orderBy('id', 'desc')
    .limit(maxListed)
    .execute();
}

export interface ComplaintDetails {
  readonly complaint: Complaint;
  readonly pictures: readonly string[];
  readonly answerPictures: readonly string[];
  readonly history: readonly { readonly kind: 'received' | 'answered' | 'scored'; readonly day: LocalDate }[];
  readonly productName: string | undefined;
}

/**
 * The borrower's complaint with its pictures and history. Throws NotFound both for a missing complaint and for another
 * borrower's.
 */
export async function loadComplaint(
  db: Db,
  borrowerId: string,
  complaintId: string,
): Promise<ComplaintDetails> {
  const id = knownId(complaintId);
  const complaint = await db
    .selectFrom('complaint')
    .selectAll()
    .where('borrower_id', '=', borrowerId)
    .where('id', '=', id)
    .executeTakeFirst();
  if (!complaint) throw new NotFound('complaint');
  const [pictures, events, order] = await Promise.all([
    db
      .selectFrom('complaint_picture')
      .select(['picture_id', 'by_lender'])
      .where('borrower_id', '=', borrowerId)
      .where('complaint_id', '=', id)
      .orderBy('place')
      .execute(),
    db
      .selectFrom('complaint_event')
      .select(['kind', 'on_day'])
      .where('borrower_id', '=', borrowerId)
      .where('complaint_id', '=', id)
      .orderBy('id')
      .execute(),
    complaint.order_id === null
      ? undefined
      : db
          .selectFrom('loan_order')
          .innerJoin('product', 'product.id', 'loan_order.product_id')
          .select('product.name')
          .where('loan_order.borrower_id', '=', borrowerId)
          .where('loan_order.id', '=', complaint.order_id)
          .executeTakeFirst(),
  ]);
  const pictureIds = (byLender: boolean) =>
    pictures.filter((picture) => picture.by_lender === byLender).map((picture) => picture.picture_id);
  return {
    complaint,
    pictures: pictureIds(false),
    answerPictures: pictureIds(true),
    history: events.map((event) => ({ kind: event.kind, day: localDate(event.on_day) })),
    productName: order?.name,
  };
}

/** A rating is requested until the borrower gives one (CMP-16). */
export function needsScore(complaint: Complaint): 0 | 1 {
  return complaint.needs_score && complaint.score === null ? 1 : 0;
}
