import type { BorrowerId, OrderId } from '@hiram/contract/ids';
import { brandOf } from '../../../brands/brand-of.ts';
import type { AppContext } from '../../../context/app-context.ts';
import { withFixedToday } from '../../../platform/clock/clock.ts';
import { type Db, inTransaction } from '../../../platform/database/connection/connect.ts';
import { keepingPlans } from '../../../platform/database/statements/statements.ts';
import { Unavailable } from '../../../platform/errors/rejection.ts';
import { reasonsElsewhere } from '../../borrowers/other-cells.ts';
import { askChecks, type UnansweredCheck } from '../../checks/ask-checks.ts';
import { loadOrder, lockOrder, type Order } from '../../loans/order-store.ts';
import { waitingReview } from '../../loans/review-queue.ts';
import { readApplicant } from './applicant.ts';
import { type Evaluation, markAndEvaluate, scoredApplication } from './evaluate.ts';
import { type Resolution, resolutionOf, type Scored } from './outcome.ts';
import { resolveDecision } from './resolve-decision.ts';
import { recordRuns } from './runs.ts';

/** The time for which the decision is retried while the scorer is unavailable, before a reviewer decides. */
const maxScorerWaitMs = 30 * 60_000;

const isUndecided = (order: Order) => order.status === 'applied' && order.decided_at === null;

interface Pending {
  readonly order: Order;
  readonly evaluation: Evaluation;
}

/** Evaluates the locked order; undefined if it is decided or in review. */
async function evaluateOpen(
  trx: Db,
  appContext: AppContext,
  borrowerId: BorrowerId,
  orderId: OrderId,
  scored: Scored,
): Promise<Pending | undefined> {
  const order = await lockOrder(trx, borrowerId, orderId);
  if (!isUndecided(order)) return undefined;
  const brand = brandOf(appContext, order);
  const applicant = await readApplicant(trx, appContext, brand, order);
  if (applicant.isInReview) return undefined;
  const outside = scored === 'unanswered' ? undefined : scored?.outcome;
  const evaluation = await markAndEvaluate(trx, appContext, brand, { order, applicant, outside });
  return { order, evaluation };
}

async function finish(
  trx: Db,
  appContext: AppContext,
  { order, evaluation }: Pending,
  { scored, unanswered }: { readonly scored: Scored; readonly unanswered: readonly UnansweredCheck[] },
): Promise<void> {
  const today = await appContext.clock.today(trx, brandOf(appContext, order).timeZone);
  await recordRuns(trx, appContext, order, evaluation);
  const decision = resolutionOf(evaluation.policy.policy, evaluation.result, scored);
  const elsewhere = await reasonsElsewhere(trx, appContext, brandOf(appContext, order), order.borrower_id);
  await resolveDecision(trx, appContext, order, {
    decision: withReasons(decision, [...unanswered, ...elsewhere]),
    today,
  });
}

/** A person decides what the policy does not refuse, if a service never answered or another cell knows the applicant. */
function withReasons(resolution: Resolution, unanswered: readonly string[]): Resolution {
  if (unanswered.length === 0 || resolution.outcome === 'refuse') return resolution;
  return { outcome: 'refer', reasons: [...new Set([...resolution.reasons, ...unanswered])] };
}

/**
 * Asks the services that the lender has about an undecided order that is not in review, outside of any transaction. It is not
 * locked: an order that is decided meanwhile is asked about once more, as the same question.
 */
async function askAbout(
  appContext: AppContext,
  borrowerId: BorrowerId,
  orderId: OrderId,
): Promise<readonly UnansweredCheck[]> {
  const { db, ports } = appContext;
  if (!ports.identity && !ports.bureau && !ports.screening) return [];
  const order = await loadOrder(db, borrowerId, orderId);
  const isOpen = isUndecided(order) && !(await waitingReview(db, order, 'application'));
  return isOpen ? askChecks(appContext, order) : [];
}

/**
 * The job that decides an application by the policy in effect. It asks the bureau and the screening service first, and, if there
 * is a scorer and the policy does not refuse, the scorer: all outside of any transaction. Then it evaluates again what may have
 * changed in the meantime. Throws Unavailable while one of them is unavailable, so that the job is retried; after 30 minutes a
 * reviewer decides. A decided application, and one in review, stays as it is. All of a decision belongs to one business day.
 */
export function decideOrder(appContext: AppContext, borrowerId: BorrowerId, orderId: OrderId): Promise<void> {
  return withFixedToday(() => keepingPlans(() => decide(appContext, borrowerId, orderId)));
}

async function decide(appContext: AppContext, borrowerId: BorrowerId, orderId: OrderId): Promise<void> {
  const { scorer } = appContext.ports;
  const unanswered = await askAbout(appContext, borrowerId, orderId);
  const pending = await inTransaction(appContext.db, async (trx) => {
    const found = await evaluateOpen(trx, appContext, borrowerId, orderId, undefined);
    if (!found || (scorer && found.evaluation.result.outcome !== 'refuse')) return found;
    await finish(trx, appContext, found, { scored: undefined, unanswered });
    return undefined;
  });
  if (!pending) return;
  const scored = await askScorer(appContext, pending);
  await inTransaction(appContext.db, async (trx) => {
    const found = await evaluateOpen(trx, appContext, borrowerId, orderId, scored);
    if (found) await finish(trx, appContext, found, { scored, unanswered });
  });
}

async function askScorer(appContext: AppContext, { order, evaluation }: Pending): Promise<Scored> {
  try {
    return await appContext.ports.scorer?.score(scoredApplication(order, evaluation));
  } catch (error) {
    if (!(error instanceof Unavailable)) throw error;
    const waitedMs = appContext.clock.now().getTime() - order.applied_at.getTime();
    if (waitedMs < maxScorerWaitMs) throw error;
    appContext.log.warn(
      { order: order.id, err: error },
      'the scorer does not answer; the application goes to review',
    );
    return 'unanswered';
  }
}
