import { countCharacters } from '@hiram/contract/characters';
import {
  collectionType,
  mostCharacters,
  mostPictures,
  problemDetail,
  problemInit,
  problemList,
  problemSave,
  removeProblemImg,
  saveScore,
  uploadProblemImg,
} from '@hiram/contract/complaint';
import type { Server } from '../../api/serve.ts';
import { replyWeekdays } from '../../brands/brand.ts';
import { formatDate } from '../../brands/texts/dates.ts';
import { lockBorrower } from '../../lending/origination/apply.ts';
import { keepPicture, picturesOf, pictureUrl } from '../../pictures/keep-picture.ts';
import { removePicture } from '../../pictures/remove-picture.ts';
import { inTransaction } from '../../platform/database/connect.ts';
import { NotFound, refuse } from '../../platform/errors/rejection.ts';
import {
  type Complaint,
  isAtDaysLimit,
  keepComplaint,
  listComplaints,
  loadComplaint,
  sameComplaint,
  scoreComplaint,
} from './complaints.ts';
import { collectionChoices, complaintTypes, titleOf } from './kinds.ts';
import { orderCards } from './order-cards.ts';
import { promisedBy } from './promise.ts';

/** Complaints (CMP-01 … CMP-19): made, listed, answered, rated. */
export function complaintRoutes({ serve, serveUpload, house }: Server): void {
  serve(problemInit, async ({ orderId }, { db, brand, borrower, lang, speak }) => {
    const today = await house.clock.today(db, brand.timeZone);
    const around = { brand, today, lang, speak };
    const orderList = await orderCards(db, borrower.id, around);
    const [named] = orderId ? await orderCards(db, borrower.id, around, orderId) : [];
    if (orderId && !named) throw new NotFound('order');
    const running = orderList.find((order) => order.status !== 200 && order.status !== 110);
    const orderDetail = named ?? running ?? orderList[0];
    return {
      problemType: complaintTypes(speak),
      problemSonType: collectionChoices(speak),
      ...(orderDetail ? { orderDetail } : {}),
      orderList,
      draftKey: house.seal.digest(`draft ${borrower.id}`).toString('hex').slice(0, 20),
      refusedText: speak('refusal.collectionNotAllowed'),
      promise: speak('complaint.promise', {
        days: replyWeekdays,
        date: formatDate(promisedBy(today, brand.holidays), lang),
      }),
    };
  });

  serveUpload(uploadProblemImg, async ({ file, key }, { db, brand, borrower, now }) => {
    const kept = await keepPicture(db, house, {
      brand: brand.id,
      borrowerId: borrower.id,
      purpose: 'complaint',
      bytes: file,
      key,
      now,
    });
    if ('refused' in kept) return refuse(kept.refused, { field: 'problemImage' });
    return { url: pictureUrl(house, borrower.id, kept.id, now) };
  });

  serve(removeProblemImg, async ({ url }, { db, borrower }) => {
    await removePicture(db, house, borrower.id, 'complaint', url);
    return {};
  });

  serve(problemSave, async (input, { db, brand, borrower, lang, speak, now }) => {
    const { problemType, problemSonType, problemDetail: detail } = input;
    const type = complaintTypes(speak).find((one) => one.value === problemType);
    if (!type) return refuse('noSuchProblem', { field: 'problemType' });
    const isCollection = problemType === collectionType;
    const subType = problemSonType === '' || problemSonType === 0 ? undefined : problemSonType;
    const knownSubType = collectionChoices(speak).some((one) => one.value === subType);
    if (isCollection ? !knownSubType : subType !== undefined)
      return refuse('noSuchSubProblem', { field: 'problemSonType' });
    if (!/\S/.test(detail)) return refuse('emptyComplaint', { field: 'problemDetail' });
    if (countCharacters(detail) > mostCharacters || detail.length > 4_000)
      return refuse('complaintTooLong', { field: 'problemDetail', values: { most: mostCharacters } });
    const urls = input.problemImage ? input.problemImage.split(',') : [];
    if (urls.length > mostPictures)
      return refuse('tooManyPictures', { field: 'problemImage', values: { most: mostPictures } });
    const today = await house.clock.today(db, brand.timeZone);
    // One after the other: two at once must not both pass under the day's limit.
    await lockBorrower(db, borrower.id);
    const [order] = input.orderNo
      ? await orderCards(db, borrower.id, { brand, today, lang, speak }, input.orderNo)
      : [];
    if (input.orderNo && !order) throw new NotFound('order');
    if (isCollection && order?.isShow !== 1) return refuse('collectionNotAllowed', { field: 'orderNo' });
    const pictures = await picturesOf(db, borrower.id, 'complaint', urls);
    if (!pictures) return refuse('unknownPicture', { field: 'problemImage' });
    const complaint = {
      borrowerId: borrower.id,
      orderId: order?.orderNo,
      type: problemType,
      subType,
      detail,
      pictures,
      today,
      holidays: brand.holidays,
      now,
    };
    const before = await sameComplaint(db, complaint);
    if (before) return before;
    if (await isAtDaysLimit(db, borrower.id, today)) return refuse('tooManyComplaints');
    const kept = await keepComplaint(db, complaint);
    if (!kept) return refuse('unknownPicture', { field: 'problemImage' });
    return kept;
  });

  serve(problemList, async (_input, { db, borrower, speak }) => {
    const all = await listComplaints(db, borrower.id);
    const types = complaintTypes(speak);
    const shown = (answered: boolean) =>
      all
        .filter((one) => (one.answered_at !== null) === answered)
        .map((one) => ({
          id: one.id,
          time: one.received_on,
          type: titleOf(types, one.type),
          content: one.detail,
          reference: one.reference,
          isNeedScore: needsScore(one),
        }));
    return {
      tabs: [
        { title: speak('complaint.tab.open'), list: shown(false) },
        { title: speak('complaint.tab.answered'), list: shown(true) },
      ],
    };
  });

  serve(problemDetail, async ({ problemId }, { db, brand, borrower, speak, now }) => {
    const { complaint, pictures, answerPictures, history, productName } = await loadComplaint(
      db,
      borrower.id,
      problemId,
    );
    const today = await house.clock.today(db, brand.timeZone);
    const address = (id: string) => pictureUrl(house, borrower.id, id, now);
    return {
      type: titleOf(complaintTypes(speak), complaint.type),
      sonType: titleOf(collectionChoices(speak), complaint.sub_type),
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
        text: speak(`complaint.event.${kind}`, { stars: complaint.score ?? 0 }),
      })),
    };
  });

  serve(saveScore, async ({ problemId, score }, { db, brand, borrower, now }) => {
    const today = await house.clock.today(db, brand.timeZone);
    const kept = await inTransaction(house.db, (trx) =>
      scoreComplaint(trx, { borrowerId: borrower.id, problemId, stars: score, today, now }),
    );
    return kept === 'kept' ? {} : refuse(kept, { field: 'score' });
  });
}

/** Asked for until it is given (CMP-16). */
function needsScore(complaint: Complaint): 0 | 1 {
  return complaint.needs_score && complaint.score === null ? 1 : 0;
}
