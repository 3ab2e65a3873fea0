import { asId } from '@hiram/contract/ids';
import type { AppContext } from '../../context/app-context.ts';
import { Unavailable } from '../../platform/errors/rejection.ts';
import { findPayout } from './payout-store.ts';

/**
 * Reports whether a payout that a message reports as returned was really returned, by the provider's own
 * query. A returned payout may be paid out again, and that money cannot be recovered. Must not run within a
 * transaction. Throws Unavailable if the provider does not answer or does not know the result yet: the
 * message is to be sent again.
 */
export async function isReturned(appContext: AppContext, reference: string): Promise<boolean> {
  const payout = await findPayout(appContext.db, asId(reference));
  // The message changes nothing for an unknown or returned payout.
  if (!payout || payout.state === 'returned') return true;
  // It came before the answer to our request: nothing was reported as paid.
  if (payout.state !== 'paid' && payout.provider_reference === null) return true;
  // A removed provider cannot be queried: its message counts while the payout has no result.
  const port = appContext.ports.payouts.get(payout.provider);
  if (!port) return payout.state !== 'paid';
  const reported = await port.queryState({ reference, providerReference: payout.provider_reference });
  if (reported.state === 'returned') return true;
  if (payout.state !== 'paid' && reported.state !== 'paid')
    throw new Unavailable(`the payout ${reference} was returned, but its state is ${reported.state}`);
  appContext.log.error(
    { payout: reference, reported: reported.state },
    'payout reported as returned, but the provider does not confirm it',
  );
  return false;
}
