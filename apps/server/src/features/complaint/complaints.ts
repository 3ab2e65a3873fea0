import type { BorrowerId, ComplaintId, PictureId } from '@hiram/contract/ids';
import { type LocalDate, localDate } from '@hiram/loan';
import type { Selectable } from 'kysely';
import { type ComplaintMessage, messagesOf } from '../../lending/complaints/complaint-messages.ts';
import type { Db } from '../../platform/database/connection/connect.ts';
import type { ComplaintEventKind } from '../../platform/database/schema/messages/contact.ts';
import type { Database } from '../../platform/database/schema/schema.ts';
import { NotFound } from '../../platform/errors/rejection.ts';
import { knownId } from '../../platform/ids.ts';

export type Complaint = Selectable<Database['complaint']>;

/** Maximum number of complaints in the list. */
const maxListed = 100;

/** The borrower's complaints, newest first. */
export async function listComplaints(db: Db, borrowerId: BorrowerId): Promise<Complaint[]> {
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
  readonly pictures: readonly PictureId[];
  readonly answerPictures: readonly PictureId[];
  /** The history, with the words that were written then; an answer's are in `complaint`. */
  readonly history: readonly {
    readonly kind: ComplaintEventKind;
    readonly day: LocalDate;
    readonly body: string | undefined;
  }[];
  /** The lender's last question, while the borrower has not replied. */
  readonly question: string | undefined;
  readonly productName: string | undefined;
}

/**
 * The borrower's complaint with its pictures and history. Throws NotFound both for a missing complaint and for another
 * borrower's.
 */
export async function loadComplaint(
  db: Db,
  borrowerId: BorrowerId,
  complaintId: ComplaintId,
): Promise<ComplaintDetails> {
  const id = knownId(complaintId);
  const complaint = await db
    .selectFrom('complaint')
    .selectAll()
    .where('borrower_id', '=', borrowerId)
    .where('id', '=', id)
    .executeTakeFirst();
  if (!complaint) throw new NotFound('complaint');
  const [messages, pictures, events, order] = await Promise.all([
    messagesOf(db, complaint),
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
    history: withWords(events, messages),
    question: openQuestion(complaint, messages),
    productName: order?.name,
  };
}

const withText: readonly string[] = ['acknowledged', 'infoRequested', 'replied'];

/** The events, each with the message that was written with it: the first question belongs to the first event of its kind. */
function withWords(
  events: readonly { readonly kind: ComplaintEventKind; readonly on_day: string }[],
  messages: readonly ComplaintMessage[],
): ComplaintDetails['history'] {
  const left = messages.filter(({ kind }) => withText.includes(kind));
  return events.map(({ kind, on_day }) => {
    const index = left.findIndex((message) => message.kind === kind);
    const [message] = index < 0 ? [] : left.splice(index, 1);
    return { kind, day: localDate(on_day), body: message?.body };
  });
}

function openQuestion(complaint: Complaint, messages: readonly ComplaintMessage[]): string | undefined {
  const last = messages.findLast(({ kind }) => kind === 'infoRequested' || kind === 'replied');
  return complaint.answered_at === null && last?.kind === 'infoRequested' ? last.body : undefined;
}

/** A rating is requested until the borrower gives one (CMP-16). */
export function needsScore(complaint: Complaint): boolean {
  return complaint.needs_score && complaint.score === null;
}
