import { setTimeout } from 'node:timers/promises';
import type { PayoutId } from '@hiram/contract/ids';
import { sandboxPayout } from '@hiram/contract/sandbox';
import type { Server } from '../../api/serve.ts';
import type { AppContext } from '../../context/app-context.ts';
import { sendPayout } from '../../lending/payouts/send-payout.ts';
import { reject, Unavailable } from '../../platform/errors/rejection.ts';
import { knownId } from '../../platform/ids.ts';
import type { SandboxProvider } from '../provider/provider.ts';

/** Routes by which a tester chooses the end of a payout. */
export function payoutRoutes({ serveOpen, appContext }: Server, provider: SandboxProvider): void {
  serveOpen(sandboxPayout, async ({ orderId, result }, { db }) => {
    const payout = await db
      .selectFrom('payout')
      .select(['id', 'state'])
      .where('order_id', '=', knownId(orderId))
      .orderBy('requested_at', 'desc')
      .limit(1)
      .executeTakeFirst();
    if (payout?.state === 'paid' && result === 'returned')
      return (await provider.returnPayout(payout.id)) ? {} : reject('noPayout', { field: 'orderId' });
    if (!payout || payout.state === 'paid' || payout.state === 'returned')
      return reject('noPayout', { field: 'orderId' });
    await handOver(appContext, payout.id);
    return (await provider.decidePayout(payout.id, result)) ? {} : reject('noPayout', { field: 'orderId' });
  });
}

const maxTries = 50;
const pauseMs = 100;

/** The payout job may not have run yet, or runs now, and the provider must have the payout. */
async function handOver(appContext: AppContext, payoutId: PayoutId): Promise<void> {
  for (let tries = 1; ; tries += 1)
    try {
      return await sendPayout(appContext, payoutId);
    } catch (error) {
      if (!(error instanceof Unavailable) || tries === maxTries) throw error;
      await setTimeout(pauseMs);
    }
}
