import type { CallInput } from '@hiram/contract/call';
import { countCharacters } from '@hiram/contract/characters';
import { collectionType, maxCharacters, maxPictures, type problemSave } from '@hiram/contract/complaint';
import type { BorrowerRequest, Handler } from '../../api/serve.ts';
import { lockBorrower } from '../../lending/origination/apply.ts';
import { picturesOf } from '../../pictures/store-picture.ts';
import { NotFound, reject } from '../../platform/errors/rejection.ts';
import { collectionChoices, complaintTypes } from './kinds.ts';
import { orderCards } from './order-cards.ts';
import { hasReachedDailyLimit, sameComplaint, saveComplaint } from './save-complaint.ts';

/** Makes a complaint, once: a form that is sent twice gets the first answer (CMP-05 … CMP-11). */
export const makeComplaint: Handler<typeof problemSave> = async (input, requestContext) => {
  const { appContext, db, brand, borrower, lang, translate, now } = requestContext;
  const rejection = formRejection(input, requestContext);
  if (rejection) return rejection;
  const today = await appContext.clock.today(db, brand.timeZone);
  // Serializes parallel complaints, so that they cannot exceed the daily limit together.
  await lockBorrower(db, borrower.id);
  const [order] = input.orderNo
    ? await orderCards(db, borrower.id, { brand, today, lang, translate }, input.orderNo)
    : [];
  if (input.orderNo && !order) throw new NotFound('order');
  if (input.problemType === collectionType && order?.isShow !== 1)
    return reject('collectionNotAllowed', { field: 'orderNo' });
  const pictures = await picturesOf(db, borrower.id, 'complaint', pictureUrls(input));
  if (!pictures) return reject('unknownPicture', { field: 'problemImage' });
  const complaint = {
    borrowerId: borrower.id,
    orderId: order?.orderNo,
    type: input.problemType,
    subType: subTypeOf(input),
    detail: input.problemDetail,
    pictures,
    today,
    holidays: brand.holidays,
    now,
  };
  const existing = await sameComplaint(db, complaint);
  if (existing) return existing;
  if (await hasReachedDailyLimit(db, borrower.id, today)) return reject('tooManyComplaints');
  const saved = await saveComplaint(db, complaint);
  return saved ?? reject('unknownPicture', { field: 'problemImage' });
};

type ComplaintInput = CallInput<typeof problemSave>;

const pictureUrls = ({ problemImage }: ComplaintInput) => (problemImage ? problemImage.split(',') : []);

const subTypeOf = ({ problemSonType }: ComplaintInput) =>
  problemSonType === '' || problemSonType === 0 ? undefined : problemSonType;

/** The rejection of a form that cannot be accepted whatever order it names; undefined if it can. */
function formRejection(input: ComplaintInput, { translate }: BorrowerRequest) {
  const { problemType, problemDetail: detail } = input;
  const subType = subTypeOf(input);
  if (!complaintTypes(translate).some((choice) => choice.value === problemType))
    return reject('noSuchProblem', { field: 'problemType' });
  const isKnownSubType = collectionChoices(translate).some((choice) => choice.value === subType);
  if (problemType === collectionType ? !isKnownSubType : subType !== undefined)
    return reject('noSuchSubProblem', { field: 'problemSonType' });
  if (!/\S/.test(detail)) return reject('emptyComplaint', { field: 'problemDetail' });
  if (countCharacters(detail) > maxCharacters || detail.length > 4_000)
    return reject('complaintTooLong', { field: 'problemDetail', values: { most: maxCharacters } });
  if (pictureUrls(input).length > maxPictures)
    return reject('tooManyPictures', { field: 'problemImage', values: { most: maxPictures } });
  return undefined;
}
