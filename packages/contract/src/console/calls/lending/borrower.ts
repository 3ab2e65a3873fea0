import * as v from 'valibot';
import {
  calendarDay,
  empty,
  filled,
  idOf,
  reasonText,
  shownIdOf,
  text,
  whole,
} from '../../../fields/fields.ts';
import { actionCalls } from '../../action-calls.ts';
import { orderStatusName } from '../../shapes/loan-shapes.ts';
import { openMatters } from '../../shapes/open-matters.ts';
import { brandCall } from '../../staff-call.ts';

const borrowerId = idOf<'borrower'>();

/** A value that is shown only when it is asked for with a reason. `shown`: what is seen of it without that. */
const hiddenField = v.object({
  /** `phone`, `account`, `holder`, or `<group>.<code>` of the certification's forms. */
  field: v.string(),
  label: v.string(),
  shown: v.string(),
});

const shownOrder = v.object({
  orderId: shownIdOf<'order'>(),
  product: v.string(),
  status: orderStatusName,
  daysLate: whole,
  amount: whole,
  /** Cents, fallen due and unpaid, else the next payment; 0 without a running loan. */
  due: whole,
  /** The day of `due`; absent: nothing is due later. */
  dueOn: v.optional(calendarDay),
  /** Cents that end the loan today; 0 without a running one. */
  owed: whole,
  /** ISO 8601. */
  appliedAt: v.string(),
  /** The value date of the payout. */
  paidOutOn: v.optional(calendarDay),
  settledOn: v.optional(calendarDay),
});
export type BorrowersOrder = v.InferOutput<typeof shownOrder>;

const device = v.object({
  name: v.string(),
  osVersion: v.string(),
  appVersion: v.string(),
  firstSeenAt: v.string(),
  seenAt: v.string(),
});

const note = v.object({ noteId: v.string(), author: v.string(), at: v.string(), text: v.string() });

/** One borrower. Personal values are masked. Times are ISO 8601, amounts cents. */
export const showBorrower = brandCall({
  name: 'showBorrower',
  path: '/borrower/show',
  right: 'borrower.read',
  input: v.strictObject({ borrowerId }),
  output: v.object({
    borrowerId: shownIdOf<'borrower'>(),
    brand: v.string(),
    /** The borrower's full name. Absent: the caller's roles do not see it here, or the borrower gave none yet. */
    name: v.optional(v.string()),
    since: v.string(),
    language: v.string(),
    /** The reason why they get no loan; absent: not blocked. */
    blocked: v.optional(v.string()),
    erasedAt: v.optional(v.string()),
    isCertified: v.boolean(),
    fields: v.array(hiddenField),
    orders: v.array(shownOrder),
    accounts: v.array(
      v.object({
        accountId: shownIdOf<'account'>(),
        institution: v.string(),
        tail: v.string(),
        state: v.picklist(['active', 'replaced', 'rejected']),
        createdAt: v.string(),
      }),
    ),
    devices: v.array(device),
    consents: v.array(
      v.object({ kind: v.string(), version: v.string(), givenAt: v.string(), withdrawnAt: v.string() }),
    ),
    /** Other borrowers of the brand with the same document, account or device. */
    shared: v.array(
      v.object({ kind: v.picklist(['document', 'account', 'device', 'person']), others: whole }),
    ),
    notes: v.array(note),
    /** Live sessions. */
    sessions: whole,
    erasure: v.optional(v.object({ requestedAt: v.string(), eraseOn: calendarDay })),
    hold: v.optional(v.object({ reason: v.string(), by: v.string(), at: v.string() })),
    matters: openMatters,
    /** The number of hidden fields that the caller may still open in this hour. */
    readsLeft: whole,
  }),
});

export const timelineGroups = ['money', 'words', 'staff', 'access'] as const;
export type TimelineGroup = (typeof timelineGroups)[number];

const timelineEntry = v.object({
  key: v.string(),
  /** ISO 8601. An event of a loan stands at the day from which it counts. */
  at: v.string(),
  /** ISO 8601: the moment in which it was recorded, if on another day than that of `at`. */
  recordedAt: v.optional(v.string()),
  group: v.picklist(timelineGroups),
  /** `event paid`, `order applied`, `complaint`, `answer`, `text`, `read`, `action`, `note`, `session`, `consent`, `block`. */
  kind: v.string(),
  /** A field, a reference, the words of a note, what a message told: what the kind calls for. */
  detail: v.string(),
  reason: v.optional(v.string()),
  who: v.optional(v.string()),
  orderId: v.optional(shownIdOf<'order'>()),
  amount: v.optional(v.pipe(v.number(), v.safeInteger())),
});
export type TimelineEntry = v.InferOutput<typeof timelineEntry>;

/**
 * What happened with a borrower, newest first, 50 a page: of one group, or of all but `access`, which has readings by the staff,
 * sessions, consents and devices. `before`: the time of the last entry of the page before.
 */
export const listTimeline = brandCall({
  name: 'listTimeline',
  path: '/borrower/timeline',
  right: 'borrower.read',
  input: v.strictObject({
    borrowerId,
    group: v.optional(v.picklist(timelineGroups)),
    before: v.optional(v.pipe(v.string(), v.isoTimestamp())),
  }),
  output: v.object({ entries: v.array(timelineEntry), isLast: v.boolean() }),
});

const pageRow = v.object({ text: v.string(), amount: v.optional(v.number()), value: v.optional(v.string()) });

/** A borrower's order page as they see it, in their language. Opening it is recorded. Amounts are cents. */
export const showOrderPage = brandCall({
  name: 'showOrderPage',
  path: '/borrower/order-page',
  right: 'borrower.read',
  input: v.strictObject({ borrowerId, orderId: idOf<'order'>() }),
  output: v.object({
    language: v.string(),
    statusTitle: v.string(),
    statusText: v.string(),
    productName: v.string(),
    /** The amount due with its rows; absent: nothing. */
    due: v.optional(
      v.object({
        amount: whole,
        on: calendarDay,
        overdueDays: whole,
        rows: v.array(pageRow),
        owedInAll: whole,
      }),
    ),
    rows: v.array(pageRow),
    canExtend: v.boolean(),
    safetyTip: v.optional(v.string()),
    servicePhone: v.string(),
  }),
});

/** Opens one hidden field. It is recorded with the reason, and the borrower sees by which role and when. */
export const readBorrowerField = brandCall({
  name: 'readBorrowerField',
  path: '/borrower/read-field',
  right: 'borrower.readEncrypted',
  input: v.strictObject({ borrowerId, field: filled(80), reason: reasonText(200) }),
  output: v.object({ value: v.string() }),
  rejections: ['tooManyReads', 'noSuchField'],
});

export const addNote = brandCall({
  name: 'addNote',
  path: '/borrower/add-note',
  right: 'borrower.note',
  input: v.strictObject({ borrowerId, text: filled(2_000) }),
  output: v.object({ noteId: v.string() }),
  rejections: ['erased'],
});

/** Signs the borrower out everywhere. */
export const endBorrowerSessions = brandCall({
  name: 'endBorrowerSessions',
  path: '/borrower/end-sessions',
  right: 'borrower.endSessions',
  input: v.strictObject({ borrowerId }),
  output: v.object({ ended: whole }),
});

/** Keeps an account from being erased, or lets it be erased again. */
export const holdErasure = brandCall({
  name: 'holdErasure',
  path: '/borrower/hold-erasure',
  right: 'borrower.holdErasure',
  input: v.strictObject({ borrowerId, isHeld: v.boolean(), reason: reasonText(500) }),
  output: empty,
  rejections: ['nothingToHold', 'erasureHeldAlready', 'erasureNotHeld'],
});

/** Keeps a number for a change that a second person must approve. The request of the action names it by its id. */
export const proposeNumber = brandCall({
  name: 'proposeNumber',
  path: '/borrower/propose-number',
  right: 'borrower.changeNumber',
  input: v.strictObject({ borrowerId, phone: text(30) }),
  output: v.object({ changeId: v.string() }),
  rejections: ['malformedNumber', 'numberTaken', 'erased'],
});

/**
 * Everything that is stored about a borrower, as a CSV file. It is recorded with its reason and the number of
 * its encrypted fields.
 */
export const exportBorrowerData = brandCall({
  name: 'exportBorrowerData',
  path: '/borrower/export',
  right: 'borrower.export',
  input: v.strictObject({ borrowerId, reason: reasonText(200) }),
  output: v.object({ fileName: v.string(), csv: v.string(), rows: whole }),
  rejections: ['tooManyReads', 'needsApproval'],
});

/** Lets the caller export one more borrower than they may alone within 24 hours: then `exportBorrowerData` answers once. */
export const exportMoreData = actionCalls({
  name: 'exportMoreData',
  path: '/borrower/export-more',
  action: 'borrower.export',
  right: 'borrower.export',
  request: { borrowerId },
});

export const blockBorrower = actionCalls({
  name: 'blockBorrower',
  path: '/borrower/block',
  action: 'borrower.block',
  right: 'borrower.block',
  request: { borrowerId },
  rejections: ['blockedAlready', 'erased'],
});

export const unblockBorrower = actionCalls({
  name: 'unblockBorrower',
  path: '/borrower/unblock',
  action: 'borrower.unblock',
  right: 'borrower.unblock',
  request: { borrowerId },
  rejections: ['notBlocked'],
});

export const changeNumber = actionCalls({
  name: 'changeNumber',
  path: '/borrower/change-number',
  action: 'borrower.changeNumber',
  right: 'borrower.changeNumber',
  request: { borrowerId, changeId: idOf<'numberChange'>() },
  rejections: ['numberTaken', 'noSuchChange', 'erased'],
});

/** Erases an account whose borrower asked for it, before its day. */
export const eraseBorrower = actionCalls({
  name: 'eraseBorrower',
  path: '/borrower/erase',
  action: 'borrower.erase',
  right: 'borrower.erase',
  request: { borrowerId },
  rejections: ['notAskedFor', 'erasureHeld', 'loanRuns'],
});
