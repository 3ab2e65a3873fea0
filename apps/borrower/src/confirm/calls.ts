import { later } from '../kit/runtime/later.ts';
import { laterCall } from '../net/transport/client.ts';

const contract = later(() => import('@hiram/contract/confirm'));

export const acknowledgeDisclosure = laterCall(
  contract,
  'acknowledgeDisclosure',
  (calls) => calls.acknowledgeDisclosure,
);

/** The calls that a loan's confirmation sends. */
export const plainCalls = {
  detail: laterCall(contract, 'confirmDetail', (calls) => calls.confirmDetail),
  list: laterCall(contract, 'contractList', (calls) => calls.contractList),
  jump: laterCall(contract, 'contractJump', (calls) => calls.contractJump),
  push: laterCall(contract, 'loanPush', (calls) => calls.loanPush),
};

/** The same with masked field names (CONF-10). */
export const maskedCalls = {
  detail: laterCall(contract, 'confirmDetailMasked', (calls) => calls.maskedConfirm.detail),
  list: laterCall(contract, 'contractListMasked', (calls) => calls.maskedConfirm.list),
  jump: laterCall(contract, 'contractJumpMasked', (calls) => calls.maskedConfirm.jump),
  push: laterCall(contract, 'loanPushMasked', (calls) => calls.maskedConfirm.push),
};
