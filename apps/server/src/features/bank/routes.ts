import * as calls from '@hiram/contract/bank';
import type { Server } from '../../api/serve.ts';
import { disownAccountChange, showAccountChange } from './account-change.ts';
import { bind } from './bind.ts';
import { sendAccountCode } from './send-code.ts';
import { showForm } from './show-form.ts';

/** The payout account: binding it, replacing it by a code, and undoing a change by its owner. */
export function bankRoutes({ serve, serveOpen, serveWithoutTransaction }: Server): void {
  serve(calls.cardInit, showForm);
  serveWithoutTransaction(calls.bindCard, bind);
  serveWithoutTransaction(calls.bindCardFromOrder, bind);
  serve(calls.accountCode, sendAccountCode);
  serveOpen(calls.accountChange, showAccountChange);
  serveOpen(calls.disownAccountChange, disownAccountChange);
}
