import type { LocalDate } from '@hiram/loan';
import { brandOf } from '../../brands/brand-of.ts';
import type { AppContext } from '../../context/app-context.ts';
import { actAs } from '../../platform/database/actor.ts';
import { type Db, inTransaction } from '../../platform/database/connect.ts';
import { accountMark, isAccountShared, markIdentity } from '../borrowers/identity-marks.ts';
import { isSameName } from '../borrowers/names.ts';
import { certifiedName, formerNames } from '../borrowers/profile.ts';
import { loadOrder, type Order } from '../loans/loans.ts';
import {
  closeReview,
  needsPerson,
  openReview,
  type PayoutHoldReason,
  waitingReview,
} from '../loans/review-queue.ts';
import { type AccountRow, activeAccount, latestPayout, requestPayout } from './payouts.ts';

export interface PayoutHold {
  readonly reasons: readonly PayoutHoldReason[];
  /** A replaced account is held until then. */
  readonly until: Date | undefined;
}

/**
 * Is the account in the borrower's certified name, and in each name that was certified since they applied? Without a certified
 * name there is nothing that it could match.
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
  return [name, ...former].every((one) => isSameName(one, holder));
}

/** Until when payouts to an account wait because it replaced another; undefined where they do not. */
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

/** Why the payout of an order to an account waits, in the caller's transaction; no reason where it may go out. */
async function holdOf(
  trx: Db,
  appContext: AppContext,
  order: Order,
  account: AccountRow,
  now: Date,
): Promise<PayoutHold> {
  const borrower = { id: order.borrower_id, brand: order.brand };
  const mark = accountMark(
    account.card_type,
    account.institution,
    appContext.cipher.decrypt(account.number_encrypted),
  );
  // An account that was bound before marks were kept has its own by now, and whoever pays to it at the same time waits here.
  await markIdentity(trx, appContext, borrower, 'account', [mark]);
  const until = await changeHold(trx, account, now);
  const found: PayoutHoldReason[] = [];
  if (!(await isOwnAccount(trx, appContext, order, account))) found.push('holderName');
  if (await isAccountShared(trx, appContext, borrower, mark)) found.push('sharedAccount');
  const approved = await releasedReasons(trx, order, account);
  const reasons = found.filter((reason) => !approved.has(reason));
  return { reasons: until ? [...reasons, 'accountChanged'] : reasons, until };
}

/** What a person has released already, for this order and account. */
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
 * Takes a borrower's withdrawal of an approved, locked order: the payout is asked for at once, or waits for a person or for
 * the time that a replaced account is held. A second tap finds the first. In the caller's transaction.
 */
export async function withdrawTo(
  trx: Db,
  appContext: AppContext,
  order: Order,
  account: AccountRow,
  today: LocalDate,
): Promise<'requested' | 'held'> {
  const now = appContext.clock.now();
  if (await waitingReview(trx, order, 'payout')) return 'held';
  const hold = await holdOf(trx, appContext, order, account, now);
  if (hold.reasons.length === 0) {
    await requestPayout(trx, appContext, order, account, today, now);
    return 'requested';
  }
  const { reasons, until: holdUntil } = hold;
  await openReview(trx, { order, kind: 'payout', reasons, accountId: account.id, holdUntil, now });
  // The borrower's wish stands: the offer does not lapse meanwhile.
  await trx
    .updateTable('loan_order')
    .set({ withdrawn_at: now })
    .where('borrower_id', '=', order.borrower_id)
    .where('id', '=', order.id)
    .execute();
  return 'held';
}

/**
 * Takes back a withdrawal that waits, because its account is no longer the borrower's: they withdraw once more, and all is
 * looked at again. In the caller's transaction.
 */
export async function cancelHeldPayouts(
  trx: Db,
  borrowerId: string,
  end: { readonly by: string | undefined; readonly now: Date },
): Promise<void> {
  const waiting = await trx
    .selectFrom('review')
    .selectAll()
    .where('borrower_id', '=', borrowerId)
    .where('kind', '=', 'payout')
    .where('state', '=', 'waiting')
    .execute();
  for (const review of waiting) {
    await closeReview(trx, review, { state: 'cancelled', ...end });
    await trx
      .updateTable('loan_order')
      .set({ withdrawn_at: null })
      .where('borrower_id', '=', borrowerId)
      .where('id', '=', review.order_id)
      .execute();
  }
}

/** Releases one held payout, by a person or by time, in the transaction that holds its order; what else is wrong holds it again. */
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
  const isOut = payout !== undefined && payout.state !== 'returned';
  if (order.status !== 151 || isOut || account?.id !== review.account_id) return 'nothing';
  const brand = brandOf(appContext, order);
  return withdrawTo(trx, appContext, order, account, await appContext.clock.today(trx, brand.timeZone));
}

const batch = 50;

/** The tick's part: payouts that were held for their time alone go out, each looked at once more. */
export async function releaseHeldPayouts(appContext: AppContext): Promise<void> {
  const due = await appContext.db
    .selectFrom('review')
    .selectAll()
    .where('state', '=', 'waiting')
    .where('kind', '=', 'payout')
    .where('hold_until', '<=', appContext.clock.now())
    .orderBy('hold_until')
    .limit(batch)
    .execute();
  for (const review of due.filter((one) => !needsPerson(one)))
    await actAs('tick', () =>
      inTransaction(appContext.db, async (trx) => {
        const order = await loadOrder(trx, review.borrower_id, review.order_id, true);
        await releasePayout(trx, appContext, order, undefined);
      }),
    );
}
