import { asId } from '@hiram/contract/ids';
import { validate } from 'uuid';
import type * as v from 'valibot';
import { brandOf } from '../../brands/brand-of.ts';
import type { AppContext } from '../../context/app-context.ts';
import type { Db } from '../../platform/database/connection/connect.ts';
import { CannotResolve } from '../../platform/errors/cannot-resolve.ts';
import type { ReportedPayoutState } from '../../providers/ports/payout.ts';
import { findPayout, type PayoutRow } from '../payouts/payout-store.ts';
import { isSumDifferent, markDisbursed, settlePayout } from '../payouts/settle-payout.ts';
import type { storedNotice } from './waiting.ts';

/** The end of a payout, as its provider confirms. */
export interface EndOfPayout {
  readonly payout: PayoutRow;
  readonly reported: Extract<ReportedPayoutState, { state: 'paid' | 'returned' }>;
}

/**
 * Confirms a payout's contradicting report by a query of the provider. Throws CannotResolve if the provider does not confirm it,
 * and Unavailable if it is unavailable.
 */
export async function confirmEnd(
  appContext: AppContext,
  { reference, result }: Extract<v.InferOutput<typeof storedNotice>, { kind: 'payout' }>,
): Promise<EndOfPayout> {
  const payout = validate(reference) ? await findPayout(appContext.db, asId(reference)) : undefined;
  if (!payout) throw new CannotResolve(`The payout ${reference} is not ours.`);
  const port = appContext.ports.payouts.get(payout.provider);
  if (!port) throw new CannotResolve(`${payout.provider} cannot report the payout’s state.`);
  const reported = await port.queryState({
    reference: payout.id,
    providerReference: payout.provider_reference,
  });
  if ((reported.state === 'paid' || reported.state === 'returned') && reported.state === result) {
    if (isSumDifferent(brandOf(appContext, payout), payout, reported))
      throw new CannotResolve(
        `${payout.provider} confirms the payout with ${reported.amount ?? payout.amount} cents${reported.currency ? ` ${reported.currency}` : ''}, but ${payout.amount} were requested.`,
      );
    return { payout, reported };
  }
  const claim = result === 'paid' ? 'it arrived' : 'it was returned';
  throw new CannotResolve(
    `${payout.provider} does not confirm that ${claim}: its state is ${reported.state}.`,
  );
}

/** Records the confirmed end of a payout. Throws CannotResolve if a later payout of the order exists. */
export async function recordPayoutEnd(
  trx: Db,
  appContext: AppContext,
  { payout, reported }: EndOfPayout,
): Promise<void> {
  if (reported.state === 'returned') {
    const { on, reason, amount, currency } = reported;
    await settlePayout(trx, appContext, {
      reference: payout.id,
      result: 'returned',
      on,
      reason,
      amount,
      currency,
    });
    return;
  }
  const result = await markDisbursed(trx, appContext, payout, reported.on);
  if (result === 'another')
    throw new CannotResolve('Another payout of this order was sent in the meantime. Both were sent.');
}
