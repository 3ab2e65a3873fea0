import type { PayoutId } from '@hiram/contract/ids';
import { brandOf } from '../../brands/brand-of.ts';
import { institutionsOf } from '../../brands/markets/institutions.ts';
import { markets } from '../../brands/markets/markets.ts';
import type { AppContext } from '../../context/app-context.ts';
import { inTransaction } from '../../platform/database/connection/connect.ts';
import { Unavailable } from '../../platform/errors/rejection.ts';
import { lockOrder } from '../loans/order-store.ts';
import { claimPayout, unclaim, uncountPayout } from './claim-payout.ts';
import { lockPayout, type PayoutRow, payoutsWithAccount } from './payout-store.ts';
import { postSent, settlePayout } from './settle-payout.ts';

/**
 * The job that sends a requested payout to the provider of the request, even if the brand pays out by another one now: a first
 * attempt may have succeeded although its answer was lost. Safe to repeat: our id is the provider's idempotency key. Sends
 * nothing while the brand's payouts are stopped, or while a limit of the day holds the payout. Throws Unavailable if the
 * provider is no longer configured, does not answer, or is being given the payout by another server.
 */
export async function sendPayout(appContext: AppContext, payoutId: PayoutId): Promise<void> {
  const row = await loadPayout(appContext, payoutId);
  if (row?.state !== 'requested') return;
  const port = appContext.ports.payouts.get(row.provider);
  if (!port)
    throw new Unavailable(`the payout was requested from ${row.provider}, which is no longer configured`);
  const brand = brandOf(appContext, row);
  const institution = institutionsOf(markets[brand.market].country).find(
    ({ bic }) => bic === row.institution,
  );
  if ((await claimPayout(appContext, row)) !== 'claimed') return;
  const sending = port.send({
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
  const sent = await sending.catch(async (error: unknown) => {
    // Without this the next attempt waits until the claim ends by itself.
    await unclaim(appContext, row.id).catch(() => undefined);
    throw error;
  });
  if (sent.state === 'rejected') return handleRejection(appContext, row, brand.timeZone, sent.reason);
  await inTransaction(appContext.db, async (trx) => {
    const order = await lockOrder(trx, row.borrower_id, row.order_id);
    const today = await appContext.clock.today(trx, brand.timeZone);
    const marked = await trx
      .updateTable('payout')
      .set({
        state: 'sent',
        provider_reference: sent.reference,
        sent_at: appContext.clock.now(),
        sent_on: today,
        sending_until: null,
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

/** The payout with the account that it goes to; undefined for an unknown id. */
function loadPayout({ db }: AppContext, payoutId: PayoutId) {
  return payoutsWithAccount(db)
    .selectAll('payout')
    .select([
      'bank_account.institution',
      'bank_account.ifsc',
      'bank_account.number_encrypted',
      'bank_account.holder_encrypted',
    ])
    .where('payout.id', '=', payoutId)
    .executeTakeFirst();
}

/** Handles a rejected attempt. If the provider has already reported on another attempt, that report counts. */
async function handleRejection(
  appContext: AppContext,
  row: PayoutRow,
  timeZone: string,
  reason: string,
): Promise<void> {
  await inTransaction(appContext.db, async (trx) => {
    await lockOrder(trx, row.borrower_id, row.order_id);
    const { state } = await lockPayout(trx, row.id);
    if (state === 'returned') return;
    if (state !== 'requested') {
      appContext.log.error({ payout: row.id, recorded: state, reported: 'rejected' }, 'payout contradicted');
      return;
    }
    const on = await appContext.clock.today(trx, timeZone);
    await settlePayout(trx, appContext, { reference: row.id, result: 'returned', on, reason });
    await uncountPayout(trx, row.id);
  });
}
