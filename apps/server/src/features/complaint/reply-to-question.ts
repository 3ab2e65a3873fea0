import { countCharacters } from '@hiram/contract/characters';
import { maxCharacters, type problemReply } from '@hiram/contract/complaint';
import type { Handler } from '../../api/serve.ts';
import { lockComplaint, messagesOf } from '../../lending/complaints/complaint-messages.ts';
import { recordReply } from '../../lending/complaints/write-to-borrower.ts';
import { NotFound, reject } from '../../platform/errors/rejection.ts';

/** Replies of a borrower to one complaint in a day. */
const maxRepliesADay = 20;
const dayMs = 86_400_000;

/** Adds the borrower's words to their open complaint. Throws NotFound for another borrower's. */
export const replyToQuestion: Handler<typeof problemReply> = async (
  { complaintId, content },
  requestContext,
) => {
  const { db, borrower, brand, now } = requestContext;
  if (!/\S/.test(content)) return reject('emptyComplaint', { field: 'content' });
  if (countCharacters(content) > maxCharacters || content.length > 4_000)
    return reject('complaintTooLong', { field: 'content', values: { most: maxCharacters } });
  const complaint = await lockComplaint(db, complaintId, brand.id);
  if (complaint.borrower_id !== borrower.id) throw new NotFound('complaint');
  if (complaint.answered_at) return reject('alreadyAnswered');
  const replies = (await messagesOf(db, complaint)).filter(({ kind }) => kind === 'replied');
  const recent = replies.filter(({ at }) => at.getTime() > now.getTime() - dayMs);
  if (recent.length >= maxRepliesADay) return reject('tooManyComplaints');
  await recordReply(db, complaint, { text: content, today: await requestContext.today(), now });
  return {};
};
