import { asId } from '@hiram/contract/ids';
import { disbursalOf, type LocalDate } from '@hiram/loan';
import type { Brand } from '../../brands/brand.ts';
import { brandOf } from '../../brands/brand-of.ts';
import { businessDayOf } from '../../brands/business-day.ts';
import { markets } from '../../brands/markets/markets.ts';
import type { AppContext } from '../../context/app-context.ts';
import type { Db } from '../../platform/database/connection/connect.ts';
import type { PayoutSum } from '../../providers/ports/payout.ts';
import { post } from '../ledger/ledger.ts';
import { appendEvent, type BrandMoment } from '../loans/append-event.ts';
import { engineEvents, loadEvents, lockOrder, type Order } from '../loans/order-store.ts';
import { notify } from '../notices/notify.ts';
import { recordFirstLoan } from '../origination/first-loan.ts';
import { storedReason } from './payout-reason.ts';
import {
  accountOf,
  findPayout,
  latestPayout,
  lockPayout,
  type PayoutRow,
  updatePayout,
} from './payout-store.ts';
import { closeReturned, openReturned } from './returned-payouts.ts';

export async function postSent(
  trx: Db,
  appContext: AppContext,
  order: Order,
  payout: PayoutRow,
): Promise<void> {
  const brand = brandOf(appContext, order);
  await post(trx, {
    borrowerId: order.borrower_id,
    orderId: order.id,
    brand: order.brand,
    kind: 'payoutSent',
    eventId: payout.id,
    postedOn: await appContext.clock.today(trx, brand.timeZone),
    lines: [
      { account: 'clearing:payout', amount: payout.amount },
      { account: `cash:${payout.provider}`, amount: -payout.amount },
    ],
  });
}

/** Reports whether the provider reports another amount or currency than was requested. */
export function isSumDifferent(brand: Brand, payout: PayoutRow, { amount, currency }: PayoutSum): boolean {
  if (amount !== undefined && amount !== payout.amount) return true;
  return currency !== undefined && currency !== markets[brand.market].currency;
}

/** A provider's report on how a payout ended. */
export interface PayoutOutcome extends PayoutSum {
  readonly reference: string;
  /** The sender, if it is a message: a provider cannot report on another provider's payout. */
  readonly provider?: string;
  readonly result: 'paid' | 'returned';
  readonly on: LocalDate | Date;
  readonly reason: string | undefined;
  /** Sends no text: the sandbox creates past loans. */
  readonly isSilent?: boolean;
}

/**
 * Records how a payout ended, in the webhook's transaction. Paid: the loan is disbursed, and interest accrues from that day.
 * Returned: the money is back and the borrower must add another account. If it had been reported as paid before, the disbursal
 * is reversed, nothing is owed, and payments so far become the borrower's credit.
 */
export async function settlePayout(
  trx: Db,
  appContext: AppContext,
  outcome: PayoutOutcome,
): Promise<'done' | 'returned' | 'unknown' | 'repeated' | 'contradicted'> {
  const found = await findPayout(trx, asId(outcome.reference));
  const { provider = found?.provider } = outcome;
  if (!found || found.provider !== provider) return 'unknown';
  const order = await lockOrder(trx, found.borrower_id, found.order_id);
  const payout = await lockPayout(trx, found.id);
  const brand = brandOf(appContext, order);
  if (isContradicted(appContext, brand, payout, outcome)) return 'contradicted';
  if (payout.state === outcome.result) return 'repeated';
  if (payout.state === 'requested') await postSent(trx, appContext, order, payout);
  const now = appContext.clock.now();
  const today = await appContext.clock.today(trx, brand.timeZone);
  const reportedOn = await appContext.clock.dayOf(trx, brand.timeZone, outcome.on);
  const on = await businessDayOf(trx, appContext, reportedOn, today);
  await updatePayout(trx, payout.id, {
    state: outcome.result,
    settled_at: now,
    settled_on: on,
    reason: await storedReason(trx, appContext.cipher, payout, outcome.reason),
    // The report came before the provider confirmed the request.
    ...(payout.state === 'requested' ? { sent_at: now, sent_on: on } : {}),
  });
  if (outcome.result === 'paid') {
    await disburse(trx, order, payout, { brand, on, today, now });
    if (!outcome.isSilent) await notifyOfPayout(trx, appContext, payout);
    return 'done';
  }
  const wasPaid = payout.state === 'paid';
  if (wasPaid) await reverseDisbursement(trx, appContext, order, { brand, on, today, now });
  await postReturned(trx, order, payout, today);
  await openReturned(trx, payout, now);
  return wasPaid ? 'returned' : 'done';
}

/** Records that the borrower received the money, in the transaction that locks the order. */
async function disburse(
  trx: Db,
  order: Order,
  payout: PayoutRow,
  { on, ...moment }: BrandMoment & { readonly on: LocalDate },
): Promise<void> {
  const { borrower_id: borrowerId, brand } = order;
  await recordFirstLoan(trx, { borrowerId, brand, day: moment.today, disbursedAt: moment.now });
  const disbursed = { kind: 'disbursed', valueDate: on, provider: payout.provider } as const;
  await appendEvent(trx, order, disbursed, moment);
}

/** Reports whether the report contradicts our record: a reviewer finds out what is true. */
function isContradicted(
  appContext: AppContext,
  brand: Brand,
  payout: PayoutRow,
  outcome: PayoutOutcome,
): boolean {
  if (isSumDifferent(brand, payout, outcome)) {
    // Most likely an error of units, or another payout.
    appContext.log.error(
      { payout: payout.id, recorded: payout.amount, reported: outcome.amount },
      'payout of another amount',
    );
    return true;
  }
  if (payout.state !== 'returned' || outcome.result === 'returned') return false;
  appContext.log.error(
    { payout: payout.id, recorded: payout.state, reported: outcome.result },
    'payout contradicted',
  );
  return true;
}

/** Posts a returned payout to the ledger, and stops using the account that it was returned from. */
async function postReturned(trx: Db, order: Order, payout: PayoutRow, today: LocalDate): Promise<void> {
  await post(trx, {
    borrowerId: order.borrower_id,
    orderId: order.id,
    brand: order.brand,
    kind: 'payoutReturned',
    eventId: payout.id,
    postedOn: today,
    lines: [
      { account: 'clearing:payout', amount: -payout.amount },
      { account: `cash:${payout.provider}`, amount: payout.amount },
    ],
  });
  await trx
    .updateTable('bank_account')
    .set({ state: 'rejected' })
    .where('id', '=', payout.account_id)
    .execute();
}

async function notifyOfPayout(trx: Db, appContext: AppContext, payout: PayoutRow): Promise<void> {
  const { number_tail: tail } = await accountOf(trx, payout);
  await notify(
    trx,
    appContext,
    { borrower_id: payout.borrower_id, id: payout.order_id },
    { kind: 'paidOut', event: `payout ${payout.id}`, values: { amount: payout.amount, tail } },
  );
}

/**
 * Reverses the disbursal: its ledger lines are reversed, the order waits for a payout again, and its payment codes are no longer
 * shown.
 */
async function reverseDisbursement(
  trx: Db,
  appContext: AppContext,
  order: Order,
  { on, ...moment }: BrandMoment & { readonly on: LocalDate },
): Promise<void> {
  const disbursal = disbursalOf(engineEvents(await loadEvents(trx, order)));
  if (!disbursal) throw new Error(`the order ${order.id} was paid out but is not disbursed`);
  appContext.log.warn({ order: order.id }, 'a paid payout was returned');
  await appendEvent(trx, order, { kind: 'reversed', valueDate: on, target: disbursal.id }, moment);
  await trx
    .updateTable('payment_code')
    .set({ state: 'replaced' })
    .where('borrower_id', '=', order.borrower_id)
    .where('order_id', '=', order.id)
    .where('state', 'in', ['requested', 'open'])
    .execute();
}

/**
 * Records as paid a payout that was reported as returned, in the caller's transaction. Returns `another`, and changes nothing,
 * if a later payout of the order exists.
 */
export async function markDisbursed(
  trx: Db,
  appContext: AppContext,
  payout: PayoutRow,
  arrivedOn: LocalDate | Date,
): Promise<'done' | 'another'> {
  const order = await lockOrder(trx, payout.borrower_id, payout.order_id);
  const latest = await latestPayout(trx, order);
  if (latest?.id !== payout.id) return 'another';
  // The payout is in the ledger already: another message or a reconciliation recorded it.
  if (latest.state !== 'returned') return 'done';
  const brand = brandOf(appContext, order);
  const today = await appContext.clock.today(trx, brand.timeZone);
  const on = await businessDayOf(
    trx,
    appContext,
    await appContext.clock.dayOf(trx, brand.timeZone, arrivedOn),
    today,
  );
  const now = appContext.clock.now();
  await postSent(trx, appContext, order, payout);
  await closeReturned(trx, order, now);
  await updatePayout(trx, payout.id, { state: 'paid', settled_at: now, settled_on: on, reason: null });
  await appendEvent(
    trx,
    order,
    { kind: 'disbursed', valueDate: on, provider: payout.provider },
    { brand, today, now },
  );
  await notifyOfPayout(trx, appContext, payout);
  return 'done';
}
