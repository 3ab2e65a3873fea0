import * as v from 'valibot';
import { calendarDay, cents, empty, idOf, reasonText, text, whole } from '../../../fields/fields.ts';
import { actionCalls } from '../../action-calls.ts';
import {
  agreement,
  code,
  instalment,
  journal,
  openComplaint,
  payout,
  shownEvent,
  shownOrder,
  shownPosition,
  signed,
  terms,
} from '../../shapes/loan-shapes.ts';
import { openMatters } from '../../shapes/open-matters.ts';
import { brandCall } from '../../staff-call.ts';

/**
 * A loan on a day: `on` (default: today), from everything known now, or from what was known at the end of that day. Whether its
 * events agree with the ledger is compared for the same knowledge.
 */
export const showLoan = brandCall({
  name: 'showLoan',
  path: '/loan/show',
  right: 'loan.read',
  input: v.strictObject({
    orderId: idOf<'order'>(),
    on: v.optional(calendarDay),
    knowledge: v.optional(v.picklist(['now', 'then']), 'now'),
  }),
  output: v.object({
    order: shownOrder,
    today: calendarDay,
    on: calendarDay,
    terms,
    /** Absent: the loan was not disbursed on that day. */
    position: v.optional(shownPosition),
    schedule: v.array(instalment),
    events: v.array(shownEvent),
    journals: v.array(journal),
    /** The accounts on which ledger and events differ; none: they agree. Amounts in cents, debit positive. */
    differences: v.array(v.object({ account: v.string(), ledger: signed, events: signed })),
    codes: v.array(code),
    payouts: v.array(payout),
    agreements: v.array(agreement),
    complaints: v.array(openComplaint),
    waiting: openMatters.entries.waiting,
    requests: openMatters.entries.requests,
    reviews: openMatters.entries.reviews,
    holds: openMatters.entries.holds,
    /** Who may decide on the payout that waits. */
    deciders: v.array(v.string()),
    /** The payments as agreed, if it were paid out today; none: it was, or never will be. Amounts in cents. */
    planned: v.array(v.object({ no: whole, dueDate: calendarDay, principal: whole, interest: whole })),
    /** ISO 8601: when the application was decided. */
    decidedAt: v.optional(v.string()),
    /** The borrower's credit by the provider of its payment; a refund goes back the same way. Amounts in cents. */
    credits: v.array(
      v.object({ provider: v.string(), amount: whole, free: whole, nextFrom: v.optional(calendarDay) }),
    ),
    /** The reason why the loan cannot be extended today, in words; absent: it can. */
    noExtension: v.optional(v.string()),
    /** The open request, or the proposal that the borrower can accept. Amounts as of today; absent: these days allow none. */
    openArrangement: v.optional(
      v.object({
        state: v.picklist(['requested', 'proposed']),
        parts: v.array(v.object({ date: calendarDay, amount: v.optional(whole) })),
      }),
    ),
    /** The latest arrangement on the shown day. Amounts in cents. */
    arrangement: v.optional(
      v.object({
        state: v.picklist(['kept', 'fulfilled', 'broken']),
        from: calendarDay,
        owed: whole,
        due: whole,
        next: v.optional(v.object({ date: calendarDay, amount: whole })),
        brokenOn: v.optional(calendarDay),
      }),
    ),
  }),
  rejections: ['dayOutOfRange'],
});

/**
 * The text of an agreement as the borrower agreed to it, checked against its digest. It names the borrower: the read is
 * recorded, and the borrower reads that it was opened.
 */
export const readAgreement = brandCall({
  name: 'readAgreement',
  path: '/loan/agreement',
  right: 'loan.readAgreement',
  input: v.strictObject({
    orderId: idOf<'order'>(),
    agreementId: idOf<'agreement'>(),
    reason: reasonText(200),
  }),
  output: v.object({
    html: v.string(),
    /** SHA-256 of the text, in hexadecimal: the borrower's document shows the same. */
    sha256: v.string(),
    /** ISO 8601; absent: the market wants no separate acknowledgement. */
    acknowledgedAt: v.optional(v.string()),
  }),
  rejections: ['tooManyReads'],
});

const orderId = idOf<'order'>();

/** Waives parts of the debt. Amounts in cents; 0: nothing of this part. */
export const waiveDebt = actionCalls({
  name: 'waiveDebt',
  path: '/loan/waive',
  action: 'loan.waive',
  right: 'loan.waive',
  request: { orderId, principal: whole, interest: whole, late: whole, penalty: whole },
  rejections: ['nothingToWaive', 'moreThanOwed'],
});

/** Books a refund of credit that was paid at the provider. `from`: the provider; absent: the only one of the credit. */
export const refundCredit = actionCalls({
  name: 'refundCredit',
  path: '/loan/refund',
  action: 'loan.refund',
  right: 'loan.refund',
  request: { orderId, amount: cents, from: v.optional(text(60)) },
  rejections: ['moreThanCredit', 'unknownCash', 'otherProvider', 'stillReversible'],
});

/** Writes the principal off in the books. The borrower still owes it. */
export const writeOffLoan = actionCalls({
  name: 'writeOffLoan',
  path: '/loan/write-off',
  action: 'loan.writeOff',
  right: 'loan.writeOff',
  request: { orderId },
  rejections: ['writtenOffAlready', 'noPrincipal'],
});

/** Takes back an event that a person decided. */
export const undoDecision = actionCalls({
  name: 'undoDecision',
  path: '/loan/undo',
  action: 'loan.undo',
  right: 'loan.undo',
  request: { orderId, eventId: idOf<'loanEvent'>() },
  rejections: ['cannotUndo'],
});

/** Moves the current instalment as an extension does, without its price. */
export const extendLoan = actionCalls({
  name: 'extendLoan',
  path: '/loan/extend',
  action: 'loan.extend',
  right: 'loan.extend',
  request: { orderId },
  rejections: ['cannotExtend'],
});

/** Proposes that what is overdue is paid in equal parts on these days. The borrower accepts it in the app, or does not. */
export const arrangeLoan = actionCalls({
  name: 'arrangeLoan',
  path: '/loan/arrange',
  action: 'loan.arrange',
  right: 'loan.arrange',
  request: { orderId, days: v.pipe(v.array(calendarDay), v.minLength(1), v.maxLength(6)) },
  rejections: ['notLate', 'arranged', 'badDates', 'smallParts'],
});

/** Declines what a borrower asked for, or takes a proposal back. The borrower is told. */
export const declineRequest = brandCall({
  name: 'declineRequest',
  path: '/loan/decline-arrangement',
  right: 'loan.arrange',
  input: v.strictObject({ orderId, reason: reasonText(200) }),
  output: empty,
  rejections: ['noRequest'],
});

/** Maximum number of days for which late charges are stopped at once. */
export const maxStopDays = 90;

/** Stops late charges for the days after today up to and including `until`. */
export const stopCharges = actionCalls({
  name: 'stopCharges',
  path: '/loan/stop-charges',
  action: 'loan.stopCharges',
  right: 'loan.stopCharges',
  request: { orderId, until: calendarDay },
  rejections: ['badStop', 'nothingOwed'],
});
