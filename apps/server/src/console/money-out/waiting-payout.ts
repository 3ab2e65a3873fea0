import type { PayoutId } from '@hiram/contract/ids';
import { accountInWords } from '../../brands/account-words.ts';
import { brandOf } from '../../brands/brand-of.ts';
import { lockOrder } from '../../lending/loans/order-store.ts';
import { holdsOf } from '../../lending/payouts/payout-limits.ts';
import { lockPayout, payoutsWithAccount } from '../../lending/payouts/payout-store.ts';
import { NotFound } from '../../platform/errors/rejection.ts';
import { knownId } from '../../platform/ids.ts';
import type { ActionScope, Effect } from '../actions/action.ts';

/** The payout of an action. */
export interface PayoutRequest {
  readonly payoutId: PayoutId;
}

/** A payout of the brand with its hold by a limit of the day. Throws NotFound. */
export async function payoutOf({ db, brand, appContext }: ActionScope, { payoutId }: PayoutRequest) {
  const payout = await payoutsWithAccount(db)
    .selectAll('payout')
    .select(['bank_account.institution', 'bank_account.number_tail'])
    .where('payout.id', '=', knownId(payoutId))
    .where('payout.brand', '=', brand)
    .executeTakeFirst();
  if (!payout) throw new NotFound('no payout of the brand');
  const holds = await holdsOf(db, payout.id);
  return {
    payout,
    account: accountInWords(brandOf(appContext, payout), payout),
    openHold: holds.find((hold) => hold.closed_at === null),
  };
}

/** Locks the payout, after its order as everybody who changes both does. */
export async function lockWaitingPayout(scope: ActionScope, request: PayoutRequest): Promise<void> {
  const { payout } = await payoutOf(scope, request);
  await lockOrder(scope.db, payout.borrower_id, payout.order_id);
  await lockPayout(scope.db, payout.id);
}

/** The common part of every action on a payout: its destination, and its next state. */
export function payoutEffect(
  { payout, account }: Awaited<ReturnType<typeof payoutOf>>,
  before: string,
  after: string,
): Pick<Effect, 'subject' | 'subjectId' | 'amount'> & { readonly lines: Effect['lines'] } {
  const { provider } = payout;
  return {
    subject: 'payout',
    subjectId: payout.id,
    amount: payout.amount,
    lines: [
      { label: 'Payout', before, after },
      { label: 'To', before: account, after: account },
      { label: 'By', before: provider, after: provider },
    ],
  };
}
