/** The shapes of the loan area's calls. */
import * as v from 'valibot';
import { calendarDay, shownIdOf, whole } from '../../fields/fields.ts';
import { orderStatusCodes } from '../../shapes/order-status.ts';
import { journalLine } from './effect.ts';

/** Cents; negative for what lowers a debt. */
export const signed = v.pipe(v.number(), v.safeInteger());

export const orderStatusName = v.picklist(Object.keys(orderStatusCodes) as (keyof typeof orderStatusCodes)[]);

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
  on: v.optional(calendarDay),
  from: v.optional(calendarDay),
  to: v.optional(calendarDay),
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
export const shownPosition = v.object({
  status: orderStatusName,
  /** The sum of the parts. */
  owed: whole,
  parts: v.array(shownPart),
  /** The amount due now, and the due date of the current instalment. */
  due: whole,
  dueDate: v.optional(calendarDay),
  daysLate: whole,
  /** The late interest that tomorrow adds. */
  perDay: whole,
  credit: whole,
  /** The amount that ends the loan on that day, or the day from which it may be paid off; neither: settled. */
  payoff: v.optional(whole),
  payoffFrom: v.optional(calendarDay),
  extensionsUsed: whole,
  /** The last day on which late charges are stopped. */
  chargesStoppedUntil: v.optional(calendarDay),
  isWrittenOff: v.boolean(),
});
export type ShownPosition = v.InferOutput<typeof shownPosition>;

/** A repayment with what is left of it. Amounts in cents. */
export const instalment = v.object({
  no: whole,
  dueDate: calendarDay,
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
  paidOn: v.optional(calendarDay),
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
  'arranged',
  'arrangementEnded',
] as const;
export type LoanEventKind = (typeof loanEventKinds)[number];

export const shownEvent = v.object({
  eventId: shownIdOf<'loanEvent'>(),
  kind: v.picklist(loanEventKinds),
  valueDate: calendarDay,
  /** The business day on which it became known. */
  knownOn: calendarDay,
  /** The moved amount, in cents; absent for an event without an amount. */
  amount: v.optional(signed),
  /** The principal owed after it, in cents. */
  principalAfter: v.optional(whole),
  /** Another event reversed it, or the payment of its extension. */
  isReversed: v.boolean(),
  /** A person decided it, and an action can undo it. */
  canUndo: v.boolean(),
  provider: v.optional(v.string()),
  providerId: v.optional(v.string()),
  /** The decision's reference and reason, and who asked for it and approved it. */
  reference: v.optional(v.string()),
  reason: v.optional(v.string()),
  requestedBy: v.optional(v.string()),
  approvedBy: v.optional(v.string()),
  /** The event that it reverses. */
  reverses: v.optional(v.string()),
  instalment: v.optional(whole),
  /** The new due date of an extension, the last day of a stop. */
  until: v.optional(calendarDay),
});
export type ShownEvent = v.InferOutput<typeof shownEvent>;

export const journal = v.object({
  journalId: shownIdOf<'journal'>(),
  kind: v.string(),
  postedOn: calendarDay,
  /** The event that caused it. */
  eventId: v.optional(v.string()),
  lines: v.array(v.object({ ...journalLine.entries, eventId: v.optional(v.string()) })),
});
export type ShownJournal = v.InferOutput<typeof journal>;

export const shownOrder = v.object({
  orderId: shownIdOf<'order'>(),
  brand: v.string(),
  borrowerId: shownIdOf<'borrower'>(),
  /** The borrower's full name. Absent: the caller's roles do not see it here, or the borrower gave none yet. */
  name: v.optional(v.string()),
  status: orderStatusName,
  /** The number of the status in the specification and on the borrower's pages. */
  product: v.string(),
  amount: whole,
  /** ISO 8601. */
  appliedAt: v.string(),
  disbursedOn: v.optional(calendarDay),
  settledOn: v.optional(calendarDay),
});

export const terms = v.object({
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

export const code = v.object({
  codeId: shownIdOf<'paymentCode'>(),
  channel: v.string(),
  payCode: v.string(),
  amount: whole,
  purpose: v.picklist(['repayment', 'extension']),
  state: v.picklist(['requested', 'open', 'paid', 'replaced', 'expired']),
  issuedAt: v.string(),
});

/**
 * What a payout that was to be sent waits for a person by. `check`: `screening` or `identity`, for who does not see matches with
 * lists.
 */
export const payoutHoldReasons = [
  'ceiling',
  'firstLoans',
  'screening',
  'identity',
  'check',
  'otherLoan',
] as const;
export type PayoutHoldReason = (typeof payoutHoldReasons)[number];

export const payout = v.object({
  payoutId: shownIdOf<'payout'>(),
  amount: whole,
  state: v.picklist(['requested', 'sent', 'paid', 'returned']),
  provider: v.string(),
  reference: v.string(),
  /** The institution and the last digits of the account. */
  account: v.string(),
  /** Why it waits for a person; absent: it does not. */
  holdReason: v.optional(v.picklist(payoutHoldReasons)),
  requestedAt: v.string(),
  settledOn: v.optional(calendarDay),
});

export const agreement = v.object({
  agreementId: shownIdOf<'agreement'>(),
  title: v.string(),
  language: v.string(),
  agreedAt: v.string(),
  /** True: the borrower agreed again, to a smaller offer. */
  isSuperseded: v.boolean(),
});

export const openComplaint = v.object({
  complaintId: shownIdOf<'complaint'>(),
  reference: v.string(),
  promisedBy: calendarDay,
});
