import {
  bindDebitCard,
  cardBanks,
  repaymentCommit,
  repaymentConfirm,
  repaymentHuichao,
  repaymentWay,
} from '@hiram/contract/legacy';
import type { Server } from '../../api/serve.ts';
import { bindCard, listCardBanks } from './bind-card.ts';
import { commitCardPayment } from './commit-card-payment.ts';
import { confirmCardPayment } from './confirm-card-payment.ts';
import { repayByCode } from './repay-by-code.ts';
import { showRepaymentWays } from './repayment-ways.ts';

/** The legacy repayment by bank card (LEG-01 … LEG-08, KEY-04). */
export function legacyRoutes({ serve, serveWithoutTransaction }: Server): void {
  serve(cardBanks, listCardBanks);
  serveWithoutTransaction(bindDebitCard, bindCard);
  serve(repaymentWay, showRepaymentWays);
  serveWithoutTransaction(repaymentCommit, commitCardPayment);
  serveWithoutTransaction(repaymentConfirm, confirmCardPayment);
  serveWithoutTransaction(repaymentHuichao, repayByCode);
}
