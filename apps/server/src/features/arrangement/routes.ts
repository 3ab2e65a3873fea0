import * as calls from '@hiram/contract/arrangement';
import type { Server } from '../../api/serve.ts';
import { accept, decline } from './answer-offer.ts';
import { ask } from './ask.ts';
import { showWaysOut } from './ways-out.ts';

/** Calls of a borrower who cannot pay now: the ways out, and arrangements to pay in parts. */
export function arrangementRoutes({ serve }: Server): void {
  serve(calls.waysOut, showWaysOut);
  serve(calls.askArrangement, ask);
  serve(calls.acceptArrangement, accept);
  serve(calls.declineArrangement, decline);
}
