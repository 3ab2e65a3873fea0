import * as v from 'valibot';
import { shownIdOf, whole } from '../../fields/fields.ts';
import { actions } from '../rights.ts';
import { payoutHoldReasons } from './loan-shapes.ts';

/**
 * What is open about a loan, or about all of a borrower's: unanswered complaints, money that no loan has yet, requests that wait
 * for a second person, what waits for a reviewer, payouts that are held, and possible matches with lists. Only who sees matches
 * reads of them, and that one is the reason.
 */
export const openMatters = v.object({
  complaints: v.array(
    v.object({
      complaintId: shownIdOf<'complaint'>(),
      /** Empty for an agency. */
      reference: v.string(),
      /** The kind of complaint in English, as the borrower chose it; empty for an agency, which it may be about. */
      type: v.string(),
      /** ISO 8601 date: by when an answer is promised. */
      promisedBy: v.string(),
    }),
  ),
  waiting: v.array(
    v.object({
      /** `reported`: the borrower says that they sent it; `held`: it arrived, and a person decides. */
      kind: v.picklist(['reported', 'held']),
      orderId: shownIdOf<'order'>(),
      /** Cents. */
      amount: whole,
      /** ISO 8601. */
      at: v.string(),
      /** What the borrower named, or the provider's id; empty for an agency. */
      reference: v.string(),
      /** True if an imported statement has a free line of this reference and amount: somebody only has to post it. */
      isAtBank: v.optional(v.boolean()),
    }),
  ),
  requests: v.array(
    v.object({
      approvalId: shownIdOf<'approval'>(),
      action: v.picklist(actions),
      /** Absent: it is about the borrower. */
      orderId: v.optional(shownIdOf<'order'>()),
      /** Cents. */
      amount: v.optional(whole),
      /** Cents due on the day of the request, and with it; absent: it changes nothing of it. */
      due: v.optional(v.object({ before: whole, after: whole })),
      /** Who requested it; empty for an agency. */
      by: v.string(),
      /** ISO 8601. */
      at: v.string(),
    }),
  ),
  reviews: v.array(
    v.object({
      reviewId: shownIdOf<'review'>(),
      orderId: shownIdOf<'order'>(),
      kind: v.picklist(['application', 'payout', 'appeal', 'secondLook']),
      reasons: v.array(v.string()),
      /** Cents that a payout would pay. */
      amount: v.optional(whole),
      /** ISO 8601. */
      at: v.string(),
    }),
  ),
  holds: v.array(
    v.object({
      payoutId: shownIdOf<'payout'>(),
      orderId: shownIdOf<'order'>(),
      /** Cents that would be paid. */
      amount: whole,
      reason: v.picklist(payoutHoldReasons),
      /** ISO 8601. */
      at: v.string(),
    }),
  ),
  hits: v.array(
    v.object({
      hitId: shownIdOf<'hit'>(),
      /** ISO 8601. */
      at: v.string(),
    }),
  ),
});
export type OpenMatters = v.InferOutput<typeof openMatters>;
