import {
  acknowledgeDisclosure,
  confirmDetail,
  contractJump,
  contractList,
  loanPush,
  maskedConfirm,
} from '@hiram/contract/confirm';
import type { Server } from '../../api/serve.ts';
import { acknowledge } from './acknowledge-disclosure.ts';
import { applyForLoan } from './apply-for-loan.ts';
import { showConfirmDetail } from './confirm-detail.ts';
import { listContracts, openContract } from './contracts.ts';

/** The confirmation of a loan, and the application (CONF-01 … CONF-09). */
export function confirmRoutes({ serve }: Server): void {
  serve(confirmDetail, showConfirmDetail);
  serve(contractList, listContracts);
  serve(contractJump, openContract);
  serve(loanPush, applyForLoan);
  serve(acknowledgeDisclosure, acknowledge);
  serve(maskedConfirm.detail, showConfirmDetail);
  serve(maskedConfirm.list, listContracts);
  serve(maskedConfirm.jump, openContract);
  serve(maskedConfirm.push, applyForLoan);
}
