import type { PayoutId } from '@hiram/contract/ids';
import type { LocalDate } from '@hiram/loan';
import { brandOf } from '../../brands/brand-of.ts';
import type { AppContext } from '../../context/app-context.ts';
import { allowed } from '../../platform/cells/ceilings.ts';
import type { Ceiling } from '../../platform/cells/directory.ts';
import { type Db, inTransaction } from '../../platform/database/connection/connect.ts';
import { NotYet } from '../../platform/errors/rejection.ts';
import { compareIdentity } from '../identity/identity-check.ts';
import { findOrder, otherLoan } from '../loans/order-store.ts';
import { screenBorrower } from '../screening/screen.ts';
import { dueAfter, openTask } from '../tasks.ts';
import {
  type ClaimHoldReason,
  countPayout,
  holdsOf,
  lockPayouts,
  openStop,
  type PassedLimit,
  type PayoutDay,
  passedLimit,
  payoutDay,
} from './payout-limits.ts';
import { lockPayout, type PayoutRow, updatePayout } from './payout-store.ts';

/** The time that one server may take to hand a payout over: longer than it waits for a provider's answer. */
const handOverMs = 30_000;

type ClaimablePayout = Pick<PayoutRow, 'id' | 'order_id' | 'brand' | 'amount'>;

/** `claimed`: this server alone may hand the payout over now. `stopped`, `held`, `ended`: nobody may. */
export type Claim = 'claimed' | 'stopped' | 'held' | 'ended';

/**
 * Claims a payout, in a transaction of its own that checks the stop switch, the lists of persons and the
 * limits of the day, before the provider is given it. A first claim counts on the limits of the business day;
 * a payout that passes one is held for a person. Throws NotYet while another server hands the payout over.
 */
export async function claimPayout(appContext: AppContext, { id, brand }: ClaimablePayout): Promise<Claim> {
  return inTransaction(appContext.db, async (trx) => {
    await lockPayouts(trx, brand);
    const payout = await lockPayout(trx, id);
    if (payout.state !== 'requested') return 'ended';
    if (await openStop(trx, brand)) return 'stopped';
    const holds = await holdsOf(trx, id);
    if (holds.some((hold) => hold.closed_at === null)) return 'held';
    const released = new Set(holds.map((hold) => hold.reason));
    const reason = await reasonOfBorrower(trx, appContext, payout, released);
    if (reason !== undefined) {
      // A release does not clear or identify the borrower: the payout waits until they are.
      if (!released.has(reason)) await holdPayout(trx, appContext, payout, { reason });
      return 'held';
    }
    const now = appContext.clock.now();
    if (payout.sending_until && payout.sending_until > now)
      throw new NotYet(`another server hands the payout ${id} over`);
    const day = payout.counted_on ?? (await count(trx, appContext, payout, released));
    if (day === undefined) return 'held';
    await updatePayout(trx, id, { counted_on: day, sending_until: new Date(now.getTime() + handOverMs) });
    return 'claimed';
  });
}

/** What is known of the borrower that holds a payout, or undefined. */
async function reasonOfBorrower(
  trx: Db,
  appContext: AppContext,
  payout: PayoutRow,
  released: ReadonlySet<ClaimHoldReason>,
): Promise<ClaimHoldReason | undefined> {
  const { borrower_id: borrowerId, order_id: orderId } = payout;
  const brand = brandOf(appContext, payout);
  if ((await screenBorrower(trx, appContext, brand, borrowerId)) !== 'clear') return 'screening';
  const identity = await compareIdentity(trx, appContext, brand, borrowerId);
  if (identity !== 'notAsked' && identity !== 'verified') return 'identity';
  const isBesideAnother =
    !released.has('otherLoan') &&
    (await otherLoan(trx, { borrower_id: borrowerId, id: orderId })) !== undefined;
  return isBesideAnother ? 'otherLoan' : undefined;
}

/**
 * Counts a payout on the limits of today, which it returns. Holds it and returns undefined if it passes one
 * that no person has released.
 */
async function count(
  trx: Db,
  appContext: AppContext,
  payout: PayoutRow,
  released: ReadonlySet<ClaimHoldReason>,
): Promise<string | undefined> {
  const { brand, amount } = payout;
  const today = await appContext.clock.today(trx, brandOf(appContext, payout).timeZone);
  const sum = { amount, isFirstLoan: await isFirstLoan(trx, payout) };
  // A person who releases it above one limit has seen the day.
  const isReleased = released.has('ceiling') || released.has('firstLoans');
  const passed = isReleased
    ? undefined
    : passedLimit(await ownDay(trx, appContext, { brand, today }, sum), sum);
  if (passed !== undefined) {
    await holdPayout(trx, appContext, payout, passed);
    return undefined;
  }
  await countPayout(trx, { brand, day: today }, sum);
  return today;
}

/** The amounts that count on the limits today, with this cell's part of the limits. */
async function ownDay(
  trx: Db,
  appContext: AppContext,
  { brand, today }: { readonly brand: string; readonly today: LocalDate },
  { amount, isFirstLoan }: { readonly amount: number; readonly isFirstLoan: boolean },
): Promise<PayoutDay> {
  const day = await payoutDay(trx, brand, today);
  const part = (kind: Ceiling['kind'], most: number | undefined, wanted: number) =>
    most === undefined ? undefined : allowed(trx, appContext, { kind, brand, day: today, most }, wanted);
  const maxAmount = await part('payouts', day.maxAmount, day.amount + amount);
  const maxFirstLoans = await part('firstLoans', day.maxFirstLoans, day.firstLoans + (isFirstLoan ? 1 : 0));
  return { ...day, maxAmount, maxFirstLoans };
}

const holdDetails: Readonly<Record<ClaimHoldReason, string>> = {
  ceiling: 'over the day’s amount',
  firstLoans: 'over the day’s first loans',
  screening: 'the borrower may be on a list of persons',
  identity: 'the borrower is not identified',
  otherLoan: 'another loan of the borrower runs again',
};

/** Holds a payout that was not handed over, and asks a person to release or cancel it. */
async function holdPayout(
  trx: Db,
  { clock }: AppContext,
  { id, brand, amount, borrower_id: borrowerId, order_id: orderId }: PayoutRow,
  { reason, counted, atMost }: { readonly reason: ClaimHoldReason } & Partial<Omit<PassedLimit, 'reason'>>,
): Promise<void> {
  const now = clock.now();
  await trx
    .insertInto('payout_hold')
    .values({ payout_id: id, brand, reason, held_at: now, counted, at_most: atMost })
    .execute();
  await openTask(trx, {
    kind: 'heldPayout',
    subjectId: id,
    brand,
    amount,
    now,
    borrowerId,
    orderId,
    detail: holdDetails[reason],
    dueAt: dueAfter('heldPayout', now),
  });
}

async function isFirstLoan(trx: Db, { order_id }: Pick<PayoutRow, 'order_id'>): Promise<boolean> {
  return (await findOrder(trx, order_id))?.client_kind === 'new';
}

/** Lets another server hand the payout over, because this one got no answer. */
export async function unclaim(appContext: AppContext, id: PayoutId): Promise<void> {
  await appContext.db
    .updateTable('payout')
    .set({ sending_until: null })
    .where('id', '=', id)
    .where('state', '=', 'requested')
    .execute();
}

/** Takes a payout that the provider refused off the limits of the day on which it counts. */
export async function uncountPayout(trx: Db, id: PayoutId): Promise<void> {
  const payout = await trx
    .updateTable('payout')
    .set({ sending_until: null })
    .where('id', '=', id)
    .returning(['order_id', 'brand', 'amount', 'counted_on'])
    .executeTakeFirstOrThrow();
  const { brand, amount, counted_on: day } = payout;
  if (day === null) return;
  await countPayout(trx, { brand, day }, { amount, isFirstLoan: await isFirstLoan(trx, payout) }, -1);
}
