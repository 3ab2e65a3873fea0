import type { CallInput } from '@hiram/contract/call';
import { countCharacters } from '@hiram/contract/characters';
import { collectionType, maxCharacters, maxPictures, type problemSave } from '@hiram/contract/complaint';
import type { BorrowerRequest, Handler } from '../../api/serve.ts';
import { lockBorrower } from '../../lending/borrowers/borrower-store.ts';
import { collectionChoices, complaintTypes } from '../../lending/complaints/kinds.ts';
import { picturesOf } from '../../pictures/store-picture.ts';
import { NotFound, reject } from '../../platform/errors/rejection.ts';
import { orderCards } from './order-cards.ts';
import { hasReachedDailyLimit, sameComplaint, saveComplaint } from './save-complaint.ts';

/** Makes a complaint, once: a form that is sent twice gets the first answer (CMP-05 … CMP-11). */
export const makeComplaint: Handler<typeof problemSave> = async (input, requestContext) => {
  const { appContext, db, brand, borrower, lang, translate, now } = requestContext;
  const rejection = formRejection(input, requestContext);
  if (rejection) return rejection;
  const today = await requestContext.today();
  // Serializes parallel complaints, so that they cannot exceed the daily limit together.
  await lockBorrower(db, borrower.id);
  const [order] = input.orderId
    ? await orderCards(db, borrower.id, { brand, today, lang, translate }, input.orderId)
    : [];
  if (input.orderId && !order) throw new NotFound('order');
  if (input.type === collectionType && !order?.allowsCollectionComplaint)
    return reject('collectionNotAllowed', { field: 'orderId' });
  const pictures = await picturesOf(db, borrower.id, 'complaint', pictureUrls(input));
  if (!pictures) return reject('unknownPicture', { field: 'pictures' });
  const complaint = {
    borrowerId: borrower.id,
    orderId: order?.orderId,
    type: input.type,
    subType: subTypeOf(input),
    detail: input.content,
    pictures,
    today,
    brand,
    clock: appContext.clock,
    now,
  };
  const existing = await sameComplaint(db, complaint);
  if (existing) return existing;
  if (await hasReachedDailyLimit(db, borrower.id, today)) return reject('tooManyComplaints');
  const saved = await saveComplaint(db, complaint);
  return saved ?? reject('unknownPicture', { field: 'pictures' });
};

type ComplaintInput = CallInput<typeof problemSave>;

const pictureUrls = ({ pictures }: ComplaintInput) => (pictures ? pictures.split(',') : []);

const subTypeOf = ({ subtype }: ComplaintInput) => (subtype === '' || subtype === 0 ? undefined : subtype);

/** The rejection of a form that cannot be accepted whatever order it names; undefined if it can. */
function formRejection(input: ComplaintInput, { translate }: BorrowerRequest) {
  const { type, content: detail } = input;
  const subType = subTypeOf(input);
  if (!complaintTypes(translate).some((choice) => choice.value === type))
    return reject('noSuchProblem', { field: 'type' });
  const isKnownSubType = collectionChoices(translate).some((choice) => choice.value === subType);
  if (type === collectionType ? !isKnownSubType : subType !== undefined)
    return reject('noSuchSubProblem', { field: 'subtype' });
  if (!/\S/.test(detail)) return reject('emptyComplaint', { field: 'content' });
  if (countCharacters(detail) > maxCharacters || detail.length > 4_000)
    return reject('complaintTooLong', { field: 'content', values: { most: maxCharacters } });
  if (pictureUrls(input).length > maxPictures)
    return reject('tooManyPictures', { field: 'pictures', values: { most: maxPictures } });
  return undefined;
}
