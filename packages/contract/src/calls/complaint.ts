import * as v from 'valibot';
import { empty, flag, id, idOf, nothing, shownIdOf, text, whole } from '../fields/fields.ts';
import { orderStatus } from '../shapes/order-status.ts';
import { pictureFile, pictureRejections, uploadedPicture } from '../shapes/picture.ts';
import { call } from '../wire/call.ts';
import { type InternalValue, named, object, strictObject } from '../wire/wire.ts';

/** CMP-06, CMP-07, CMP-10: limits of a complaint. */
export const maxCharacters = 200;
export const maxPictures = 9;
/** The type of a complaint about debt collection (CMP-04). */
export const collectionType = 1;

const choice = v.object({ title: v.string(), value: whole });
export type ComplaintChoice = InternalValue<typeof choice>;

/** An order on the complaint pages. `allowsCollectionComplaint`: whether it allows a complaint about collection. */
const complaintOrder = object({
  orderId: named('orderNo', shownIdOf<'order'>()),
  productLogo: v.string(),
  productName: v.string(),
  status: orderStatus,
  statusText: v.string(),
  allowsCollectionComplaint: named('isShow', flag),
  rows: named('list', v.array(v.object({ title: v.string(), value: v.string() }))),
});
export type ComplaintOrder = InternalValue<typeof complaintOrder>;

/** CMP-02. Without `orderId`: the running order, otherwise the latest. A borrower without orders may complain too. */
export const problemInit = call({
  name: 'problemInit',
  path: '/user-problem/problem-init',
  input: v.strictObject({
    orderId: v.optional(v.union([idOf<'order'>(), v.literal('')])),
    productId: v.optional(text(64)),
  }),
  output: object({
    types: named('problemType', v.array(choice)),
    subtypes: named('problemSonType', v.array(choice)),
    order: named('orderDetail', v.optional(complaintOrder)),
    orders: named('orderList', v.array(complaintOrder)),
    /** Shown when the borrower chooses a complaint about collection for an order that does not allow it (CMP-04). */
    collectionNotAllowedText: named('refusedText', v.string()),
    /** CMP-13: the promised time to answer, with its date for a complaint made today. */
    answerTime: named('promise', v.string()),
    /**
     * The storage key of this borrower's draft, so that other borrowers on the same device do not see it. It
     * does not identify the borrower.
     */
    draftKey: v.string(),
  }),
});
export type ProblemInit = InternalValue<typeof problemInit.output>;

/** CMP-09: one picture, multipart. Its `url` is sent with the complaint. */
export const uploadProblemImg = call({
  name: 'uploadProblemImg',
  path: '/user-problem/upload-problem-img',
  encoding: 'multipart',
  idempotent: true,
  input: strictObject({ picture: named('problemImage', pictureFile) }),
  output: uploadedPicture,
  rejections: pictureRejections,
});

/** CMP-10: removes a picture that is not part of a complaint yet. Its url stops working, and complaints with it are rejected. */
export const removeProblemImg = call({
  name: 'removeProblemImg',
  path: '/user-problem/remove-problem-img',
  input: v.strictObject({ url: text(500) }),
  output: empty,
});

/** CMP-11. `pictures`: the urls of uploaded pictures joined by commas, or empty. */
export const problemSave = call({
  name: 'problemSave',
  path: '/user-problem/problem-save',
  idempotent: true,
  input: strictObject({
    type: named('problemType', whole),
    subtype: named('problemSonType', v.optional(v.union([whole, v.literal('')]))),
    content: named('problemDetail', text(10_000)),
    pictures: named('problemImage', v.optional(text(10_000))),
    orderId: named('orderNo', v.optional(v.union([idOf<'order'>(), v.literal('')]))),
  }),
  output: object({
    complaintId: named('problemId', shownIdOf<'complaint'>()),
    reference: v.string(),
    promisedBy: v.string(),
  }),
  rejections: {
    emptyComplaint: '61001',
    complaintTooLong: '61002',
    noSuchProblem: '61003',
    noSuchSubProblem: '61004',
    collectionNotAllowed: '61005',
    tooManyPictures: '61006',
    unknownPicture: '61007',
    tooManyComplaints: '61008',
  },
});

/**
 * [ours] Attempts of the lender to reach the borrower, newest first: when, how and by whom (a role or an
 * agency). `at`: ISO 8601.
 */
export const contactsOfLender = call({
  name: 'contactsOfLender',
  path: '/user-problem/contacts',
  input: nothing,
  output: object({
    /** Attempts of the borrower's last seven days that ask for what is late, and the most that there may be. */
    thisWeek: whole,
    mostAWeek: whole,
    /** The full hours between which the lender calls and writes. */
    hours: object({ from: whole, until: whole }),
    /** The kinds of a complaint about one. */
    kinds: v.array(choice),
    canStopCalls: flag,
    list: v.array(
      object({
        contactId: v.string(),
        at: v.string(),
        /** The borrower's at that moment, by which its hours are judged. */
        timeZone: v.string(),
        channel: v.picklist(['call', 'sms', 'email', 'push', 'visit']),
        by: v.picklist(['system', 'staff', 'agency']),
        /** Its name; empty: none. */
        agency: v.string(),
        /** `unknown`: nobody has said yet. */
        answeredBy: v.picklist(['borrower', 'another', 'nobody', 'unknown']),
        complaint: v.optional(object({ complaintId: shownIdOf<'complaint'>(), reference: v.string() })),
      }),
    ),
  }),
});
export type ContactsOfLender = InternalValue<typeof contactsOfLender.output>;

/** [ours] Complains about one attempt (type 1). `words` may be empty. */
export const objectToContact = call({
  name: 'objectToContact',
  path: '/user-problem/object-to-contact',
  idempotent: true,
  input: v.strictObject({ contactId: id, subtype: whole, words: text(160) }),
  output: object({
    complaintId: named('problemId', shownIdOf<'complaint'>()),
    reference: v.string(),
    promisedBy: v.string(),
  }),
  rejections: {
    noSuchSubProblem: '61004',
    collectionNotAllowed: '61005',
    tooManyComplaints: '61008',
  },
});

/** [ours] From now on nobody of the lender calls. */
export const doNotCall = call({
  name: 'doNotCall',
  path: '/user-problem/do-not-call',
  input: nothing,
  output: empty,
});

/** CMP-14. */
export const problemList = call({
  name: 'problemList',
  path: '/user-problem/problem-list',
  input: nothing,
  output: v.object({
    tabs: v.array(
      v.object({
        title: v.string(),
        list: v.array(
          object({
            id: v.string(),
            /** `YYYY-MM-DD`. */
            date: named('time', v.string()),
            type: v.string(),
            content: v.string(),
            reference: v.string(),
            /** [ours] The day by which a reply is promised, until there is one. */
            promisedBy: v.optional(v.string()),
            asksForRating: named('isNeedScore', flag),
          }),
        ),
      }),
    ),
  }),
});
export type ProblemList = InternalValue<typeof problemList.output>;

/** CMP-15. `answer` is empty until the lender answers. Days are `YYYY-MM-DD`. */
export const problemDetail = call({
  name: 'problemDetail',
  path: '/user-problem/problem-detail',
  input: strictObject({ complaintId: named('problemId', idOf<'complaint'>()) }),
  output: object({
    type: v.string(),
    subtype: named('sonType', v.string()),
    complaintId: named('problemId', shownIdOf<'complaint'>()),
    content: v.string(),
    pictures: named('images', v.array(v.string())),
    answer: named('disposeDetail', v.string()),
    answerPictures: named('disposeImages', v.array(v.string())),
    asksForRating: named('isNeedScore', flag),
    reference: v.string(),
    orderId: named('orderNo', v.optional(shownIdOf<'order'>())),
    productName: v.optional(v.string()),
    receivedOn: v.string(),
    promisedBy: v.string(),
    /** True if the promised day has passed without an answer. */
    overdue: v.boolean(),
    stars: named('score', v.optional(whole)),
    /** The lender's last question, until the borrower replies. */
    question: v.optional(v.string()),
    /** The events of the complaint, oldest first, with the words that were written then. */
    history: v.array(object({ date: named('time', v.string()), text: v.string() })),
  }),
});
export type ProblemDetail = InternalValue<typeof problemDetail.output>;

/** Adds words to an open complaint: the reply to a question of the lender, or more of what happened. */
export const problemReply = call({
  name: 'problemReply',
  path: '/user-problem/problem-reply',
  idempotent: true,
  input: strictObject({
    complaintId: named('problemId', idOf<'complaint'>()),
    content: named('problemDetail', text(10_000)),
  }),
  output: empty,
  rejections: {
    emptyComplaint: '61001',
    complaintTooLong: '61002',
    tooManyComplaints: '61008',
    alreadyAnswered: '61301',
  },
});

/** CMP-17: rates an answer with one to five stars, once. */
export const saveScore = call({
  name: 'saveScore',
  path: '/user-problem/save-score',
  input: strictObject({
    stars: named('score', v.pipe(whole, v.minValue(1), v.maxValue(5))),
    complaintId: named('problemId', idOf<'complaint'>()),
  }),
  output: empty,
  rejections: { notAnswered: '61201', alreadyScored: '61202' },
});
