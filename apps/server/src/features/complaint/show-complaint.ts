import type { problemDetail } from '@hiram/contract/complaint';
import type { PictureId } from '@hiram/contract/ids';
import type { Handler } from '../../api/serve.ts';
import { collectionChoices, complaintTypes, titleOf } from '../../lending/complaints/kinds.ts';
import { pictureUrl } from '../../pictures/store-picture.ts';
import { loadComplaint, needsScore } from './complaints.ts';

/** One complaint with its pictures, answer and history. */
export const showComplaint: Handler<typeof problemDetail> = async ({ complaintId }, requestContext) => {
  const { appContext, db, borrower, translate, now } = requestContext;
  const { complaint, pictures, answerPictures, history, question, productName } = await loadComplaint(
    db,
    borrower.id,
    complaintId,
  );
  const today = await requestContext.today();
  const address = (id: PictureId) => pictureUrl(appContext, borrower.id, id, now);
  return {
    type: titleOf(complaintTypes(translate), complaint.type),
    subtype: titleOf(collectionChoices(translate), complaint.sub_type),
    complaintId: complaint.id,
    content: complaint.detail,
    pictures: pictures.map(address),
    answer: complaint.answer ?? '',
    answerPictures: answerPictures.map(address),
    asksForRating: needsScore(complaint),
    reference: complaint.reference,
    ...(complaint.order_id === null ? {} : { orderId: complaint.order_id }),
    ...(productName === undefined ? {} : { productName }),
    receivedOn: complaint.received_on,
    promisedBy: complaint.promised_by,
    overdue: complaint.answered_at === null && today > complaint.promised_by,
    ...(complaint.score === null ? {} : { stars: complaint.score }),
    ...(question === undefined ? {} : { question }),
    history: history.map(({ kind, day, body }) => {
      const text = translate(`complaint.event.${kind}`, { stars: complaint.score ?? 0 });
      return { date: day, text: body === undefined ? text : `${text}: ${body}` };
    }),
  };
};
