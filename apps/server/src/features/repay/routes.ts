import * as calls from '@hiram/contract/repay';
import type { Server } from '../../api/serve.ts';
import { showCodeStatus } from './code-status.ts';
import { showExtension } from './extension.ts';
import { showLaterCost } from './later-cost.ts';
import { makeCode } from './make-code.ts';
import { listPayTypes } from './pay-types.ts';
import { showInstalment } from './show-instalment.ts';
import { addReceipt, reportTransfer } from './transfers.ts';

/** Repaying and extending a loan by payment codes and transfers (INST, EXT, KEY-07). */
export function repayRoutes({ serve, serveUpload, serveWithoutTransaction }: Server): void {
  serve(calls.instalmentDetail, showInstalment);
  serve(calls.laterCost, showLaterCost);
  serve(calls.delayDetail, showExtension);
  serveWithoutTransaction(calls.payCode, makeCode);
  serve(calls.codeStatus, showCodeStatus);
  serve(calls.payType, listPayTypes);
  serveUpload(calls.uploadReceipt, addReceipt);
  serve(calls.utrSubmit, reportTransfer);
}
