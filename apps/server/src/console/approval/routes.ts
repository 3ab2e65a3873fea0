import {
  grantApproval,
  grantOptions,
  listApprovals,
  withdrawApproval,
} from '@hiram/contract/console/approval';
import { isRejection } from '../../platform/errors/rejection.ts';
import { knownId } from '../../platform/ids.ts';
import type { StaffServer } from '../access/serve-staff.ts';
import { type Actions, withdrawRequest } from '../actions/grant.ts';
import { grant, offerGrant } from './grant.ts';
import { showApprovals } from './list-approvals.ts';

/** Requests that wait for a second person. `actions`: what can be granted. */
export function approvalRoutes(server: StaffServer, actions: Actions): void {
  server.serveStaff(listApprovals, showApprovals);
  server.serveStaff(grantOptions, offerGrant(actions));
  server.serveStaff(grantApproval, grant(actions));
  server.serveStaff(withdrawApproval, async ({ approvalId }, { db, brand, now, session }) => {
    const result = await withdrawRequest({ db, brand, now }, knownId(approvalId), session.staffId);
    return isRejection(result) ? result : {};
  });
}
