import * as v from 'valibot';
import { dateText, flag, whole } from '../fields/fields.ts';
import { type InternalValue, object } from '../wire/wire.ts';
import { nextPayment, pastPayment, repaymentRow } from './loan.ts';

/** [ours] A wallet or a bank that receives a payout; without a name and a code any bank, which the borrower names next. */
const milestoneAccount = object({
  name: v.string(),
  logo: v.string(),
  isWallet: flag,
  /** The institution's code, by which the form of an account selects it. */
  code: v.string(),
  /** The shown digits of the number; empty if they are not known. */
  number: v.string(),
});
export type MilestoneAccount = InternalValue<typeof milestoneAccount>;

export const milestoneKind = v.picklist(['approved', 'paidOut', 'received', 'settled']);

/**
 * [ours] The newest event of a loan, while its borrower has not seen it: a page shows it once, and `milestoneSeen` records that.
 * Amounts in cents.
 */
export const loanMilestone = object({
  kind: milestoneKind,
  /** The payout, or the payment; of an approval the order. */
  eventId: v.string(),
  /** The borrower's given name; empty if it is not known. */
  givenName: v.string(),
  /** The sum that will be or was paid out; the payment; what was paid in all of a settled loan. */
  amount: whole,
  /** For an approval: the account that is bound, or the ones to choose from. For a payout: the account that it went to. */
  accounts: v.array(milestoneAccount),
  /** True if an account is bound. */
  isBound: flag,
  /** The last day of an approved offer, the day of a payout, or the first day of a settled loan. */
  date: v.optional(dateText),
  /** When the lender learnt of the payout (ISO 8601). */
  at: v.optional(v.string()),
  /** The number of the payout's receipt. */
  reference: v.string(),
  /** The amount lent, and the fee that was taken from it. */
  lent: whole,
  fee: whole,
  /** The received payment; of a settled loan its last one. */
  payment: v.optional(pastPayment),
  /** The repayment that the payment completed; 0 if it completed none. */
  completed: whole,
  repayments: v.array(repaymentRow),
  owedInAll: whole,
  /** What was paid beyond a settled loan: it is the borrower's. */
  credit: whole,
  /** The next payment; of an approval the first one, if the money were sent today. */
  next: v.optional(nextPayment),
  /** The counter at which a code for the next payment works until its due date, if the brand has one that takes the amount. */
  counter: v.optional(object({ channelNumber: v.string(), name: v.string() })),
  /** Days before a due date on which the borrower gets a text. */
  reminderDays: whole,
});
export type LoanMilestone = InternalValue<typeof loanMilestone>;
