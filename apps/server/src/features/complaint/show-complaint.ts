import type { problemDetail } from '@hiram/contract/complaint';
import type { Handler } from '../../api/serve.ts';
import { pictureUrl } from '../../pictures/store-picture.ts';
import { loadComplaint, needsScore } from './complaints.ts';
import { collectionChoices, complaintTypes, titleOf } from './kinds.ts';

/** One complaint with its pictures, answer and history. */
export const showComplaint: Handler<typeof problemDetail> = async (
  { problemId },
  { appContext, db, brand, borrower, translate, now },
) => {
  const { complaint, pictures, answerPictures, history, productName } = await loadComplaint(
    db,
    borrower.id,
    problemId,
  );
  const today = await appContext.clock.today(db, brand.timeZone);
  const address = (id: string) => pictureUrl(appContext, borrower.id, id, now);
  return {
    type: titleOf(complaintTypes(translate), complaint.type),
    sonType: titleOf(collectionChoices(translate), complaint.sub_type),
    problemId: complaint.id,
    content: complaint.detail,
    images: pictures.map(address),
    disposeDetail: complaint.answer ?? '',
    disposeImages: answerPictures.map(address),
    isNeedScore: needsScore(complaint),
    reference: complaint.reference,
    ...(complaint.order_id === null ? {} : { orderNo: complaint.order_id }),
    ...(productName === undefined ? {} : { productName }),
    receivedOn: complaint.received_on,
    promisedBy: complaint.promised_by,
    overdue: complaint.answered_at === null && today > complaint.promised_by,
    ...(complaint.score === null ? {} : { score: complaint.score }),
    history: history.map(({ kind, day }) => ({
      time: day,
      text: translate(`complaint.event.${kind}`, { stars: complaint.score ?? 0 }),
    })),
  };
};
