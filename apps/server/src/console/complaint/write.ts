import type {
  answerComplaint,
  closeComplaint,
  noteOnComplaint,
  writeOnComplaint,
} from '@hiram/contract/console/complaint';
import type { PictureId } from '@hiram/contract/ids';
import { brandOf } from '../../brands/brand-of.ts';
import { answerLocked } from '../../lending/complaints/answer-complaint.ts';
import { addMessage, type LockedComplaint } from '../../lending/complaints/complaint-messages.ts';
import { writeToBorrower } from '../../lending/complaints/write-to-borrower.ts';
import { notify } from '../../lending/notices/notify.ts';
import { type Db, inTransaction } from '../../platform/database/connection/connect.ts';
import { reject } from '../../platform/errors/rejection.ts';
import type { StaffHandler, StaffRequest } from '../access/serve-staff.ts';
import { changedThread, lockOwn } from './changed-thread.ts';
import { translatorOf } from './templates.ts';

/** The writer and the time of a message, for a complaint of any brand. */
export async function momentOf(trx: Db, { context, session, now }: StaffRequest, complaint: LockedComplaint) {
  const { appContext } = context;
  const brand = brandOf(appContext, complaint);
  const today = await appContext.clock.today(trx, brand.timeZone);
  return { brand, moment: { staffId: session.staffId, today, now } };
}

/** Acknowledges, or asks the borrower. */
export const write: StaffHandler<typeof writeOnComplaint> = (input, request) =>
  inTransaction(request.db, async (trx) => {
    const complaint = await lockOwn(trx, request, input.complaintId);
    const changed = await changedThread(trx, request, complaint, input.seen);
    if (changed) return changed;
    const { moment } = await momentOf(trx, request, complaint);
    await writeToBorrower(trx, complaint, input.kind, { text: input.text, ...moment });
    return {};
  });

/** Tells the borrower that there is an answer. It says so again after a reopening. */
async function notifyOfAnswer(
  trx: Db,
  { context, now }: StaffRequest,
  complaint: LockedComplaint,
): Promise<void> {
  await notify(
    trx,
    context.appContext,
    { borrower_id: complaint.borrower_id },
    {
      kind: 'complaintAnswered',
      event: `complaint ${complaint.id} answered ${now.toISOString()}`,
      values: { reference: complaint.reference },
    },
  );
}

/** Answers. If two answer at once, the second is told who answered, and nothing of theirs is stored. */
export const answer: StaffHandler<typeof answerComplaint> = (input, request) =>
  inTransaction(request.db, async (trx) => {
    const complaint = await lockOwn(trx, request, input.complaintId);
    const changed = await changedThread(trx, request, complaint, input.seen);
    if (changed) return changed;
    const { pictures, text, asksForRating } = input;
    if (!(await areUnused(trx, complaint, pictures))) return reject('unknownPicture', { field: 'pictures' });
    const { moment } = await momentOf(trx, request, complaint);
    await answerLocked(trx, complaint, { text, needsScore: asksForRating, pictures, ...moment });
    await notifyOfAnswer(trx, request, complaint);
    return {};
  });

/** Closes with a fixed answer in the borrower's language. */
export const close: StaffHandler<typeof closeComplaint> = (input, request) =>
  inTransaction(request.db, async (trx) => {
    const complaint = await lockOwn(trx, request, input.complaintId);
    const changed = await changedThread(trx, request, complaint, input.seen);
    if (changed) return changed;
    const { brand, moment } = await momentOf(trx, request, complaint);
    const translate = translatorOf(brand, complaint.language ?? brand.language);
    const text = translate(`complaint.closed.${input.because}`);
    await answerLocked(trx, complaint, { text, needsScore: false, ...moment });
    await notifyOfAnswer(trx, request, complaint);
    return {};
  });

/** Adds a note of the staff. */
export const note: StaffHandler<typeof noteOnComplaint> = (input, request) =>
  inTransaction(request.db, async (trx) => {
    const complaint = await lockOwn(trx, request, input.complaintId);
    const { moment } = await momentOf(trx, request, complaint);
    await addMessage(trx, complaint, { kind: 'note', body: input.text, ...moment });
    return {};
  });

/**
 * Reports whether these are pictures for answers to this borrower that no complaint has, each named once, and
 * there is room for them.
 */
async function areUnused(
  trx: Db,
  complaint: LockedComplaint,
  pictures: readonly PictureId[],
): Promise<boolean> {
  if (pictures.length === 0) return true;
  if (new Set(pictures).size !== pictures.length) return false;
  const { borrower_id } = complaint;
  const [stored, used] = await Promise.all([
    trx
      .selectFrom('picture')
      .select('id')
      .where('borrower_id', '=', borrower_id)
      .where('purpose', '=', 'answer')
      .where('id', 'in', pictures)
      .execute(),
    trx
      .selectFrom('complaint_picture')
      .select(['picture_id', 'complaint_id'])
      .where('borrower_id', '=', borrower_id)
      .where('by_lender', '=', true)
      .execute(),
  ]);
  const own = used.filter(({ complaint_id }) => complaint_id === complaint.id);
  return (
    stored.length === pictures.length &&
    !used.some(({ picture_id }) => pictures.includes(picture_id)) &&
    own.length + pictures.length <= 9
  );
}
