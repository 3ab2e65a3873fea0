import * as v from 'valibot';
import { cents, dateText, idOf, shownIdOf, text, whole } from '../fields.ts';
import { orderStatusCodes } from '../order-status.ts';
import { actionCalls } from './action-calls.ts';
import { journalLine } from './effect.ts';
import { staffCall } from './staff-call.ts';

/** Cents; negative for what lowers a debt. */
const signed = v.pipe(v.number(), v.safeInteger());

/** A day that the calendar has: `YYYY-MM-DD`. */
export const calendarDay = v.pipe(
  dateText,
  v.check((day) => new Date(`${day}T00:00:00Z`).getUTCDate() === Number(day.slice(8)), 'is no day'),
);

const orderStatusName = v.picklist(Object.keys(orderStatusCodes) as (keyof typeof orderStatusCodes)[]);

/** The parts of a debt. `refund`: a refund whose payment was reversed afterwards. */
export const owedParts = ['principal', 'interest', 'late', 'penalty', 'refund'] as const;
export type OwedPart = (typeof owedParts)[number];

/** A line of how an owed amount came about. The lines of a part sum to what is owed of it. */
const owedLine = v.object({
  /**
   * `lent`: the principal. `scheduled`: an instalment's interest. `late`: `days` × `ppm` of `base`. `penalty`. `ceiling`: what
   * the ceilings `by` take off. `event`: what an event paid or waived. `settlement`: what the settlement dropped or forgave.
   */
  kind: v.picklist(['lent', 'scheduled', 'late', 'penalty', 'ceiling', 'event', 'settlement']),
  amount: signed,
  instalment: v.optional(whole),
  /** ISO 8601 dates. `on`: of the event, the disbursal, the due date or the first late day. */
  on: v.optional(dateText),
  from: v.optional(dateText),
  to: v.optional(dateText),
  days: v.optional(whole),
  /** The rate of one day in millionths. */
  ppm: v.optional(whole),
  /** The amount in cents that bears it. */
  base: v.optional(whole),
  by: v.optional(v.string()),
  moved: v.optional(v.boolean()),
  eventId: v.optional(v.string()),
});
export type OwedLine = v.InferOutput<typeof owedLine>;

const shownPart = v.object({ part: v.picklist(owedParts), owed: whole, lines: v.array(owedLine) });
export type ShownPart = v.InferOutput<typeof shownPart>;

/** The loan on a day. Amounts in cents. */
const shownPosition = v.object({
  status: orderStatusName,
  /** The sum of the parts. */
  owed: whole,
  parts: v.array(shownPart),
  /** What is due now, and the due date of the current instalment. */
  due: whole,
  dueDate: v.optional(dateText),
  daysLate: whole,
  /** What tomorrow adds of late interest. */
  perDay: whole,
  credit: whole,
  /** What ends the loan on that day; absent: not allowed yet, or settled. */
  payoff: v.optional(whole),
  extensionsUsed: whole,
  /** The last day on which late charges are stopped. */
  chargesStoppedUntil: v.optional(dateText),
  isWrittenOff: v.boolean(),
});
export type ShownPosition = v.InferOutput<typeof shownPosition>;

/** A repayment with what is left of it. Amounts in cents. */
const instalment = v.object({
  no: whole,
  dueDate: dateText,
  interest: whole,
  principal: whole,
  interestPaid: whole,
  principalPaid: whole,
  lateOwed: whole,
  /** The unpaid penalty, on the instalment that was late first. */
  penaltyOwed: whole,
  daysLate: whole,
  moved: v.boolean(),
  /** When it was paid or waived in full. */
  paidOn: v.optional(dateText),
});
export type Instalment = v.InferOutput<typeof instalment>;

export const loanEventKinds = [
  'disbursed',
  'paid',
  'extended',
  'waived',
  'refunded',
  'reversed',
  'writtenOff',
  'chargesStopped',
] as const;
export type LoanEventKind = (typeof loanEventKinds)[number];

const shownEvent = v.object({
  eventId: shownIdOf<'loanEvent'>(),
  kind: v.picklist(loanEventKinds),
  valueDate: dateText,
  /** The business day on which it became known. */
  knownOn: dateText,
  /** What it moved, in cents; absent for an event without an amount. */
  amount: v.optional(signed),
  /** The principal owed after it, in cents. */
  principalAfter: v.optional(whole),
  /** Another event reversed it, or the payment of its extension. */
  isReversed: v.boolean(),
  /** A person decided it, and an action can undo it. */
  canUndo: v.boolean(),
  provider: v.optional(v.string()),
  providerId: v.optional(v.string()),
  /** The decision's reference and reason, and who asked for it and granted it. */
  reference: v.optional(v.string()),
  reason: v.optional(v.string()),
  askedBy: v.optional(v.string()),
  grantedBy: v.optional(v.string()),
  /** The event that it reverses. */
  reverses: v.optional(v.string()),
  instalment: v.optional(whole),
  /** The new due date of an extension, the last day of a stop. */
  until: v.optional(dateText),
});
export type ShownEvent = v.InferOutput<typeof shownEvent>;

const journal = v.object({
  journalId: shownIdOf<'journal'>(),
  kind: v.string(),
  postedOn: dateText,
  /** The event that caused it. */
  eventId: v.optional(v.string()),
  lines: v.array(v.object({ ...journalLine.entries, eventId: v.optional(v.string()) })),
});
export type ShownJournal = v.InferOutput<typeof journal>;

const shownOrder = v.object({
  orderId: shownIdOf<'order'>(),
  brand: v.string(),
  borrowerId: shownIdOf<'borrower'>(),
  /** Initials of the certified name; empty before certification. */
  borrower: v.string(),
  status: orderStatusName,
  /** The number of the status in the specification and on the borrower's pages. */
  statusCode: whole,
  product: v.string(),
  amount: whole,
  /** ISO 8601. */
  appliedAt: v.string(),
  disbursedOn: v.optional(dateText),
  settledOn: v.optional(dateText),
});

const terms = v.object({
  principal: whole,
  fee: whole,
  kind: v.picklist(['single', 'perPeriod']),
  termDays: whole,
  periods: whole,
  dailyPpm: whole,
  /** The effective rate of 30 days in millionths, with the fee. */
  effectivePpm: v.optional(whole),
  penalty: whole,
  extensions: whole,
  lateTiers: v.array(v.object({ untilDay: v.optional(whole), ppm: whole })),
  ceilings: v.optional(v.string()),
  firstLoan: v.boolean(),
});
export type ShownTerms = v.InferOutput<typeof terms>;

const code = v.object({
  codeId: shownIdOf<'paymentCode'>(),
  channel: v.string(),
  payCode: v.string(),
  amount: whole,
  purpose: v.picklist(['repayment', 'extension']),
  state: v.picklist(['asked', 'open', 'paid', 'replaced', 'expired']),
  issuedAt: v.string(),
});

const payout = v.object({
  payoutId: shownIdOf<'payout'>(),
  amount: whole,
  state: v.picklist(['requested', 'sent', 'paid', 'returned']),
  provider: v.string(),
  reference: v.string(),
  /** The institution and the last digits of the account. */
  account: v.string(),
  requestedAt: v.string(),
  settledOn: v.optional(dateText),
});

const agreement = v.object({ title: v.string(), language: v.string(), agreedAt: v.string() });

const openComplaint = v.object({
  complaintId: shownIdOf<'complaint'>(),
  reference: v.string(),
  promisedBy: dateText,
});

/**
 * A loan on a day: `on` (default: today), from everything known now, or from what was known at the end of that day. Whether its
 * events agree with the ledger is compared for the same knowledge.
 */
export const showLoan = staffCall({
  name: 'showLoan',
  path: '/loan/show',
  right: 'loan.read',
  scope: 'brand',
  input: v.strictObject({
    orderId: idOf<'order'>(),
    on: v.optional(calendarDay),
    knowledge: v.optional(v.picklist(['now', 'then']), 'now'),
  }),
  output: v.object({
    order: shownOrder,
    today: dateText,
    on: dateText,
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
    /** The borrower's credit by the provider of its payment; a refund goes back the same way. Amounts in cents. */
    credits: v.array(
      v.object({ provider: v.string(), amount: whole, free: whole, nextFrom: v.optional(dateText) }),
    ),
    /** Why the loan cannot be extended today; absent: it can. */
    noExtension: v.optional(v.string()),
  }),
  rejections: { dayOutOfRange: 'dayOutOfRange' },
});

const orderId = idOf<'order'>();

/** Waives parts of the debt. Amounts in cents; 0: nothing of this part. */
export const waiveDebt = actionCalls({
  name: 'waiveDebt',
  path: '/loan/waive',
  action: 'loan.waive',
  right: 'loan.waive',
  request: { orderId, principal: whole, interest: whole, late: whole, penalty: whole },
  rejections: { nothingToWaive: 'nothingToWaive', moreThanOwed: 'moreThanOwed' },
});

/** Books a refund of credit that was paid at the provider. `from`: the provider; absent: the only one of the credit. */
export const refundCredit = actionCalls({
  name: 'refundCredit',
  path: '/loan/refund',
  action: 'loan.refund',
  right: 'loan.refund',
  request: { orderId, amount: cents, from: v.optional(text(60)) },
  rejections: {
    moreThanCredit: 'moreThanCredit',
    unknownCash: 'unknownCash',
    otherProvider: 'otherProvider',
    stillReversible: 'stillReversible',
  },
});

/** Writes the principal off in the books. The borrower still owes it. */
export const writeOffLoan = actionCalls({
  name: 'writeOffLoan',
  path: '/loan/write-off',
  action: 'loan.writeOff',
  right: 'loan.writeOff',
  request: { orderId },
  rejections: { writtenOffAlready: 'writtenOffAlready', noPrincipal: 'noPrincipal' },
});

/** Takes back an event that a person decided. */
export const undoDecision = actionCalls({
  name: 'undoDecision',
  path: '/loan/undo',
  action: 'loan.undo',
  right: 'loan.undo',
  request: { orderId, eventId: idOf<'loanEvent'>() },
  rejections: { cannotUndo: 'cannotUndo' },
});

/** Moves the current instalment as an extension does, without its price. */
export const extendLoan = actionCalls({
  name: 'extendLoan',
  path: '/loan/extend',
  action: 'loan.extend',
  right: 'loan.extend',
  request: { orderId },
  rejections: { cannotExtend: 'cannotExtend' },
});

/** Stops late charges for the days after today up to and including `until`. */
export const stopCharges = actionCalls({
  name: 'stopCharges',
  path: '/loan/stop-charges',
  action: 'loan.stopCharges',
  right: 'loan.stopCharges',
  request: { orderId, until: calendarDay },
  rejections: { badStop: 'badStop', nothingOwed: 'nothingOwed' },
});
