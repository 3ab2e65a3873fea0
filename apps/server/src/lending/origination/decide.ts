import { addDays, formatCents, type LocalDate, plan } from '@hiram/loan';
import type { Brand } from '../../brands/brand.ts';
import { brandOf } from '../../brands/brand-of.ts';
import { markets } from '../../brands/markets/markets.ts';
import type { AppContext } from '../../context/app-context.ts';
import { type Db, inTransaction } from '../../platform/database/connect.ts';
import { Unavailable } from '../../platform/errors/rejection.ts';
import { type Application, combine, type Decision, policy } from '../../providers/decision.ts';
import { applyBlocks } from '../borrowers/blocks.ts';
import { documentsIn, markIdentity, sharedMarks } from '../borrowers/identity-marks.ts';
import { isSameName } from '../borrowers/names.ts';
import { certifiedValues, formerNames, profileOf } from '../borrowers/profile.ts';
import { textAboutLoan } from '../loans/loan-texts.ts';
import { loadOrder, type Order } from '../loans/loans.ts';
import { openReview, waitingReview } from '../loans/review-queue.ts';

/** How long an application is asked about again where the scorer is silent, before a person decides instead. */
const scorerPatienceMs = 30 * 60_000;

/** What is decided on, as it stands now; the marks of the certified documents are made on the way. */
export async function applicationOf(
  trx: Db,
  appContext: AppContext,
  brand: Brand,
  order: Order,
): Promise<Application> {
  const values = await certifiedValues(trx, appContext.cipher, order.borrower_id);
  const profile = profileOf(values);
  await markIdentity(
    trx,
    appContext,
    { id: order.borrower_id, brand: brand.id },
    'document',
    documentsIn(brand, values),
  );
  await applyBlocks(trx, appContext, brand, order.borrower_id);
  const borrower = await trx
    .selectFrom('borrower')
    .select('blocked_reason')
    .where('id', '=', order.borrower_id)
    .executeTakeFirstOrThrow();
  const other = await trx
    .selectFrom('loan_order')
    .select('id')
    .where('borrower_id', '=', order.borrower_id)
    .where('status', 'in', [21, 151, 170, 174, 180])
    .where('id', '<>', order.id)
    .limit(1)
    .executeTakeFirst();
  const { code } = await trx
    .selectFrom('product')
    .select('code')
    .where('id', '=', order.product_id)
    .executeTakeFirstOrThrow();
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
    blockedReason: borrower.blocked_reason ?? undefined,
    otherRunningOrder: other !== undefined,
    sharedWithOthers: await sharedMarks(trx, brand, order.borrower_id),
    nameChanged: await hasNewName(trx, appContext, order.borrower_id, profile.fullName),
    maxInstalmentShare: brand.maxInstalmentShare,
    citizensOf: markets[brand.market].country,
  };
}

/** Was another name certified when an earlier application was made? */
async function hasNewName(
  trx: Db,
  appContext: AppContext,
  borrowerId: string,
  name: string | undefined,
): Promise<boolean> {
  const { first } = await trx
    .selectFrom('loan_order')
    .select((eb) => eb.fn.min('applied_at').as('first'))
    .where('borrower_id', '=', borrowerId)
    .executeTakeFirstOrThrow();
  const former = await formerNames(trx, appContext.cipher, borrowerId, first);
  return former.some((one) => name === undefined || !isSameName(one, name));
}

/** Does nobody decide this order yet, and no person either? */
async function isOpen(trx: Db, order: Order): Promise<boolean> {
  return order.status === 21 && (await waitingReview(trx, order, 'application')) === undefined;
}

/**
 * The job: decides an application that waits at 21. The scorer is asked outside of any transaction; what can have changed
 * meanwhile is looked at again. Throws Unavailable while the scorer is silent, to be tried again; after half an hour of that
 * a person decides. An application that was decided, or is with a person, stays as it is.
 */
export async function decideOrder(
  appContext: AppContext,
  borrowerId: string,
  orderId: string,
): Promise<void> {
  const asked = await inTransaction(appContext.db, async (trx) => {
    const order = await loadOrder(trx, borrowerId, orderId, true);
    if (!(await isOpen(trx, order))) return undefined;
    const brand = brandOf(appContext, order);
    return { brand, order, application: await applicationOf(trx, appContext, brand, order) };
  });
  if (!asked) return;
  const { brand, application } = asked;
  const today = await appContext.clock.today(appContext.db, brand.timeZone);
  const decision = await decisionOn(appContext, application, asked.order, today);
  await inTransaction(appContext.db, async (trx) => {
    const order = await loadOrder(trx, borrowerId, orderId, true);
    if (!(await isOpen(trx, order))) return;
    const now = await policy.decide(await applicationOf(trx, appContext, brand, order), today);
    await resolveDecision(trx, appContext, order, combine(now, decision), today);
  });
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
    const waited = appContext.clock.now().getTime() - order.applied_at.getTime();
    if (waited < scorerPatienceMs) throw error;
    appContext.log.warn({ order: order.id, err: error }, 'the scorer is silent: a person decides');
    return { outcome: 'refer', reasons: ['scorerSilent'] };
  }
}

/** Writes a decision over a locked order at 21, tells the borrower, or leaves it to a person: the order keeps its date then. */
export async function resolveDecision(
  trx: Db,
  appContext: AppContext,
  order: Order,
  decision: Decision,
  today: LocalDate,
  /** `words`: what a person writes to the borrower. `quiet`: no text goes out. */
  { words, quiet = false }: { words?: string | undefined; quiet?: boolean } = {},
): Promise<void> {
  const brand = brandOf(appContext, order);
  const now = appContext.clock.now();
  if (decision.outcome === 'refer') {
    await openReview(trx, { order, kind: 'application', reasons: decision.reasons, now });
    return;
  }
  const isApproved = decision.outcome === 'approve';
  await trx
    .updateTable('loan_order')
    .set({
      status: isApproved ? 151 : 110,
      decided_at: now,
      decided_on: today,
      decision: JSON.stringify({ ...decision, approved: isApproved, ...(words ? { words } : {}) }),
      offer_lapses_on: isApproved ? addDays(today, brand.offerDays) : null,
      apply_again_on: isApproved ? null : addDays(today, brand.applyAgainDays),
    })
    .where('borrower_id', '=', order.borrower_id)
    .where('id', '=', order.id)
    .execute();
  if (!quiet) await textDecision(trx, appContext, order, isApproved);
}

function textDecision(trx: Db, appContext: AppContext, order: Order, isApproved: boolean): Promise<void> {
  return textAboutLoan(trx, appContext, order, {
    event: 'decision',
    text: isApproved ? 'sms.approved' : 'sms.declined',
    values: ({ brand }) => ({ amount: formatCents(order.amount, brand.money) }),
  });
}
