import { allBrands } from '@hiram/contract/console/rights';
import { asId } from '@hiram/contract/ids';
import { loadLine, lockLine, useLine } from '../../lending/payments/statements/statement-lines.ts';
import { resolveEntry } from '../../lending/review/resolve.ts';
import { CannotResolve } from '../../platform/errors/cannot-resolve.ts';
import { reject, Unavailable } from '../../platform/errors/rejection.ts';
import { knownId } from '../../platform/ids.ts';
import { staffName } from '../access/sign-in/staff-store.ts';
import type { Action } from '../actions/action.ts';
import { asDay, claimOf, lockEntry, type PostReason, type PostRequest } from './entry.ts';
import { previewHeld } from './post-held.ts';
import { previewMessage } from './post-message.ts';
import { previewTransfer } from './post-transfer.ts';

/** Posts money that waits: a transfer by the bank's statement, a held payment, or what a provider's message is about. */
export const postAction: Action<PostRequest, PostReason> = {
  name: 'moneyIn.post',
  right: 'moneyIn.post',
  approvalRight: 'moneyIn.approveRequest',
  asksProvider: true,
  /** Whoever imported a line does not post it alone: the file is their word too. */
  async needsAnother({ db, brand }, { lineId }, staffId) {
    if (lineId === undefined) return false;
    return (await loadLine(db, brand, lineId)).imported_by === staffId;
  },
  lock: lockEntry,
  async preview(scope, request) {
    if (scope.brand === allBrands) return reject('oneBrand');
    if (request.on !== undefined && request.on > scope.today) return reject('futureDay', { field: 'on' });
    if (request.entry === 'transfer') return previewTransfer(scope, request);
    return request.entry === 'held' ? previewHeld(scope, request) : previewMessage(scope, request);
  },
  async perform(scope, request, { staffId, approvalId }) {
    const { db, brand, now, appContext } = scope;
    const by = await staffName(db, staffId);
    const line =
      request.lineId === undefined ? undefined : await lockLine(db, brand, knownId(request.lineId));
    if (line) await useLine(db, line, (await claimOf(scope, asId(request.id))).id, now);
    await resolveEntry({ ...appContext, db }, request.id, {
      kind: 'post',
      on: asDay(line?.booked_on ?? request.on),
      amount: line?.amount ?? request.amount,
      orderId: request.orderId,
      reassign: request.takesBack ?? false,
      reason: undefined,
      by,
      approvalId,
    }).catch((error: unknown) => {
      // The preview has just allowed it: what changed since is the provider's answer.
      throw error instanceof CannotResolve ? new Unavailable(error.message) : error;
    });
  },
};
