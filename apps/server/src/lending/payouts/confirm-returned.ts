import type { AppContext } from '../../context/app-context.ts';
import { Unavailable } from '../../platform/errors/rejection.ts';

/**
 * Whether a payout that a message tells to have come back has truly done so, as its provider says when asked for it alone:
 * what comes back may be paid out once more, and nobody gets that money back. Not within a transaction. Throws Unavailable
 * where the provider does not answer, or does not know of an end yet: the message is to be sent again.
 */
export async function isReturned(appContext: AppContext, reference: string): Promise<boolean> {
  const payout = await appContext.db
    .selectFrom('payout')
    .select(['provider', 'provider_reference', 'state'])
    .where('id', '=', reference)
    .executeTakeFirst();
  // Of one that is unknown, or told before nothing moves; one that we never heard was taken cannot be asked for.
  if (!payout || payout.state === 'returned' || payout.provider_reference === null) return true;
  // Of a provider that is not set up any more only the message is left: it counts while the payout has no end.
  const port = appContext.ports.payouts.get(payout.provider);
  if (!port) return payout.state !== 'paid';
  const standing = await port.standing({ reference, providerReference: payout.provider_reference });
  if (standing.state === 'returned') return true;
  if (payout.state !== 'paid' && standing.state !== 'paid')
    throw new Unavailable(`the payout ${reference} has come back, and stands as ${standing.state}`);
  appContext.log.error({ payout: reference, theirs: standing.state }, 'payout told as come back, and is not');
  return false;
}
