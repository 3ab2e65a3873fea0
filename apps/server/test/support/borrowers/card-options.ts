import type { SentInput, WireOutput } from '@hiram/contract/call';
import type { OrderId } from '@hiram/contract/ids';
import type { repaymentCommit, repaymentWay } from '@hiram/contract/legacy';

/** The input that pays the amount due with the first card of the answer to repayment-way. */
export function cardOptions(
  { amount, repayToken, bankCards: [card] }: WireOutput<typeof repaymentWay>,
  orderId: OrderId,
): SentInput<typeof repaymentCommit> {
  return {
    amount,
    bankName: card?.bankName ?? '',
    cardId: card?.id ?? '',
    cardNo: card?.cardNo ?? '',
    couponId: '',
    orderId,
    repayToken,
    bankCode: card?.bankCode ?? '',
    sendMsg: 1,
  };
}
