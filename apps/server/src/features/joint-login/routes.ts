import { jointClick, jointFailure, jointProductLink } from '@hiram/contract/joint-login';
import type { Server } from '../../api/serve.ts';
import { showFailure } from './failure.ts';
import { openProduct, recordClick } from './products.ts';

/** A partner's failed sign-in of the borrower: its reason and alternatives (JLF-01 … JLF-03). */
export function jointLoginRoutes({ serve }: Server): void {
  serve(jointFailure, showFailure);
  serve(jointClick, recordClick);
  serve(jointProductLink, openProduct);
}
