import type { saveScore } from '@hiram/contract/complaint';
import type { BorrowerId, ComplaintId } from '@hiram/contract/ids';
import type { LocalDate } from '@hiram/loan';
import type { Handler } from '../../api/serve.ts';
import { recordEvent } from '../../lending/complaints/complaint-events.ts';
import { updateComplaint } from '../../lending/complaints/complaint-messages.ts';
import type { Db } from '../../platform/database/connection/connect.ts';
import { inTransaction } from '../../platform/database/connection/connect.ts';
import { NotFound, reject } from '../../platform/errors/rejection.ts';
import { knownId } from '../../platform/ids.ts';

/** Takes the borrower's rating of an answer, once (CMP-17). */
export const rateAnswer: Handler<typeof saveScore> = async ({ complaintId, stars }, requestContext) => {
  const { appContext, borrower, now } = requestContext;
  const today = await requestContext.today();
  const outcome = await inTransaction(appContext.db, (trx) =>
    scoreComplaint(trx, { borrowerId: borrower.id, complaintId, stars, today, now }),
  );
  return outcome === 'kept' ? {} : reject(outcome, { field: 'stars' });
};

/** Stores the borrower's rating of an answer, once (CMP-17). Throws NotFound for another borrower's complaint. */
async function scoreComplaint(
  trx: Db,
  score: { borrowerId: BorrowerId; complaintId: ComplaintId; stars: number; today: LocalDate; now: Date },
): Promise<'kept' | 'notAnswered' | 'alreadyScored'> {
  const { borrowerId, complaintId, stars, today, now } = score;
  const id = knownId(complaintId);
  const complaint = await trx
    .selectFrom('complaint')
    .select(['borrower_id', 'id', 'answered_at', 'score'])
    .where('borrower_id', '=', borrowerId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!complaint) throw new NotFound('complaint');
  if (!complaint.answered_at) return 'notAnswered';
  if (complaint.score !== null) return 'alreadyScored';
  await updateComplaint(trx, complaint, { score: stars });
  await recordEvent(trx, { borrowerId, complaintId: id, kind: 'scored', today, now });
  return 'kept';
}
