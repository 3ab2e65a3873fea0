import type { BorrowerId, PayoutId } from '@hiram/contract/ids';
import { addDays, cents, disbursalOf, disclose, formatCents, type LocalDate } from '@hiram/loan';
import type { Selectable } from 'kysely';
import { type Brand, creditingDays } from '../../brands/brand.ts';
import { brandOf } from '../../brands/brand-of.ts';
import { businessDayOf } from '../../brands/business-day.ts';
import { institutionsOf } from '../../brands/markets/institutions.ts';
import { markets } from '../../brands/markets/markets.ts';
import type { AppContext } from '../../context/app-context.ts';
import { type Db, inTransaction } from '../../platform/database/connect.ts';
import type { Database } from '../../platform/database/schema.ts';
import { Unavailable } from '../../platform/errors/rejection.ts';
import { newId } from '../../platform/ids.ts';
import type { PayoutSum } from '../../providers/payout.ts';
import { post } from '../ledger/ledger.ts';
import { textAboutLoan } from '../loans/loan-texts.ts';
import { appendEvent, engineEvents, loadEvents, loadOrder, type Order } from '../loans/loans.ts';
import { recordFirstLoan } from '../origination/first-loan.ts';
import { keptReason } from './payout-reason.ts';

export type PayoutRow = Selectable<Database['payout']>;
export type AccountRow = Selectable<Database['bank_account']>;

/** The borrower's active account, or undefined. */
export function activeAccount(db: Db, borrowerId: BorrowerId): Promise<AccountRow | undefined> {
  return db
    .selectFrom('bank_account')
    .selectAll()
    .where('borrower_id', '=', borrowerId)
    .where('state', '=', 'active')
    .executeTakeFirst();
}

/** The latest payout of an order, or undefined. */
export function latestPayout(db: Db, order: Order): Promise<PayoutRow | undefined> {
  return db
    .selectFrom('payout')
    .selectAll()
    .where('borrower_id', '=', order.borrower_id)
    .where('order_id', '=', order.id)
    .orderBy('requested_at', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/**
 * Requests the payout of an approved, locked order, in the caller's transaction. The database allows one unreturned payout an
 * order.
 */
export async function requestPayout(
  trx: Db,
  appContext: AppContext,
  order: Order,
  account: AccountRow,
  today: LocalDate,
  now: Date,
): Promise<void> {
  const id = newId();
  await trx
    .insertInto('payout')
    .values({
      borrower_id: order.borrower_id,
      id,
      order_id: order.id,
      account_id: account.id,
      amount: disclose(order.terms).netProceeds,
      state: 'requested',
      provider: appContext.ports.payout.name,
      requested_at: now,
    })
    .execute();
  await trx
    .updateTable('loan_order')
    .set({ withdrawn_at: now, credit_by: order.credit_by ?? addDays(today, creditingDays) })
    .where('borrower_id', '=', order.borrower_id)
    .where('id', '=', order.id)
    .execute();
  await appContext.jobs.send(trx, 'payout', { payoutId: id });
}

/**
 * The job that sends a requested payout to the provider of the request, even if the brand pays out by another one now: a first
 * attempt may have succeeded although its answer was lost. Safe to repeat: our id is the provider's idempotency key. Throws
 * Unavailable if the provider is no longer configured.
 */
export async function sendPayout(appContext: AppContext, payoutId: PayoutId): Promise<void> {
  const row = await appContext.db
    .selectFrom('payout')
    .innerJoin('bank_account', 'bank_account.id', 'payout.account_id')
    .innerJoin('borrower', 'borrower.id', 'payout.borrower_id')
    .selectAll('payout')
    .select([
      'borrower.brand',
      'bank_account.institution',
      'bank_account.ifsc',
      'bank_account.number_encrypted',
      'bank_account.holder_encrypted',
    ])
    .where('payout.id', '=', payoutId)
    .executeTakeFirst();
  if (row?.state !== 'requested') return;
  const port = appContext.ports.payouts.get(row.provider);
  if (!port)
    throw new Unavailable(`the payout was requested from ${row.provider}, which is no longer configured`);
  const brand = brandOf(appContext, row);
  const institution = institutionsOf(markets[brand.market].country).find(
    ({ bic }) => bic === row.institution,
  );
  const sent = await port.send({
    reference: row.id,
    amount: row.amount,
    currency: markets[brand.market].currency,
    // An IFSC identifies the bank as well as its branch.
    institution: row.ifsc ?? row.institution,
    via: institution?.via?.[port.name],
    accountNumber: appContext.cipher.decrypt(row.number_encrypted),
    holder: appContext.cipher.decrypt(row.holder_encrypted),
    description: brand.names.english,
    requestedAt: row.requested_at,
  });
  if (sent.state === 'refused') return takeRejection(appContext, row, brand.timeZone, sent.reason);
  await inTransaction(appContext.db, async (trx) => {
    const order = await loadOrder(trx, row.borrower_id, row.order_id, true);
    const today = await appContext.clock.today(trx, brand.timeZone);
    const marked = await trx
      .updateTable('payout')
      .set({
        state: 'sent',
        provider_reference: sent.reference,
        sent_at: appContext.clock.now(),
        sent_on: today,
      })
      .where('id', '=', row.id)
      .where('state', '=', 'requested')
      .executeTakeFirst();
    if (marked.numUpdatedRows > 0n) return postSent(trx, appContext, order, row);
    // The provider's webhook came first and has done the rest.
    await trx
      .updateTable('payout')
      .set({ provider_reference: sent.reference })
      .where('id', '=', row.id)
      .where('provider_reference', 'is', null)
      .execute();
  });
}

/** Handles a rejected attempt. If the provider has already reported on another attempt, that report counts. */
async function takeRejection(
  appContext: AppContext,
  row: PayoutRow,
  timeZone: string,
  reason: string,
): Promise<void> {
  await inTransaction(appContext.db, async (trx) => {
    await loadOrder(trx, row.borrower_id, row.order_id, true);
    const { state } = await trx
      .selectFrom('payout')
      .select('state')
      .where('id', '=', row.id)
      .executeTakeFirstOrThrow();
    if (state === 'returned') return;
    if (state !== 'requested') {
      appContext.log.error({ payout: row.id, ours: state, theirs: 'refused' }, 'payout contradicted');
      return;
    }
    const on = await appContext.clock.today(trx, timeZone);
    await settlePayout(trx, appContext, { reference: row.id, result: 'returned', on, reason });
  });
}

async function postSent(trx: Db, appContext: AppContext, order: Order, payout: PayoutRow): Promise<void> {
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

/** Whether the provider reports another amount or currency than was requested. */
function isSumDifferent(brand: Brand, payout: PayoutRow, { amount, currency }: PayoutSum): boolean {
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
  readonly quiet?: boolean;
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
): Promise<'done' | 'takenBack' | 'unknown' | 'repeated' | 'contradicted'> {
  const found = await trx
    .selectFrom('payout')
    .selectAll()
    .where('id', '=', outcome.reference)
    .executeTakeFirst();
  const { provider = found?.provider } = outcome;
  if (!found || found.provider !== provider) return 'unknown';
  const order = await loadOrder(trx, found.borrower_id, found.order_id, true);
  const payout = await trx
    .selectFrom('payout')
    .selectAll()
    .where('id', '=', found.id)
    .forUpdate()
    .executeTakeFirstOrThrow();
  const brand = brandOf(appContext, order);
  if (isSumDifferent(brand, payout, outcome)) {
    // Most likely an error of units, or another payout. A reviewer finds out what was paid.
    appContext.log.error(
      { payout: payout.id, ours: payout.amount, theirs: outcome.amount },
      'payout of another amount',
    );
    return 'contradicted';
  }
  if (payout.state === outcome.result) return 'repeated';
  if (payout.state === 'returned') {
    // Reported both as returned and as paid: a reviewer finds out which is true.
    appContext.log.error(
      { payout: payout.id, ours: payout.state, theirs: outcome.result },
      'payout contradicted',
    );
    return 'contradicted';
  }
  if (payout.state === 'requested') await postSent(trx, appContext, order, payout);
  const wasPaid = payout.state === 'paid';
  const now = appContext.clock.now();
  const today = await appContext.clock.today(trx, brand.timeZone);
  const on = await businessDayOf(
    trx,
    appContext,
    await appContext.clock.dayOf(trx, brand.timeZone, outcome.on),
    today,
  );
  await trx
    .updateTable('payout')
    .set({
      state: outcome.result,
      settled_at: now,
      settled_on: on,
      reason: await keptReason(trx, appContext.cipher, payout.account_id, outcome.reason),
      // The report came before the provider confirmed the request.
      ...(payout.state === 'requested' ? { sent_at: now, sent_on: on } : {}),
    })
    .where('id', '=', payout.id)
    .execute();
  if (outcome.result === 'paid') {
    await recordFirstLoan(trx, { borrowerId: order.borrower_id, brand: order.brand, day: today, at: now });
    await appendEvent(
      trx,
      order,
      { kind: 'disbursed', valueDate: on, provider: payout.provider },
      today,
      now,
    );
    if (!outcome.quiet) await textPaidOut(trx, appContext, payout);
    return 'done';
  }
  if (wasPaid) await reverseDisbursement(trx, appContext, order, { on, today, now });
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
    .set({ state: 'refused' })
    .where('id', '=', payout.account_id)
    .execute();
  return wasPaid ? 'takenBack' : 'done';
}

async function textPaidOut(trx: Db, appContext: AppContext, payout: PayoutRow): Promise<void> {
  const { number_tail: tail } = await trx
    .selectFrom('bank_account')
    .select('number_tail')
    .where('id', '=', payout.account_id)
    .executeTakeFirstOrThrow();
  await textAboutLoan(
    trx,
    appContext,
    { borrower_id: payout.borrower_id, id: payout.order_id },
    {
      event: `payout ${payout.id}`,
      text: 'sms.paidOut',
      values: ({ brand }) => ({ amount: formatCents(cents(payout.amount), brand.money), tail }),
    },
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
  { on, today, now }: { on: LocalDate; today: LocalDate; now: Date },
): Promise<void> {
  const disbursal = disbursalOf(engineEvents(await loadEvents(trx, order)));
  if (!disbursal) throw new Error(`the order ${order.id} was paid out and is not disbursed`);
  appContext.log.warn({ order: order.id }, 'payout came back after it had arrived');
  await appendEvent(trx, order, { kind: 'reversed', valueDate: on, target: disbursal.id }, today, now);
  await trx
    .updateTable('payment_code')
    .set({ state: 'replaced' })
    .where('borrower_id', '=', order.borrower_id)
    .where('order_id', '=', order.id)
    .where('state', 'in', ['asked', 'open'])
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
  const order = await loadOrder(trx, payout.borrower_id, payout.order_id, true);
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
  await trx
    .updateTable('payout')
    .set({ state: 'paid', settled_at: now, settled_on: on, reason: null })
    .where('id', '=', payout.id)
    .execute();
  await appendEvent(trx, order, { kind: 'disbursed', valueDate: on, provider: payout.provider }, today, now);
  await textPaidOut(trx, appContext, payout);
  return 'done';
}
