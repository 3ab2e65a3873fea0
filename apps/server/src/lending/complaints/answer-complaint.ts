import { maxPictures } from '@hiram/contract/complaint';
import type { ComplaintId, PictureId, StaffId } from '@hiram/contract/ids';
import type { LocalDate } from '@hiram/loan';
import type { Db } from '../../platform/database/connection/connect.ts';
import { closeTask } from '../tasks.ts';
import { recordEvent } from './complaint-events.ts';
import { addMessage, type LockedComplaint, lockComplaint, updateComplaint } from './complaint-messages.ts';

export interface Answer {
  readonly text: string;
  readonly needsScore: boolean;
  /** Ids of pictures of the lender that no complaint has yet. */
  readonly pictures?: readonly PictureId[];
  /** Undefined: an operator's command. */
  readonly staffId?: StaffId | undefined;
  readonly today: LocalDate;
  readonly now: Date;
}

/** Stores the lender's answer. Returns false if the complaint has one already. Throws NotFound for an unknown complaint. */
export async function answerComplaint(
  trx: Db,
  { complaintId, ...answer }: Answer & { readonly complaintId: ComplaintId },
): Promise<boolean> {
  return answerLocked(trx, await lockComplaint(trx, complaintId), answer);
}

/** Stores the lender's answer to a locked complaint. Returns false if it has one already. */
export async function answerLocked(trx: Db, complaint: LockedComplaint, answer: Answer): Promise<boolean> {
  if (complaint.answered_at) return false;
  const { borrower_id: borrowerId, id: complaintId } = complaint;
  const { text, needsScore, pictures = [], staffId, today, now } = answer;
  await updateComplaint(trx, complaint, {
    answer: text,
    answered_at: now,
    answered_on: today,
    needs_score: needsScore,
    acknowledged_at: complaint.acknowledged_at ?? now,
  });
  await addPictures(trx, complaint, pictures);
  await addMessage(trx, complaint, { kind: 'answered', body: text, staffId, now });
  await recordEvent(trx, { borrowerId, complaintId, kind: 'answered', today, now });
  await closeTask(trx, { kind: 'complaint', subjectId: complaintId }, now);
  return true;
}

/** Puts pictures of the lender on a complaint, after those that it has. */
async function addPictures(
  trx: Db,
  complaint: LockedComplaint,
  pictures: readonly PictureId[],
): Promise<void> {
  if (pictures.length === 0) return;
  const { borrower_id, id: complaint_id } = complaint;
  const { count } = await trx
    .selectFrom('complaint_picture')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('borrower_id', '=', borrower_id)
    .where('complaint_id', '=', complaint_id)
    .where('by_lender', '=', true)
    .executeTakeFirstOrThrow();
  if (Number(count) + pictures.length > maxPictures) throw new Error('too many pictures');
  const rows = pictures.map((picture_id, index) => ({
    borrower_id,
    complaint_id,
    picture_id,
    by_lender: true,
    place: Number(count) + index + 1,
  }));
  await trx.insertInto('complaint_picture').values(rows).execute();
}
