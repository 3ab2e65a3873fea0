import { addDays, type LocalDate, localDate } from '@hiram/loan';
import { brandOf } from '../../../brands/brand-of.ts';
import type { AppContext } from '../../../context/app-context.ts';
import type { Db } from '../../../platform/database/connection/connect.ts';
import { type Order, updateOrder } from '../../loans/order-store.ts';
import { openReview } from '../../loans/review-queue.ts';
import { notify } from '../../notices/notify.ts';
import { endOfBusinessDay } from '../../tasks.ts';
import type { Resolution } from './outcome.ts';

interface DecisionToRecord {
  readonly decision: Resolution;
  readonly today: LocalDate;
  /** A reviewer's message to the borrower. */
  readonly words?: string | undefined;
  /** Sends no text. */
  readonly isSilent?: boolean;
}

/**
 * Writes a decision on a locked applied order and texts the borrower. A referred application opens a review instead, and
 * keeps its decision date. A smaller offer leaves the order applied until the borrower takes it.
 */
export async function resolveDecision(
  trx: Db,
  appContext: AppContext,
  order: Order,
  { decision, today, words, isSilent: quiet = false }: DecisionToRecord,
): Promise<void> {
  const brand = brandOf(appContext, order);
  const now = appContext.clock.now();
  const { outcome } = decision;
  if (outcome === 'refer') {
    const promisedDay = localDate(order.decide_by);
    const dueAt = await endOfBusinessDay(trx, appContext.clock, brand.timeZone, promisedDay);
    await openReview(trx, { order, kind: 'application', reasons: decision.reasons, dueAt, now });
    return;
  }
  const status = { approve: 'approved', counter: 'applied', refuse: 'rejected' } as const;
  await updateOrder(trx, order, {
    status: status[outcome],
    decided_at: now,
    decided_on: today,
    decision: JSON.stringify({ ...decision, approved: outcome === 'approve', ...(words ? { words } : {}) }),
    offer_lapses_on: outcome === 'refuse' ? null : addDays(today, brand.offerDays),
    apply_again_on: outcome === 'refuse' ? addDays(today, brand.applyAgainDays) : null,
  });
  if (!quiet) await notifyOfDecision(trx, appContext, order, decision);
}

function notifyOfDecision(
  trx: Db,
  appContext: AppContext,
  order: Order,
  decision: Exclude<Resolution, { outcome: 'refer' }>,
): Promise<void> {
  const kinds = { approve: 'approved', counter: 'smallerOffer', refuse: 'declined' } as const;
  const amount = decision.outcome === 'counter' ? decision.offered.amount : order.amount;
  return notify(trx, appContext, order, {
    kind: kinds[decision.outcome],
    event: 'decision',
    values: { amount },
  });
}
