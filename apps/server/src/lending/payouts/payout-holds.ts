import type { BorrowerId } from '@hiram/contract/ids';
import type { LocalDate } from '@hiram/loan';
import { brandOf } from '../../brands/brand-of.ts';
import type { AppContext } from '../../context/app-context.ts';
import { actAs } from '../../platform/database/actor.ts';
import { type Db, inTransaction } from '../../platform/database/connection/connect.ts';
import { eachRow } from '../../platform/jobs/each-row.ts';
import { accountMark, isAccountShared, markIdentity } from '../borrowers/identity-marks.ts';
import { isSameName } from '../borrowers/names.ts';
import { certifiedName, formerNames } from '../borrowers/profile.ts';
import { compareIdentity } from '../identity/identity-check.ts';
import { lockOrder, type Order, updateOrder } from '../loans/order-store.ts';
import { closeReview, isHeldByTime, openReview, waitingReview } from '../loans/review-queue.ts';
import { screenBorrower } from '../screening/screen.ts';
import { dueAfter } from '../tasks.ts';
import { type AccountRow, activeAccount, latestPayout } from './payout-store.ts';
import { requestPayout } from './request-payout.ts';

/**
 * The reasons why a payout is held: the holder's name is not the certified one, another borrower has the account, the borrower is
 * not identified or not clear of the lists of persons, or the account was just replaced.
 */
export const payoutHoldReasons = [
  'holderName',
  'sharedAccount',
  'identity',
  'screening',
  'accountChanged',
] as const;
type PayoutHoldReason = (typeof payoutHoldReasons)[number];

interface PayoutHold {
  readonly reasons: readonly PayoutHoldReason[];
  /** The time until which payouts to a replaced account are held. */
  readonly until: Date | undefined;
}

/**
 * Reports whether the account's holder matches the borrower's certified name and each name certified since
 * they applied. False without a certified name.
 */
export async function isOwnAccount(
  db: Db,
  appContext: AppContext,
  order: Pick<Order, 'borrower_id' | 'applied_at'>,
  account: AccountRow,
): Promise<boolean> {
  const name = await certifiedName(db, appContext.cipher, order.borrower_id);
  if (name === undefined) return false;
  const former = await formerNames(db, appContext.cipher, order.borrower_id, order.applied_at);
  const holder = appContext.cipher.decrypt(account.holder_encrypted);
  return [name, ...former].every((certified) => isSameName(certified, holder));
}

/** The time until which payouts to a replaced account are held; undefined if they are not. */
export async function changeHold(db: Db, account: AccountRow, now: Date): Promise<Date | undefined> {
  const change = await db
    .selectFrom('account_change')
    .select('hold_until')
    .where('borrower_id', '=', account.borrower_id)
    .where('account_id', '=', account.id)
    .where('disowned_at', 'is', null)
    .orderBy('hold_until', 'desc')
    .limit(1)
    .executeTakeFirst();
  return change && change.hold_until > now ? change.hold_until : undefined;
}

/** The reasons why the payout of an order to an account is held, in the caller's transaction; none if it is not. */
async function holdOf(
  trx: Db,
  appContext: AppContext,
  { order, account, now }: { readonly order: Order; readonly account: AccountRow; readonly now: Date },
): Promise<PayoutHold> {
  const borrower = { id: order.borrower_id, brand: order.brand };
  const mark = accountMark(
    account.card_type,
    account.institution,
    appContext.cipher.decrypt(account.number_encrypted),
  );
  // Serializes concurrent payouts to the same account.
  await markIdentity(trx, appContext, borrower, { kind: 'account', values: [mark] });
  const until = await changeHold(trx, account, now);
  const detected: PayoutHoldReason[] = [];
  if (!(await isOwnAccount(trx, appContext, order, account))) detected.push('holderName');
  if (await isAccountShared(trx, appContext, borrower, mark)) detected.push('sharedAccount');
  const approved = await releasedReasons(trx, order, account);
  const reasons = detected.filter((reason) => !approved.has(reason));
  // No release of a payout identifies or clears its borrower: document and hits themselves are decided.
  const identity = await compareIdentity(trx, appContext, brandOf(appContext, order), order.borrower_id);
  if (identity !== 'notAsked' && identity !== 'verified') reasons.push('identity');
  const screened = await screenBorrower(trx, appContext, brandOf(appContext, order), order.borrower_id);
  if (screened !== 'clear') reasons.push('screening');
  return { reasons: until ? [...reasons, 'accountChanged'] : reasons, until };
}

/** The hold reasons that a reviewer has released for this order and account. */
async function releasedReasons(trx: Db, order: Order, account: AccountRow): Promise<ReadonlySet<string>> {
  const rows = await trx
    .selectFrom('review')
    .select('reasons')
    .where('borrower_id', '=', order.borrower_id)
    .where('order_id', '=', order.id)
    .where('account_id', '=', account.id)
    .where('state', '=', 'released')
    .where('closed_by', 'is not', null)
    .execute();
  return new Set(rows.flatMap((row) => row.reasons));
}

/**
 * Withdraws an approved, locked order to an account: requests the payout, or holds it for a reviewer or until the hold of a
 * replaced account ends. A repeated call returns `held` while the first one is held. Runs in the caller's transaction.
 */
export async function withdrawTo(
  trx: Db,
  appContext: AppContext,
  {
    order,
    account,
    today,
  }: { readonly order: Order; readonly account: AccountRow; readonly today: LocalDate },
): Promise<'requested' | 'held'> {
  const now = appContext.clock.now();
  if (await waitingReview(trx, order, 'payout')) return 'held';
  const hold = await holdOf(trx, appContext, { order, account, now });
  if (hold.reasons.length === 0) {
    await requestPayout(trx, appContext, { order, account, today, now });
    return 'requested';
  }
  const { reasons, until: holdUntil } = hold;
  const dueAt = dueAfter('payout', now);
  await openReview(trx, { order, kind: 'payout', reasons, accountId: account.id, holdUntil, dueAt, now });
  // The withdrawal counts from now: the offer does not lapse while the payout is held.
  await updateOrder(trx, order, { withdrawn_at: now });
  return 'held';
}

/**
 * Cancels a held withdrawal, because its account is no longer the borrower's. The borrower withdraws again, and all checks run
 * again. Runs in the caller's transaction.
 */
export async function cancelHeldPayouts(
  trx: Db,
  borrowerId: BorrowerId,
  end: { readonly by: string | undefined; readonly now: Date },
): Promise<void> {
  const openReviews = await trx
    .selectFrom('review')
    .selectAll()
    .where('borrower_id', '=', borrowerId)
    .where('kind', '=', 'payout')
    .where('state', '=', 'waiting')
    .execute();
  for (const review of openReviews) {
    await closeReview(trx, review, { state: 'cancelled', ...end });
    await updateOrder(trx, { borrower_id: borrowerId, id: review.order_id }, { withdrawn_at: null });
  }
}

/**
 * Releases a held payout, by a reviewer or by time, in the transaction that locks its order. Other hold reasons hold it again.
 */
export async function releasePayout(
  trx: Db,
  appContext: AppContext,
  order: Order,
  by: string | undefined,
): Promise<'requested' | 'held' | 'nothing'> {
  const review = await waitingReview(trx, order, 'payout');
  if (!review) return 'nothing';
  await closeReview(trx, review, { state: 'released', by, now: appContext.clock.now() });
  const [account, payout] = [await activeAccount(trx, order.borrower_id), await latestPayout(trx, order)];
  const isUnderWay = payout !== undefined && payout.state !== 'returned';
  if (order.status !== 'approved' || isUnderWay || account?.id !== review.account_id) return 'nothing';
  const brand = brandOf(appContext, order);
  return withdrawTo(trx, appContext, {
    order,
    account,
    today: await appContext.clock.today(trx, brand.timeZone),
  });
}

const batch = 50;

/** Releases at most `most` payouts that were held only for a time. Each one is checked again. The scheduler calls it. */
export async function releaseHeldPayouts(appContext: AppContext, most = batch): Promise<void> {
  const due = await appContext.db
    .selectFrom('review')
    .selectAll()
    .where('state', '=', 'waiting')
    .where('kind', '=', 'payout')
    .where('hold_until', '<=', appContext.clock.now())
    .where(isHeldByTime)
    .orderBy('hold_until')
    .limit(most)
    .execute();
  await eachRow(
    appContext,
    due,
    ({ order_id }) => ({ order: order_id }),
    ({ borrower_id, order_id }) =>
      actAs('system', () =>
        inTransaction(appContext.db, async (trx) => {
          const order = await lockOrder(trx, borrower_id, order_id);
          await releasePayout(trx, appContext, order, undefined);
        }),
      ),
  );
}
