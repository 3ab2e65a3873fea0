import * as v from 'valibot';
import { dateText, flag, whole } from './fields.ts';

/** A row of display text with its amount in cents, negative where it is taken off [ours]. */
export const amountRow = v.object({
  text: v.string(),
  amount: v.pipe(v.number(), v.safeInteger()),
  note: v.optional(v.string()),
});
export type AmountRow = v.InferOutput<typeof amountRow>;

/** What settles the whole loan before its last due date (TERM-03) [ours]. Amounts in cents. */
export const payoffOffer = v.object({
  /** 1: it may be paid today. 0: from `date` on; `amount` and `saves` are then 0. */
  isAllowed: flag,
  /** The day for which `amount` holds, or the first day on which the loan may be paid off. */
  date: dateText,
  amount: whole,
  /** How much less that is than everything that is owed as scheduled. */
  saves: whole,
});
export type PayoffOffer = v.InferOutput<typeof payoffOffer>;

/** In these first days the borrower may end the loan for what was received and the interest since [ours]. Cents. */
export const coolingOff = v.object({ until: dateText, amount: whole, feeReturned: whole });

/**
 * What is to be paid next: the same quote on every screen [ours]. Amounts in cents; `rows` sum to `repayAmount`.
 */
export const dueCard = v.object({
  repayAmount: whole,
  rows: v.array(amountRow),
  /** `instalment`: due as scheduled; `overdue`: all that is late, too; `charges`: late charges alone; `payoff`; `maturity`: a single repayment that cannot be paid yet. */
  kind: v.picklist(['instalment', 'overdue', 'charges', 'payoff', 'maturity']),
  /** Today for a payoff and for charges alone, the oldest unpaid due date when late, else the next due date. */
  dueTime: dateText,
  /** Days from today to `dueTime`; negative once it is late. */
  daysLeft: v.pipe(v.number(), v.integer()),
  overdueDays: whole,
  periodNo: whole,
  periods: whole,
  /** What one more day costs, in cents; 0 when nothing is late. */
  perDay: whole,
  /** Everything that is owed today if the loan goes on as scheduled. */
  owedInAll: whole,
  /** What was paid beyond what was owed, in cents: the borrower's, refundable. */
  credit: whole,
  /** What was paid back to the borrower of a payment that was reversed afterwards: due at once, without charges. */
  refundOwed: whole,
  /** Payments that came in and that a person looks at before they count: meanwhile nobody is asked to pay. */
  underReview: whole,
  payoff: payoffOffer,
  coolingOff: v.optional(coolingOff),
  /** The day for which these figures hold; sent back to pay-code as `quotedFor`. */
  quotedFor: dateText,
});
export type DueCard = v.InferOutput<typeof dueCard>;

/** A payment that came in, or a credit that was paid back, newest first [ours]. Cents. */
export const pastPayment = v.object({
  kind: v.picklist(['payment', 'refund']),
  date: dateText,
  amount: whole,
  channel: v.string(),
  /** `review`: a person looks at it, and it does not count yet; `reversed`: taken back, and counts no more. */
  state: v.picklist(['posted', 'review', 'reversed']),
  /** What it paid: the rows sum to `amount`; none where it does not count. */
  rows: v.array(amountRow),
});
export type PastPayment = v.InferOutput<typeof pastPayment>;

/** A repayment of a loan that is paid out, with its final date [ours]. Cents. */
export const repaymentRow = v.object({
  periodNo: whole,
  dueTime: dateText,
  amount: whole,
  unpaid: whole,
  state: v.picklist(['paid', 'late', 'due', 'coming']),
  /** 1: an extension moved it. */
  moved: flag,
});
export type RepaymentRow = v.InferOutput<typeof repaymentRow>;

/** What is left after a payment, and when it is due [ours]. Cents. */
export const remainder = v.object({
  /** 1: nothing is left, the loan is settled. */
  settled: flag,
  repayAmount: whole,
  dueTime: dateText,
  owedInAll: whole,
  credit: whole,
});
