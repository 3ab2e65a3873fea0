import { countCharacters } from '@hiram/contract/characters';
import {
  collectionType,
  maxCharacters,
  maxPictures,
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
import { NotFound, reject } from '../../platform/errors/rejection.ts';
import {
  type Complaint,
  hasReachedDailyLimit,
  listComplaints,
  loadComplaint,
  sameComplaint,
  saveComplaint,
  scoreComplaint,
} from './complaints.ts';
import { collectionChoices, complaintTypes, titleOf } from './kinds.ts';
import { orderCards } from './order-cards.ts';
import { promisedBy } from './promise.ts';

/** Making, listing, reading and rating complaints (CMP-01 … CMP-19). */
export function complaintRoutes({ serve, serveUpload, appContext }: Server): void {
  serve(problemInit, async ({ orderId }, { db, brand, borrower, lang, translate }) => {
    const today = await appContext.clock.today(db, brand.timeZone);
    const cardOptions = { brand, today, lang, translate };
    const orderList = await orderCards(db, borrower.id, cardOptions);
    const [selected] = orderId ? await orderCards(db, borrower.id, cardOptions, orderId) : [];
    if (orderId && !selected) throw new NotFound('order');
    const running = orderList.find((order) => order.status !== 200 && order.status !== 110);
    const orderDetail = selected ?? running ?? orderList[0];
    return {
      problemType: complaintTypes(translate),
      problemSonType: collectionChoices(translate),
      ...(orderDetail ? { orderDetail } : {}),
      orderList,
      draftKey: appContext.cipher.digest(`draft ${borrower.id}`).toString('hex').slice(0, 20),
      refusedText: translate('rejection.collectionNotAllowed'),
      promise: translate('complaint.promise', {
        days: replyWeekdays,
        date: formatDate(promisedBy(today, brand.holidays), lang),
      }),
    };
  });

  serveUpload(uploadProblemImg, async ({ file, key }, { db, brand, borrower, now }) => {
    const stored = await keepPicture(db, appContext, {
      brand: brand.id,
      borrowerId: borrower.id,
      purpose: 'complaint',
      bytes: file,
      key,
      now,
    });
    if ('rejected' in stored) return reject(stored.rejected, { field: 'problemImage' });
    return { url: pictureUrl(appContext, borrower.id, stored.id, now) };
  });

  serve(removeProblemImg, async ({ url }, { db, borrower }) => {
    await removePicture(db, appContext, borrower.id, 'complaint', url);
    return {};
  });

  serve(problemSave, async (input, { db, brand, borrower, lang, translate, now }) => {
    const { problemType, problemSonType, problemDetail: detail } = input;
    const type = complaintTypes(translate).find((choice) => choice.value === problemType);
    if (!type) return reject('noSuchProblem', { field: 'problemType' });
    const isCollection = problemType === collectionType;
    const subType = problemSonType === '' || problemSonType === 0 ? undefined : problemSonType;
    const isKnownSubType = collectionChoices(translate).some((choice) => choice.value === subType);
    if (isCollection ? !isKnownSubType : subType !== undefined)
      return reject('noSuchSubProblem', { field: 'problemSonType' });
    if (!/\S/.test(detail)) return reject('emptyComplaint', { field: 'problemDetail' });
    if (countCharacters(detail) > maxCharacters || detail.length > 4_000)
      return reject('complaintTooLong', { field: 'problemDetail', values: { most: maxCharacters } });
    const urls = input.problemImage ? input.problemImage.split(',') : [];
    if (urls.length > maxPictures)
      return reject('tooManyPictures', { field: 'problemImage', values: { most: maxPictures } });
    const today = await appContext.clock.today(db, brand.timeZone);
    // Serializes parallel complaints, so that they cannot exceed the daily limit together.
    await lockBorrower(db, borrower.id);
    const [order] = input.orderNo
      ? await orderCards(db, borrower.id, { brand, today, lang, translate }, input.orderNo)
      : [];
    if (input.orderNo && !order) throw new NotFound('order');
    if (isCollection && order?.isShow !== 1) return reject('collectionNotAllowed', { field: 'orderNo' });
    const pictures = await picturesOf(db, borrower.id, 'complaint', urls);
    if (!pictures) return reject('unknownPicture', { field: 'problemImage' });
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
    const existing = await sameComplaint(db, complaint);
    if (existing) return existing;
    if (await hasReachedDailyLimit(db, borrower.id, today)) return reject('tooManyComplaints');
    const saved = await saveComplaint(db, complaint);
    if (!saved) return reject('unknownPicture', { field: 'problemImage' });
    return saved;
  });

  serve(problemList, async (_input, { db, borrower, translate }) => {
    const complaints = await listComplaints(db, borrower.id);
    const types = complaintTypes(translate);
    const shown = (answered: boolean) =>
      complaints
        .filter((complaint) => (complaint.answered_at !== null) === answered)
        .map((complaint) => ({
          id: complaint.id,
          time: complaint.received_on,
          type: titleOf(types, complaint.type),
          content: complaint.detail,
          reference: complaint.reference,
          isNeedScore: needsScore(complaint),
        }));
    return {
      tabs: [
        { title: translate('complaint.tab.open'), list: shown(false) },
        { title: translate('complaint.tab.answered'), list: shown(true) },
      ],
    };
  });

  serve(problemDetail, async ({ problemId }, { db, brand, borrower, translate, now }) => {
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
  });

  serve(saveScore, async ({ problemId, score }, { db, brand, borrower, now }) => {
    const today = await appContext.clock.today(db, brand.timeZone);
    const outcome = await inTransaction(appContext.db, (trx) =>
      scoreComplaint(trx, { borrowerId: borrower.id, problemId, stars: score, today, now }),
    );
    return outcome === 'kept' ? {} : reject(outcome, { field: 'score' });
  });
}

/** A rating is requested until the borrower gives one (CMP-16). */
function needsScore(complaint: Complaint): 0 | 1 {
  return complaint.needs_score && complaint.score === null ? 1 : 0;
}
