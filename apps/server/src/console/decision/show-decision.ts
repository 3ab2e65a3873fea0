import {
  decisionFields,
  type SharedWith,
  type showDecision as showDecisionCall,
} from '@hiram/contract/console/decision';
import { type Correction, correctionKinds } from '@hiram/contract/console/decision-words';
import type { BorrowerId } from '@hiram/contract/ids';
import { disclose, plan } from '@hiram/loan';
import { institutionName } from '../../brands/account-words.ts';
import { brandOf } from '../../brands/brand-of.ts';
import type { AppContext } from '../../context/app-context.ts';
import { loadOrder, type Order, productOf } from '../../lending/loans/order-store.ts';
import type { Review } from '../../lending/loans/review-queue.ts';
import { isOwnAccount } from '../../lending/payouts/payout-holds.ts';
import { policyOn, sharingBorrowers } from '../../lending/review/evidence.ts';
import type { Db } from '../../platform/database/connection/connect.ts';
import { named, nameOnPage, namesInList } from '../access/personal-data/names.ts';
import { recordRead } from '../access/personal-data/record-read.ts';
import { sharesSurname } from '../access/personal-data/shares-surname.ts';
import type { StaffHandler, StaffRequest } from '../access/serve-staff.ts';
import { accountOfReview } from './account-of-review.ts';
import { shownIdentity } from './identity.ts';
import { loadReview } from './load-review.ts';
import { shownRun } from './shown-run.ts';

/** Earlier reviews of the borrower that are shown. */
const maxPast = 20;

/**
 * One application or payout with what speaks for and against it. No certified value is in it. That it was
 * looked at is recorded.
 */
export const showDecision: StaffHandler<typeof showDecisionCall> = async (input, staffRequest) => {
  const { context, db } = staffRequest;
  const { appContext } = context;
  const review = await loadReview(db, staffRequest.brand, input.reviewId);
  const order = await loadOrder(db, review.borrower_id, review.order_id);
  await recordRead(staffRequest, {
    borrowerId: review.borrower_id,
    subject: 'review',
    subjectId: review.id,
    field: 'application',
    reason: `${review.kind} in hand`,
  });
  const task = await db
    .selectFrom('task')
    .select('due_at')
    .where('kind', '=', review.kind)
    .where('subject_id', '=', review.id)
    .where('closed_at', 'is', null)
    .executeTakeFirst();
  const identity = await shownIdentity(db, review);
  const run = await shownRun(db, appContext, order);
  const account = await shownAccount(db, appContext, { order, review });
  const name = await nameOnPage(staffRequest, {
    borrowerId: review.borrower_id,
    brand: review.brand,
    place: 'loan',
  });
  return {
    ...shownReview(review),
    brand: review.brand,
    ...(task ? { dueAt: task.due_at.toISOString() } : {}),
    corrections: (review.corrections ?? []).filter(isCorrection),
    ...(review.corrections_requested_at === null
      ? {}
      : { correctionsRequestedAt: review.corrections_requested_at.toISOString() }),
    ...(review.answered_at === null ? {} : { answeredAt: review.answered_at.toISOString() }),
    borrowerId: review.borrower_id,
    ...named(name),
    order: await shownOrder(db, order, {
      // Demo borrowers have the loan that a tester wants, whatever the policy offers.
      otherwiseBy:
        context.appContext.config.sandbox && order.amount > (run?.offered?.amount ?? order.amount)
          ? 'the sandbox'
          : undefined,
    }),
    ...(run === undefined ? {} : { run }),
    ...(identity === undefined ? {} : { identity }),
    sharesSurname: await sharesSurname(staffRequest, {
      borrowerId: review.borrower_id,
      subject: 'review',
      subjectId: review.id,
    }),
    ...(review.state === 'waiting' && review.kind === 'application'
      ? await otherwiseNow(staffRequest, order, run)
      : {}),
    fields: decisionFields.filter((field) => account !== undefined || !field.startsWith('account')),
    shared: await shownSharing(staffRequest, review),
    ...(account === undefined ? {} : { account }),
    past: await pastReviews(db, review),
  };
};

/** The policy's answer to the data as of now, if it is another one than the stored decision. */
async function otherwiseNow(
  { db, context }: StaffRequest,
  order: Order,
  run: Awaited<ReturnType<typeof shownRun>>,
) {
  const { policy, result } = await policyOn(db, context.appContext, order);
  const { outcome, reasons } = result;
  const isSame = run?.outcome === outcome && [...run.reasons].sort().join() === [...reasons].sort().join();
  return isSame ? {} : { now: { version: policy.version, outcome, reasons: [...reasons] } };
}

const isCorrection = (name: string): name is Correction =>
  correctionKinds.some((correction) => correction === name);

function shownReview(review: Review) {
  return {
    reviewId: review.id,
    kind: review.kind,
    state: review.state,
    reasons: review.reasons,
    openedAt: review.opened_at.toISOString(),
    ...(review.closed_at === null ? {} : { closedAt: review.closed_at.toISOString() }),
    ...(review.closed_by === null ? {} : { closedBy: review.closed_by }),
  };
}

async function shownOrder(db: Db, order: Order, approval: Unreviewed) {
  const { name } = await productOf(db, order);
  const payments = plan(order.terms).map(({ payment }) => payment);
  return {
    orderId: order.id,
    status: order.status,
    product: name,
    client: order.client_kind,
    amount: order.amount,
    proceeds: disclose(order.terms).netProceeds,
    termDays: order.terms.termDays,
    periods: order.terms.periods,
    largestInstalment: Math.max(...payments),
    repaid: payments.reduce((sum, payment) => sum + payment, 0),
    appliedAt: order.applied_at.toISOString(),
    decideBy: order.decide_by,
    ...(await approvalOf(db, order, approval)),
  };
}

/** Who approved an application that no review approved; undefined: the policy, or nobody who is recorded. */
interface Unreviewed {
  readonly otherwiseBy: string | undefined;
}

async function approvalOf(
  db: Db,
  { borrower_id, id, status, decided_at }: Order,
  { otherwiseBy }: Unreviewed,
) {
  if (decided_at === null || status === 'applied' || status === 'rejected') return {};
  const review = await db
    .selectFrom('review')
    .select('closed_by')
    .where('borrower_id', '=', borrower_id)
    .where('order_id', '=', id)
    .where('state', '=', 'approved')
    .orderBy('closed_at', 'desc')
    .executeTakeFirst();
  const approvedBy = review?.closed_by ?? otherwiseBy;
  return {
    approvedAt: decided_at.toISOString(),
    ...(approvedBy === undefined ? {} : { approvedBy }),
  };
}

async function shownAccount(
  db: Db,
  appContext: AppContext,
  { order, review }: { readonly order: Order; readonly review: Review },
) {
  const account = await accountOfReview(db, review);
  if (!account) return undefined;
  return {
    institution: institutionName(brandOf(appContext, order), account.institution),
    tail: account.number_tail,
    boundAt: account.created_at.toISOString(),
    isOwnName: await isOwnAccount(db, appContext, order, account),
  };
}

async function shownSharing(request: StaffRequest, review: Review): Promise<SharedWith[]> {
  const sharing = await sharingBorrowers(request.db, review.borrower_id);
  const namedOf = (borrowerId: BorrowerId) => ({ borrowerId, brand: review.brand, place: 'loan' as const });
  const nameOf = await namesInList(
    request,
    'shared',
    sharing.map((other) => namedOf(other.borrowerId)),
  );
  return sharing.map(({ kind, borrowerId, isBlocked, orderId, status }) => {
    const name = nameOf(namedOf(borrowerId));
    return {
      kind,
      borrowerId,
      ...named(name),
      isBlocked,
      ...(orderId === undefined ? {} : { orderId }),
      ...(status === undefined ? {} : { status }),
    };
  });
}

async function pastReviews(db: Db, review: Review) {
  const rows = await db
    .selectFrom('review')
    .selectAll()
    .where('borrower_id', '=', review.borrower_id)
    .where('id', '<>', review.id)
    .orderBy('opened_at', 'desc')
    .limit(maxPast)
    .execute();
  return rows.map(shownReview);
}
