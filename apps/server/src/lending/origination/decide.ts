import type { BorrowerId, OrderId } from '@hiram/contract/ids';
import { addDays, formatCents, type LocalDate, localDate, plan } from '@hiram/loan';
import type { Brand } from '../../brands/brand.ts';
import { brandOf } from '../../brands/brand-of.ts';
import { markets } from '../../brands/markets/markets.ts';
import type { AppContext } from '../../context/app-context.ts';
import { type Db, inTransaction } from '../../platform/database/connect.ts';
import { Unavailable } from '../../platform/errors/rejection.ts';
import { type Application, combine, type Decision, policy } from '../../providers/decision.ts';
import { applyBlocks, blockOf } from '../borrowers/blocks.ts';
import { markCertified, sharedMarks } from '../borrowers/identity-marks.ts';
import { isSameName } from '../borrowers/names.ts';
import { certifiedValues, formerNames, profileOf } from '../borrowers/profile.ts';
import { textAboutLoan } from '../loans/loan-texts.ts';
import { openStatuses } from '../loans/order-status.ts';
import { lockOrder, type Order, productOf, updateOrder } from '../loans/order-store.ts';
import { openReview, waitingReview } from '../loans/review-queue.ts';
import { type ScreeningState, screenBorrower } from '../screening/screen.ts';
import { endOfBusinessDay } from '../tasks.ts';

/** The time for which the decision is retried while the scorer is unavailable, before a reviewer decides. */
const maxScorerWaitMs = 30 * 60_000;

/** The application that is decided, from the data as of now. Also marks what identifies the borrower and applies blocks. */
export async function applicationOf(
  trx: Db,
  appContext: AppContext,
  brand: Brand,
  order: Order,
): Promise<Application> {
  const values = await certifiedValues(trx, appContext.cipher, order.borrower_id);
  await markCertified(trx, appContext, brand, { borrowerId: order.borrower_id, values });
  await applyBlocks(trx, appContext, brand, order.borrower_id);
  return readApplication(trx, appContext, brand, order);
}

/** The application as it is decided now, from the data as of now. It changes nothing. */
export async function readApplication(
  trx: Db,
  appContext: AppContext,
  brand: Brand,
  order: Order,
): Promise<Application> {
  const profile = profileOf(await certifiedValues(trx, appContext.cipher, order.borrower_id));
  const otherOrder = await trx
    .selectFrom('loan_order')
    .select('id')
    .where('borrower_id', '=', order.borrower_id)
    .where('status', 'in', openStatuses)
    .where('id', '<>', order.id)
    .limit(1)
    .executeTakeFirst();
  const { code } = await productOf(trx, order);
  return {
    reference: order.id,
    brand: brand.id,
    product: code,
    client: order.client_kind,
    amount: order.amount,
    termDays: order.terms.termDays,
    largestInstalment: Math.max(...plan(order.terms).map((row) => row.payment)),
    periodDays: order.terms.termDays / order.terms.periods,
    birthDate: profile.birthDate,
    nationality: profile.nationality,
    hasPermanentAddress: profile.permanentAddress,
    hasFullCapacity: profile.fullCapacity,
    monthlyIncome: profile.monthlyIncome,
    blockedReason: await blockOf(trx, appContext, brand, order.borrower_id),
    otherRunningOrder: otherOrder !== undefined,
    sharedWithOthers: await sharedMarks(trx, brand, order.borrower_id),
    nameChanged: await hasNewName(trx, appContext, order.borrower_id, profile.fullName),
    maxInstalmentShare: brand.policy.stages[4].maxShare,
    citizensOf: markets[brand.market].country,
  };
}

/** Reports whether the borrower had certified another name since their first application. */
async function hasNewName(
  trx: Db,
  appContext: AppContext,
  borrowerId: BorrowerId,
  name: string | undefined,
): Promise<boolean> {
  const { first: firstAppliedAt } = await trx
    .selectFrom('loan_order')
    .select((eb) => eb.fn.min('applied_at').as('first'))
    .where('borrower_id', '=', borrowerId)
    .executeTakeFirstOrThrow();
  const former = await formerNames(trx, appContext.cipher, borrowerId, firstAppliedAt);
  return former.some((formerName) => name === undefined || !isSameName(formerName, name));
}

/** Reports whether the order is undecided and not in review. */
async function isOpen(trx: Db, order: Order): Promise<boolean> {
  return order.status === 'applied' && (await waitingReview(trx, order, 'application')) === undefined;
}

/**
 * The job that decides an application. It asks the scorer outside of any transaction, and then checks again what may
 * have changed in the meantime. Throws Unavailable while the scorer is unavailable, so that the job is retried; after 30 minutes
 * a reviewer decides. A decided application, and one in review, stays as it is.
 */
export async function decideOrder(
  appContext: AppContext,
  borrowerId: BorrowerId,
  orderId: OrderId,
): Promise<void> {
  const pending = await inTransaction(appContext.db, async (trx) => {
    const order = await lockOrder(trx, borrowerId, orderId);
    if (!(await isOpen(trx, order))) return undefined;
    const brand = brandOf(appContext, order);
    return { brand, order, application: await applicationOf(trx, appContext, brand, order) };
  });
  if (!pending) return;
  const { brand, application } = pending;
  const today = await appContext.clock.today(appContext.db, brand.timeZone);
  const decision = await decisionOn(appContext, application, pending.order, today);
  await inTransaction(appContext.db, async (trx) => {
    const order = await lockOrder(trx, borrowerId, orderId);
    if (!(await isOpen(trx, order))) return;
    const policyDecision = await policy.decide(await applicationOf(trx, appContext, brand, order), today);
    const screened = screeningDecision(await screenBorrower(trx, appContext, brand, borrowerId));
    const combined = combine(combine(policyDecision, screened), decision);
    await resolveDecision(trx, appContext, order, { decision: combined, today });
  });
}

/** A person looks at a possible match with a list. A confirmed one is refused as any blocked person is, which discloses nothing. */
function screeningDecision(state: ScreeningState): Decision {
  if (state === 'confirmed') return { outcome: 'refuse', reasons: ['blocked'] };
  return state === 'clear'
    ? { outcome: 'approve', reasons: [] }
    : { outcome: 'refer', reasons: ['screening'] };
}

async function decisionOn(
  appContext: AppContext,
  application: Application,
  order: Order,
  today: LocalDate,
): Promise<Decision> {
  try {
    return await appContext.ports.decision.decide(application, today);
  } catch (error) {
    if (!(error instanceof Unavailable)) throw error;
    const waitedMs = appContext.clock.now().getTime() - order.applied_at.getTime();
    if (waitedMs < maxScorerWaitMs) throw error;
    appContext.log.warn(
      { order: order.id, err: error },
      'the scorer does not answer; the application goes to review',
    );
    return { outcome: 'refer', reasons: ['scorerSilent'] };
  }
}

interface DecisionToRecord {
  readonly decision: Decision;
  readonly today: LocalDate;
  /** A reviewer's message to the borrower. */
  readonly words?: string | undefined;
  /** Sends no text. */
  readonly isSilent?: boolean;
}

/**
 * Writes a decision on a locked applied order and texts the borrower. A referred application opens a review instead, and
 * keeps its decision date.
 */
export async function resolveDecision(
  trx: Db,
  appContext: AppContext,
  order: Order,
  { decision, today, words, isSilent: quiet = false }: DecisionToRecord,
): Promise<void> {
  const brand = brandOf(appContext, order);
  const now = appContext.clock.now();
  if (decision.outcome === 'refer') {
    const promisedDay = localDate(order.decide_by);
    const dueAt = await endOfBusinessDay(trx, appContext.clock, brand.timeZone, promisedDay);
    await openReview(trx, { order, kind: 'application', reasons: decision.reasons, dueAt, now });
    return;
  }
  const isApproved = decision.outcome === 'approve';
  await updateOrder(trx, order, {
    status: isApproved ? 'approved' : 'refused',
    decided_at: now,
    decided_on: today,
    decision: JSON.stringify({ ...decision, approved: isApproved, ...(words ? { words } : {}) }),
    offer_lapses_on: isApproved ? addDays(today, brand.offerDays) : null,
    apply_again_on: isApproved ? null : addDays(today, brand.applyAgainDays),
  });
  if (!quiet) await textDecision(trx, appContext, order, isApproved);
}

function textDecision(trx: Db, appContext: AppContext, order: Order, isApproved: boolean): Promise<void> {
  return textAboutLoan(trx, appContext, order, {
    event: 'decision',
    text: isApproved ? 'sms.approved' : 'sms.declined',
    values: ({ brand }) => ({ amount: formatCents(order.amount, brand.money) }),
  });
}
