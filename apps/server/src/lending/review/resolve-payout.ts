import { validate } from 'uuid';
import type * as v from 'valibot';
import type { AppContext } from '../../context/app-context.ts';
import type { Db } from '../../platform/database/connect.ts';
import { CannotResolve } from '../../platform/errors/cannot-resolve.ts';
import type { PayoutStanding } from '../../providers/payout.ts';
import { markDisbursed, type PayoutRow, settlePayout } from '../payouts/payouts.ts';
import type { keptNotice } from './waiting.ts';

/** How a payout truly ended, by its provider's own word. */
export interface EndOfPayout {
  readonly payout: PayoutRow;
  readonly standing: Extract<PayoutStanding, { state: 'paid' | 'returned' }>;
}

/**
 * A payout that is told of otherwise than before: the provider must say the same when it is asked for it alone. Throws
 * CannotSettle where it does not, and Unavailable when it is away.
 */
export async function confirmEnd(
  appContext: AppContext,
  { reference, result }: Extract<v.InferOutput<typeof keptNotice>, { kind: 'payout' }>,
): Promise<EndOfPayout> {
  const payout = validate(reference)
    ? await appContext.db.selectFrom('payout').selectAll().where('id', '=', reference).executeTakeFirst()
    : undefined;
  if (!payout) throw new CannotResolve(`The payout ${reference} is not ours.`);
  const port = appContext.ports.payouts.get(payout.provider);
  if (!port || payout.provider_reference === null)
    throw new CannotResolve(`${payout.provider} cannot be asked how the payout stands.`);
  const standing = await port.standing({
    reference: payout.id,
    providerReference: payout.provider_reference,
  });
  if ((standing.state === 'paid' || standing.state === 'returned') && standing.state === result) {
    if (standing.amount !== undefined && standing.amount !== payout.amount)
      throw new CannotResolve(
        `${payout.provider} says that the payout is of ${standing.amount} cents, and ${payout.amount} were asked for.`,
      );
    return { payout, standing };
  }
  const told = result === 'paid' ? 'it arrived' : 'it came back';
  throw new CannotResolve(`${payout.provider} does not confirm that ${told}: it says ${standing.state}.`);
}

/** Takes it into the books. Throws CannotSettle where another payout of the order is out, too. */
export async function recordPayoutEnd(
  trx: Db,
  appContext: AppContext,
  { payout, standing }: EndOfPayout,
): Promise<void> {
  if (standing.state === 'returned') {
    const { on, reason, amount, currency } = standing;
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
  const believed = await markDisbursed(trx, appContext, payout, standing.on);
  if (believed === 'another')
    throw new CannotResolve('Another payout of this order was sent since: both of them are out.');
}
