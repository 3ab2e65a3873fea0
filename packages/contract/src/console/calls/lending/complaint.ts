import * as v from 'valibot';
import { empty, filled, idOf, nothing, reasonText, shownIdOf, whole } from '../../../fields/fields.ts';
import { daysBetween, listCalls, someOf } from '../../list-calls.ts';
import { clock, complaintLists, complaintRow, message, template } from '../../shapes/complaint-view.ts';
import { openMatters } from '../../shapes/open-matters.ts';
import { brandCall } from '../../staff-call.ts';
import { taskOwners } from '../work/work.ts';

/** Letters of an answer, a question or a note. */
export const maxMessage = 2_000;
/** Bytes of a picture before it is sent; in the body it is base64. */
export const maxPictureBytes = 8_000_000;

const pictureRejections = [
  'noPicture',
  'notAPicture',
  'heicPicture',
  'pictureTooLarge',
  'pictureTooManyPixels',
  'tooManyUploads',
] as const;

/** Complaints. Usually the earliest promise comes first, of answered ones the latest answer. */
export const listComplaints = listCalls({
  name: 'listComplaints',
  path: '/complaint/list',
  right: 'complaint.read',
  parts: { list: v.picklist(complaintLists) },
  filters: {
    /** The kind's number on the wire of the borrower's app. */
    type: v.pipe(v.array(v.pipe(v.string(), v.regex(/^\d{1,2}$/))), v.minLength(1), v.maxLength(20)),
    owner: someOf(taskOwners),
    at: daysBetween,
  },
  sorts: ['at'],
  row: complaintRow,
});

/** The number of open, own and escalated complaints; at most 1000 of each are counted. */
export const countComplaints = brandCall({
  name: 'countComplaints',
  cells: 'sum',
  path: '/complaint/count',
  right: 'complaint.read',
  input: nothing,
  output: v.object({ open: whole, mine: whole, escalated: whole }),
});

export const showComplaint = brandCall({
  name: 'showComplaint',
  path: '/complaint/show',
  right: 'complaint.read',
  input: v.strictObject({ complaintId: idOf<'complaint'>() }),
  output: v.object({
    ...complaintRow.entries,
    subtype: v.optional(v.string()),
    /** The borrower's language: answers are written in it. */
    language: v.string(),
    state: v.picklist(['open', 'answered']),
    messages: v.array(message),
    /** The number of messages: a new message names it, so that nobody answers unread words. */
    seen: whole,
    clocks: v.object({ acknowledged: clock, promised: clock, legal: clock, legalSource: v.string() }),
    order: v.optional(
      v.object({
        orderId: shownIdOf<'order'>(),
        productName: v.string(),
        status: v.string(),
        /** Cents. */
        amount: whole,
        /** The amount to pay today, in cents; absent: nothing. */
        due: v.optional(whole),
        /** ISO 8601 date. */
        dueOn: v.optional(v.string()),
        lateDays: v.optional(whole),
        /** The newest payments that count, and what they sum up to, in cents. */
        payments: v.array(v.object({ on: v.string(), amount: whole })),
        paid: whole,
        /** Money that counts nowhere yet. */
        waiting: openMatters.entries.waiting,
      }),
    ),
    asksForRating: v.boolean(),
    stars: v.optional(whole),
    templates: v.array(template),
    /** Other unanswered complaints of the same borrower. */
    others: v.array(v.object({ complaintId: shownIdOf<'complaint'>(), reference: v.string() })),
  }),
});

/** `alreadyAnswered`, `threadChanged`: somebody else wrote since; the text of the rejection says who and when. */
const changedRejections = ['alreadyAnswered', 'threadChanged'] as const;

const onComplaint = { complaintId: idOf<'complaint'>(), seen: whole } as const;

/** Tells the borrower that the complaint is in hand, or asks them something. Both acknowledge it. */
export const writeOnComplaint = brandCall({
  name: 'writeOnComplaint',
  path: '/complaint/write',
  right: 'complaint.answer',
  input: v.strictObject({
    ...onComplaint,
    kind: v.picklist(['acknowledged', 'infoRequested']),
    text: filled(maxMessage),
  }),
  output: empty,
  rejections: changedRejections,
});

export const answerComplaint = brandCall({
  name: 'answerComplaint',
  path: '/complaint/answer',
  right: 'complaint.answer',
  input: v.strictObject({
    ...onComplaint,
    text: filled(maxMessage),
    asksForRating: v.boolean(),
    pictures: v.pipe(v.array(idOf<'picture'>()), v.maxLength(9, 'has more than nine pictures')),
  }),
  output: empty,
  rejections: [...changedRejections, 'unknownPicture'],
});

/** Closes a complaint that needs no answer of its own. The borrower reads why in their language. */
export const closeComplaint = brandCall({
  name: 'closeComplaint',
  path: '/complaint/close',
  right: 'complaint.answer',
  input: v.strictObject({ ...onComplaint, because: v.picklist(['duplicate', 'withdrawn']) }),
  output: empty,
  rejections: changedRejections,
});

/** Adds a note that only the staff reads. */
export const noteOnComplaint = brandCall({
  name: 'noteOnComplaint',
  path: '/complaint/note',
  right: 'complaint.read',
  input: v.strictObject({ complaintId: idOf<'complaint'>(), text: filled(maxMessage) }),
  output: empty,
});

/** Marks an open complaint for the officers. */
export const escalateComplaint = brandCall({
  name: 'escalateComplaint',
  path: '/complaint/escalate',
  right: 'complaint.answer',
  input: v.strictObject({ complaintId: idOf<'complaint'>(), reason: reasonText(500) }),
  output: empty,
  rejections: ['alreadyAnswered', 'alreadyEscalated'],
});

/** Opens an answered complaint again. An answer is promised again. */
export const reopenComplaint = brandCall({
  name: 'reopenComplaint',
  path: '/complaint/reopen',
  right: 'complaint.reopen',
  input: v.strictObject({ complaintId: idOf<'complaint'>(), reason: reasonText(500) }),
  output: empty,
  rejections: ['notAnswered'],
});

/** Claims an open complaint, or gives it back. */
export const claimComplaint = brandCall({
  name: 'claimComplaint',
  path: '/complaint/claim',
  right: 'complaint.answer',
  input: v.strictObject({ complaintId: idOf<'complaint'>(), isMine: v.boolean() }),
  output: empty,
  rejections: ['alreadyAnswered', 'ownedByOther'],
});

/** A picture of a complaint: JPEG in base64. */
export const complaintPicture = brandCall({
  name: 'complaintPicture',
  path: '/complaint/picture',
  right: 'complaint.read',
  input: v.strictObject({ complaintId: idOf<'complaint'>(), pictureId: idOf<'picture'>() }),
  output: v.object({ jpeg: v.string() }),
});

/** Stores a picture for an answer. It is removed after three days if no answer has it. */
export const addAnswerPicture = brandCall({
  name: 'addAnswerPicture',
  path: '/complaint/add-picture',
  right: 'complaint.answer',
  maxBodyBytes: Math.ceil((maxPictureBytes * 4) / 3) + 1_000,
  input: v.strictObject({
    complaintId: idOf<'complaint'>(),
    picture: v.pipe(v.string(), v.base64('must be base64')),
  }),
  output: v.object({ pictureId: shownIdOf<'picture'>() }),
  rejections: pictureRejections,
});
