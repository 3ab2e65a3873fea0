import type { Correction } from '@hiram/contract/console/decision-words';
import type { ReviewId } from '@hiram/contract/ids';
import type { Amount } from '@hiram/decision';
import { addDays } from '@hiram/loan';
import { validate } from 'uuid';
import type { Brand } from '../../brands/brand.ts';
import { brandOf } from '../../brands/brand-of.ts';
import type { ReasonToRefuse } from '../../brands/refusal-reasons.ts';
import type { AppContext } from '../../context/app-context.ts';
import type { Moment } from '../../platform/clock/clock.ts';
import { type Db, inTransaction } from '../../platform/database/connection/connect.ts';
import { countOfAll, maxListed } from '../../platform/database/statements/bounded-list.ts';
import { CannotResolve } from '../../platform/errors/cannot-resolve.ts';
import { localeOf } from '../borrowers/locale.ts';
import { isIdentified } from '../identity/identity-check.ts';
import { lockOrder, type Order, updateOrder } from '../loans/order-store.ts';
import { askBorrower, closeReview, needsReviewer, type Review } from '../loans/review-queue.ts';
import { readApplicant } from '../origination/decision/applicant.ts';
import { markAndEvaluate } from '../origination/decision/evaluate.ts';
import { smallerOffers } from '../origination/decision/offer-options.ts';
import { firedReasons, type Resolution } from '../origination/decision/outcome.ts';
import { resolveDecision } from '../origination/decision/resolve-decision.ts';
import { recordRuns } from '../origination/decision/runs.ts';
import { releasePayout } from '../payouts/payout-holds.ts';
import { closeReturned } from '../payouts/returned-payouts.ts';
import { isListed } from '../screening/screen.ts';
import { isSampled, openSecondLook } from './second-look.ts';

/** A refused application's explanation to the borrower: reasons in their language, a reviewer's own message, or both. */
interface RefusedApplicationText {
  readonly reasons: readonly ReasonToRefuse[];
  readonly words: string | undefined;
}

/** A reviewer's decision on an application or a held payout. */
export type ReviewDecision =
  /** `amount` in cents: for less than the policy would offer. */
  | { readonly kind: 'approve'; readonly amount?: number | undefined }
  | { readonly kind: 'release' }
  | ({ readonly kind: 'refuse' } & RefusedApplicationText)
  /** For an application: decide again. For a payout: request another account, with the reason. */
  | { readonly kind: 'requestResubmission'; readonly words: string | undefined }
  /** For an application: the borrower corrects it while it waits. For a payout: another account is requested. */
  | { readonly kind: 'requestCorrections'; readonly corrections: readonly Correction[] };

/**
 * Resolves a review by its id, in the name of the reviewer `by`. Returns the result for the operator. Throws CannotResolve with
 * one line for the operator: the review is unknown or closed, or the decision does not fit it.
 */
export async function resolveReview(
  appContext: AppContext,
  id: ReviewId,
  decision: ReviewDecision,
  by: string,
): Promise<string> {
  return inTransaction(appContext.db, (trx) => resolveReviewIn(trx, appContext, id, { decision, by }));
}

/** `resolveReview` in the caller's transaction. */
export async function resolveReviewIn(
  trx: Db,
  appContext: AppContext,
  id: ReviewId,
  { decision, by }: { readonly decision: ReviewDecision; readonly by: string },
): Promise<string> {
  const found = validate(id)
    ? await trx.selectFrom('review').selectAll().where('id', '=', id).executeTakeFirst()
    : undefined;
  if (!found) throw new CannotResolve(`No review ${id}.`);
  const order = await lockOrder(trx, found.borrower_id, found.order_id);
  const review = await trx.selectFrom('review').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  if (review.state !== 'waiting')
    throw new CannotResolve(`The review ${id} is not waiting: it is ${review.state}.`);
  const brand = brandOf(appContext, order);
  const today = await appContext.clock.today(trx, brand.timeZone);
  const openCase = { order, review, by, brand, today, now: appContext.clock.now() };
  if (review.kind !== 'application' && review.kind !== 'payout')
    throw new CannotResolve(`The review ${id} is answered in the console.`);
  const [status, resolve] =
    review.kind === 'application'
      ? (['applied', resolveApplication] as const)
      : (['approved', resolveHeldPayout] as const);
  if (order.status !== status) throw new CannotResolve(`The order ${order.id} is not ${status} any more.`);
  return resolve(trx, appContext, openCase, decision);
}

/** A review that waits for its decision, with its locked order. */
interface OpenCase extends Moment {
  readonly order: Order;
  readonly review: Review;
  readonly by: string;
  readonly brand: Brand;
}

async function resolveApplication(
  trx: Db,
  appContext: AppContext,
  { order, review, by, brand, today, now }: OpenCase,
  decision: ReviewDecision,
): Promise<string> {
  switch (decision.kind) {
    case 'release':
      throw new CannotResolve('An application can be approved or refused. Only payouts can be released.');
    case 'approve': {
      const applicant = await readApplicant(trx, appContext, brand, order);
      const evaluation = await markAndEvaluate(trx, appContext, brand, { order, applicant });
      const { policy, result, inputs } = evaluation;
      // A reviewer can approve a referred application, but not one that the lender's policy refuses.
      if (result.outcome === 'refuse' || !result.offered)
        throw new CannotResolve(
          `The policy refuses it (${firedReasons(policy.policy, result).refuse.join(', ')}): refuse it, or ask again.`,
        );
      if (await isListed(trx, order.borrower_id))
        throw new CannotResolve('The borrower may be on a list of persons: the match must be cleared first.');
      if (!(await isIdentified(trx, order.borrower_id)))
        throw new CannotResolve('The borrower is not identified: confirm the document first.');
      const { amount = result.offered.amount } = decision;
      const offered = smallerOffers(inputs.offer, result.offered).find((offer) => offer.amount === amount);
      if (!offered)
        throw new CannotResolve('This amount cannot be offered: the policy allows less, or other steps.');
      await recordRuns(trx, appContext, order, evaluation);
      await closeReview(trx, review, { state: 'approved', by, now });
      if (isSampled(appContext, brand.id, review.id)) await openSecondLook(trx, order, now);
      const approved = approvedAs(offered, inputs.offer.asked);
      await resolveDecision(trx, appContext, order, { decision: approved, today });
      return approved.outcome === 'approve' ? 'approved' : 'approved for less';
    }
    case 'refuse': {
      const { reasons, words } = decision;
      await closeReview(trx, review, { state: 'rejected', by, words, now });
      const rejection = { outcome: 'refuse', reasons } as const;
      await resolveDecision(trx, appContext, order, { decision: rejection, today, words });
      return 'rejected';
    }
    case 'requestResubmission':
      await closeReview(trx, review, { state: 'resubmissionRequested', by, words: decision.words, now });
      await appContext.jobs.send(trx, 'decide', { borrowerId: order.borrower_id, orderId: order.id });
      return 'is decided again';
    case 'requestCorrections':
      await askBorrower(trx, review, decision.corrections, now);
      return 'the borrower is asked';
  }
}

/** The amount that a person approves: what was asked for, or the smaller amount that the policy allows. */
function approvedAs(offered: Amount, requested: Amount): Resolution {
  const isRequested =
    offered.amount === requested.amount &&
    offered.termDays === requested.termDays &&
    offered.periods === requested.periods;
  return isRequested ? { outcome: 'approve', reasons: [] } : { outcome: 'counter', reasons: [], offered };
}

async function resolveHeldPayout(
  trx: Db,
  appContext: AppContext,
  openCase: OpenCase,
  decision: ReviewDecision,
): Promise<string> {
  const { order, review, by } = openCase;
  switch (decision.kind) {
    case 'approve':
      throw new CannotResolve('A payout can be released or refused. Only applications can be approved.');
    case 'release': {
      if (!needsReviewer(review))
        throw new CannotResolve(`It is held by time only, until ${review.hold_until?.toISOString()}.`);
      const released = await releasePayout(trx, appContext, order, by);
      return released === 'held' ? 'released; it is held by time' : 'released';
    }
    case 'refuse':
      await refusePayout(trx, openCase, decision);
      return 'rejected';
    case 'requestResubmission':
      await requestAccount(trx, openCase, decision.words);
      return 'another account is requested';
    case 'requestCorrections': {
      const { translate } = await localeOf(trx, appContext, order.borrower_id);
      await requestAccount(trx, openCase, translate('decision.correction.ownAccount'));
      return 'another account is requested';
    }
  }
}

async function refusePayout(
  trx: Db,
  { order, review, by, brand, today, now }: OpenCase,
  { reasons, words }: RefusedApplicationText,
): Promise<void> {
  await closeReview(trx, review, { state: 'rejected', by, words, now });
  await closeReturned(trx, order, now);
  await updateOrder(trx, order, {
    status: 'rejected',
    decision: JSON.stringify({ outcome: 'refuse', approved: false, reasons, ...(words ? { words } : {}) }),
    apply_again_on: addDays(today, brand.applyAgainDays),
    withdrawn_at: null,
  });
}

/** Requests another account, with what the borrower reads. They withdraw again within the days of an approval. */
async function requestAccount(
  trx: Db,
  { order, review, by, brand, today, now }: OpenCase,
  words: string | undefined,
): Promise<void> {
  await closeReview(trx, review, { state: 'resubmissionRequested', by, words, now });
  await trx
    .updateTable('bank_account')
    .set({ state: 'rejected' })
    .where('borrower_id', '=', order.borrower_id)
    .where('state', '=', 'active')
    .execute();
  await updateOrder(trx, order, { withdrawn_at: null, offer_lapses_on: addDays(today, brand.offerDays) });
}

export interface WaitingReview {
  readonly review: Review;
  readonly language: string;
  readonly amount: number;
  readonly decideBy: string;
}

/** The oldest open reviews of a brand, or of all, at most `most`, and the number of all. */
export async function waitingReviews(
  db: Db,
  brand?: string,
  most = maxListed,
): Promise<{ readonly reviews: readonly WaitingReview[]; readonly total: number }> {
  const rows = await db
    .selectFrom('review')
    .innerJoin('loan_order', (join) =>
      join
        .onRef('loan_order.borrower_id', '=', 'review.borrower_id')
        .onRef('loan_order.id', '=', 'review.order_id'),
    )
    .innerJoin('borrower', 'borrower.id', 'review.borrower_id')
    .selectAll('review')
    .select(['loan_order.amount', 'loan_order.decide_by', 'borrower.language', countOfAll])
    .where('review.state', '=', 'waiting')
    .$if(brand !== undefined, (query) => query.where('review.brand', '=', brand ?? ''))
    .orderBy('opened_at')
    .limit(most)
    .execute();
  const reviews = rows.map(({ amount, decide_by, language, total: _, ...review }) => ({
    review,
    amount,
    decideBy: decide_by,
    language: language ?? '',
  }));
  return { reviews, total: rows[0]?.total ?? 0 };
}
