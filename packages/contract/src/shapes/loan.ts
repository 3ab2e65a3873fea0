import * as v from 'valibot';
import { dateText, flag, whole } from '../fields/fields.ts';
import { type InternalValue, named, object } from '../wire/wire.ts';

/** [ours] A row of display text with its amount in cents. A negative amount is a deduction. */
export const amountRow = v.object({
  text: v.string(),
  amount: v.pipe(v.number(), v.safeInteger()),
  note: v.optional(v.string()),
});
export type AmountRow = InternalValue<typeof amountRow>;

/** [ours] The payoff of the whole loan before its last due date (TERM-03). Amounts in cents. */
export const payoffOffer = v.object({
  /** True if the payoff is allowed today. Otherwise it is allowed from `date` on, and `amount` and `saves` are 0. */
  isAllowed: flag,
  /** The day for which `amount` is valid, or the first day on which the payoff is allowed. */
  date: dateText,
  amount: whole,
  /** The cents saved compared with everything owed as scheduled. */
  saves: whole,
});
export type PayoffOffer = InternalValue<typeof payoffOffer>;

/** [ours] The cooling-off period: until this day the borrower may cancel the loan for `amount`. Cents. */
export const coolingOff = v.object({ until: dateText, amount: whole, feeReturned: whole });

/** [ours] The next repayment: the same quote on every screen. Amounts in cents; `rows` sum to `repayAmount`. */
export const dueCard = object({
  repayAmount: whole,
  rows: v.array(amountRow),
  /**
   * `instalment`: due as scheduled. `overdue`: everything late too. `charges`: only late charges. `payoff`.
   * `maturity`: a single repayment that cannot be paid yet. `arranged`: what a kept arrangement asks for.
   */
  kind: v.picklist(['instalment', 'overdue', 'charges', 'payoff', 'maturity', 'arranged']),
  /** Today for a payoff and for charges only, the oldest unpaid due date when late, otherwise the next due date. */
  dueDate: named('dueTime', dateText),
  /** Days from today to `dueDate`; negative when late. */
  daysLeft: v.pipe(v.number(), v.integer()),
  overdueDays: whole,
  /** If a late amount includes a repayment that is not late yet: the last day by which what it includes is due. */
  dueThrough: v.optional(dateText),
  periodNo: whole,
  periods: whole,
  /** The cost of one more day in cents; 0 if nothing is late. */
  perDay: whole,
  /** Everything owed if the loan continues as scheduled, with all charges to today. */
  owedInAll: whole,
  /** The unpaid late charges in `owedInAll`. With `refundReceivable` and what is unpaid of each repayment they sum to it. */
  chargesOwed: whole,
  /** Cents paid in excess, which belong to the borrower and are refundable. */
  credit: whole,
  /** Cents refunded from a payment that was reversed afterwards: due at once, without late charges. */
  refundReceivable: named('refundOwed', whole),
  /** Received payments in the review queue. They do not count yet; meanwhile the borrower is not asked to pay. */
  underReview: whole,
  payoff: payoffOffer,
  coolingOff: v.optional(coolingOff),
  /** The day for which these figures are valid. `payCode` sends it back. */
  quotedFor: dateText,
});
export type DueCard = InternalValue<typeof dueCard>;

/** [ours] A row of `stepsQuote`. Cents; a negative amount is a deduction. */
const stepsRow = object({
  kind: v.picklist([
    'instalment',
    'late',
    'principal',
    'interest',
    'paidAhead',
    'penalty',
    'refundReceivable',
    'feeReturned',
    'rounding',
  ]),
  /** The repayment that it belongs to. */
  no: named('periodNo', v.optional(whole)),
  /** The due date of an `instalment`. */
  dueDate: named('dueTime', v.optional(dateText)),
  /** The late days of a `late` row; 0 if its repayment is paid. */
  days: v.optional(whole),
  amount: v.pipe(v.number(), v.safeInteger()),
});

/**
 * [ours] What it costs to pay some repayments on a day, as the engine quotes it (`quoteSteps`). Cents; `rows`
 * sum to `amount`.
 */
export const stepsQuote = object({
  day: dateText,
  /** `due`: the amount due on the day. `ahead`: also the next repayments as scheduled. `payoff`: the whole loan. */
  kind: v.picklist(['due', 'ahead', 'payoff', 'settled']),
  /** The number of unpaid repayments that it pays; the amount due has `least`, the loan `most`. */
  steps: whole,
  least: whole,
  most: whole,
  amount: whole,
  rows: v.array(stepsRow),
  /** True if the amount can be paid on the day; otherwise it can from `payableFrom`. */
  payable: flag,
  payableFrom: dateText,
  /** Of today's amount: the first day on which one repayment more can be paid, if not today. */
  moreFrom: v.optional(dateText),
  /** The saving of a payoff on the day; 0 if it is not allowed. */
  saves: whole,
  /** The first repayment that it leaves. */
  next: v.optional(
    object({ no: named('periodNo', whole), dueDate: named('dueTime', dateText), amount: whole }),
  ),
});
export type StepsQuote = InternalValue<typeof stepsQuote>;
export type StepsRow = StepsQuote['rows'][number];

/**
 * [ours] A running loan as the engine computes it. `terms` and `snapshot`, the loan today, are the engine's own types; `rules` is
 * the version of the server's rules. A page computes with them only if its engine has the same version, and if there is a
 * snapshot: without one the server alone can quote later days. `eventCount` tells that the loan has changed since.
 */
export const computableLoan = v.object({
  rules: whole,
  eventCount: whole,
  terms: v.record(v.string(), v.unknown()),
  snapshot: v.optional(v.record(v.string(), v.unknown())),
});
export type ComputableLoan = InternalValue<typeof computableLoan>;

/** [ours] A received payment or a refund of credit. Cents. */
export const pastPayment = v.object({
  kind: v.picklist(['payment', 'refund']),
  date: dateText,
  amount: whole,
  channel: v.string(),
  channelLogo: v.string(),
  /** The number of its receipt, by which the lender finds it (`R-7C1A-2291`). Empty for a refund. */
  reference: v.string(),
  /** When the lender learnt of it (ISO 8601). Absent for a refund. */
  receivedAt: v.optional(v.string()),
  /** `review`: in the review queue, does not count yet. `reversed`: does not count any more. */
  state: v.picklist(['posted', 'review', 'reversed']),
  /** The allocation: the rows sum to `amount`. Empty for a payment that does not count. */
  rows: v.array(amountRow),
});
export type PastPayment = InternalValue<typeof pastPayment>;

/** [ours] The payout of a loan. `amount` in cents. */
export const paidOut = v.object({
  amount: whole,
  date: dateText,
  /** The bank or wallet, and the end of the account's number. */
  account: v.string(),
  /** The number of its receipt, by which the lender finds it. */
  reference: v.string(),
});
export type PaidOut = InternalValue<typeof paidOut>;

/** [ours] A repayment of a disbursed loan with its actual due date. Cents. */
export const repaymentRow = object({
  periodNo: whole,
  dueDate: named('dueTime', dateText),
  amount: whole,
  unpaid: whole,
  state: v.picklist(['paid', 'late', 'due', 'coming']),
  /** True if an extension moved it. */
  moved: flag,
});
export type RepaymentRow = InternalValue<typeof repaymentRow>;

/** [ours] The payment after another one, and whether some of it is late. `amount` in cents. */
export const nextPayment = object({ amount: whole, date: dateText, isLate: flag });
export type NextPayment = InternalValue<typeof nextPayment>;

/** [ours] The remainder after a payment, and its due date. Cents. */
export const remainder = object({
  /** True if the loan is settled. */
  settled: flag,
  repayAmount: whole,
  dueDate: named('dueTime', dateText),
  owedInAll: whole,
  credit: whole,
});
