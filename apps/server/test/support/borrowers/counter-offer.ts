import { acknowledgeDisclosure, confirmDetail, loanPush } from '@hiram/contract/confirm';
import { loanDetails } from '@hiram/contract/order';
import type { DemoBorrower, Hiram } from '../processes/running-server.ts';

/** Agrees to a loan of `amount` cents as the confirmation does: statement, then application. */
export async function agree(hiram: Hiram, { productId, context }: DemoBorrower, amount: number) {
  const { data } = await hiram.send(confirmDetail, { productId, amount }, context);
  const { hash } = data.disclosure;
  await hiram.send(acknowledgeDisclosure, { productId, amount, hash }, context);
  return hiram.send(loanPush, { productId, amount, periods: data.periods, termUnit: 'day' }, context);
}

/**
 * A new client of `ph` who asked for ₱10,000, of which the ladder allows ₱5,000, once the smaller amount is offered. Throws Error
 * if the application is not accepted.
 */
export async function borrowerOfferedLess(hiram: Hiram): Promise<DemoBorrower> {
  const ready = await hiram.borrower({ state: 'ready' }, 'ph');
  const pushed = await agree(hiram, ready, 1_000_000);
  if (!pushed.success) throw new Error(pushed.message);
  const orderId = new URL(pushed.data.lendDetailsUrl, hiram.origin).searchParams.get('orderId');
  const borrower = { ...ready, orderId: orderId as DemoBorrower['orderId'] };
  await hiram.until(
    () => hiram.send(loanDetails, { orderId: borrower.orderId }, borrower.context),
    ({ data }) => data.counterOffer !== undefined,
  );
  return borrower;
}
