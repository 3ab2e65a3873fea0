import type { PayoutId } from '@hiram/contract/ids';
import type { DemoBorrower, Hiram } from '../processes/running-server.ts';

export interface WaitingPayout {
  readonly borrower: DemoBorrower;
  readonly payoutId: PayoutId;
  readonly amount: number;
}

/** A requested payout without its job: the test runs the job itself. */
export async function waitingPayout(hiram: Hiram, brand?: string): Promise<WaitingPayout> {
  const borrower = await hiram.borrower({ state: '151', with: { inside: 0 } }, brand);
  const { id, amount } = await hiram.owner
    .selectFrom('payout')
    .select(['id', 'amount'])
    .where('order_id', '=', borrower.orderId)
    .executeTakeFirstOrThrow();
  return { borrower, payoutId: id, amount };
}

export const payoutState = async (hiram: Hiram, payoutId: PayoutId) =>
  (
    await hiram.owner
      .selectFrom('payout')
      .select('state')
      .where('id', '=', payoutId)
      .executeTakeFirstOrThrow()
  ).state;
