import type { LocalDate } from '@hiram/loan';
import { closeTask } from '../../lending/tasks.ts';
import type { Db } from '../../platform/database/connect.ts';
import { NotFound } from '../../platform/errors/rejection.ts';
import { knownId } from '../../platform/ids.ts';
import { recordEvent } from './complaint-events.ts';

/** Stores the lender's answer. Returns false if the complaint has one already. Throws NotFound for an unknown complaint. */
export async function answerComplaint(
  trx: Db,
  answer: { complaintId: string; text: string; needsScore: boolean; today: LocalDate; now: Date },
): Promise<boolean> {
  const { complaintId, text, needsScore, today, now } = answer;
  const id = knownId(complaintId);
  const complaint = await trx
    .selectFrom('complaint')
    .select(['borrower_id', 'answered_at'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!complaint) throw new NotFound('complaint');
  if (complaint.answered_at) return false;
  const borrowerId = complaint.borrower_id;
  await trx
    .updateTable('complaint')
    .set({ answer: text, answered_at: now, answered_on: today, needs_score: needsScore })
    .where('borrower_id', '=', borrowerId)
    .where('id', '=', id)
    .execute();
  await recordEvent(trx, { borrowerId, complaintId: id, kind: 'answered', today, now });
  await closeTask(trx, { kind: 'complaint', subjectId: id }, now);
  return true;
}
