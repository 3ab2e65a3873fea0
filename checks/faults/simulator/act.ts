import { loanDetails } from '@hiram/contract/order';
import type { Borrower, World } from './borrower.ts';
import { apply, bind, complain, payInParts, withdrawMoney } from './loan-actions.ts';
import { extend, payArranged, payLater, repay } from './payment-actions.ts';

/** One day of a borrower: an action that fits the state of the loan, chosen at random. */
export async function act(borrower: Borrower, world: World): Promise<void> {
  const { chance } = borrower;
  if (chance.happens(0.25)) return;
  const orderId = borrower.orders.at(-1);
  if (orderId === undefined) return apply(borrower, world);
  if (borrower.waiting && chance.happens(0.4)) payLater(borrower, world);
  if (chance.happens(0.01)) await complain(borrower, world, orderId);
  const { data } = await world.ask(loanDetails, { orderId }, borrower.context);
  switch (data.orderStatus) {
    case 110:
    case 200:
      if (chance.happens(0.25)) await apply(borrower, world);
      return;
    case 151:
      if (data.cardNeedPop === 1) await bind(borrower, world);
      else if (data.inside === 1 && chance.happens(0.9)) await withdrawMoney(borrower, world, orderId);
      return;
    case 170:
      if (chance.happens(0.1)) await repay(borrower, world, orderId);
      return;
    case 174:
      if (chance.happens(0.15)) await extend(borrower, world, orderId);
      else if (chance.happens(0.6)) await repay(borrower, world, orderId);
      return;
    case 180:
      if (data.arrangement) await payArranged(borrower, world, orderId, data.arrangement);
      else if (chance.happens(data.waysOut === 'offered' ? 0.9 : 0.3))
        await payInParts(borrower, world, orderId);
      else if (chance.happens(0.2)) await extend(borrower, world, orderId);
      else if (chance.happens(0.4)) await repay(borrower, world, orderId);
  }
}
