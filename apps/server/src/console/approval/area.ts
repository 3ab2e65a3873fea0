import {
  approvalOptions,
  approveRequest,
  countApprovals,
  listApprovals,
  rejectApproval,
  withdrawApproval,
} from '@hiram/contract/console/approval';
import { askAboutApproval, openEvidence, showApprovalCase } from '@hiram/contract/console/approval-case';
import { isRejection } from '../../platform/errors/rejection.ts';
import { knownId } from '../../platform/ids.ts';
import { withdrawRequest } from '../actions/approve.ts';
import type { Area } from '../actions/area.ts';
import { actionScope } from '../actions/scope.ts';
import { approve, offerApproval, rejectWaiting } from './approve.ts';
import { showEvidence } from './case-evidence.ts';
import { countWaiting, showApprovals } from './list-approvals.ts';
import { ask } from './questions.ts';
import { showCase } from './show-case.ts';

/** Requests that wait for a second person. */
export const approvalArea: Area = {
  actions: [],
  texts: {
    alreadyRequested: 'The same is already waiting for a second person.',
    alreadyClosed: 'This request is already closed.',
    requesterWithoutRight: 'Who asked for this may not ask for it any more.',
    changed: 'The effect has changed since it was shown. Nothing was done; look at it again.',
    concernsYou:
      'This is about you: your own roles, limits or passkeys, a line that you imported, or a decision of yours. Other people must ask for it and approve it.',
    expired: 'This request has expired.',
    notOwnRequest: 'Only the person who asked can withdraw a request.',
    overLimit: 'This exceeds your limit.',
    ownRequest: 'Another person must decide on what you asked for.',
  },
  routes(server, actions) {
    server.serveStaff(listApprovals, showApprovals);
    server.serveStaff(countApprovals, countWaiting(actions));
    server.serveStaff(showApprovalCase, showCase(actions));
    server.serveStaff(openEvidence, showEvidence);
    server.serveStaff(askAboutApproval, ask);
    server.serveStaff(approvalOptions, offerApproval(actions));
    server.serveStaff(approveRequest, approve(actions));
    server.serveStaff(rejectApproval, rejectWaiting(actions));
    server.serveStaff(withdrawApproval, async ({ approvalId }, staffRequest) => {
      const scope = await actionScope(staffRequest);
      const result = await withdrawRequest(scope, knownId(approvalId), staffRequest.session);
      return isRejection(result) ? result : {};
    });
  },
};
