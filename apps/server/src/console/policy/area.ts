import {
  activatePolicy,
  checkPolicyDraft,
  findPolicyFaults,
  listPolicies as listPoliciesCall,
  replayPolicy as replayPolicyCall,
  savePolicyDraft,
  showPolicy as showPolicyCall,
  showPolicyShadow,
} from '@hiram/contract/console/policy';
import { policyOf } from '../../lending/origination/decision/policies.ts';
import { replayPolicy } from '../../lending/origination/decision/replay.ts';
import { isRejection } from '../../platform/errors/rejection.ts';
import type { StaffHandler } from '../access/serve-staff.ts';
import type { Area } from '../actions/area.ts';
import { serveAction } from '../actions/serve-action.ts';
import { brandOfRequest, findVersion } from '../actions/versions.ts';
import { activateAction } from './activate.ts';
import { checkDraft, findFaults, savePolicy } from './save-draft.ts';
import { listPolicies, showPolicy } from './show-policy.ts';
import { showShadow } from './show-shadow.ts';

const replay: StaffHandler<typeof replayPolicyCall> = async ({ version, from, last }, request) => {
  const brand = brandOfRequest(request);
  const row = await findVersion(request.db, 'decision_policy', brand.id, version);
  if (isRejection(row)) return row;
  const before =
    from === undefined ? undefined : await findVersion(request.db, 'decision_policy', brand.id, from);
  if (before && isRejection(before)) return before;
  return replayPolicy(request.db, request.context.appContext, brand, {
    draft: policyOf(row),
    from: before && policyOf(before),
    last,
  });
};

/** Credit policies: their versions, drafts, replays and activation. */
export const policyArea: Area = {
  actions: [activateAction],
  texts: {
    badPolicy: 'This policy cannot be used: {faults}.',
    noDraft: 'This version is no draft any more.',
    noSuchVersion: 'The brand has no such version.',
    notChecked: 'Only a checked version that was never active can be activated.',
  },
  routes(server) {
    server.serveStaff(listPoliciesCall, listPolicies);
    server.serveStaff(showPolicyCall, showPolicy);
    server.serveStaff(showPolicyShadow, showShadow);
    server.serveStaff(findPolicyFaults, findFaults);
    server.serveStaff(savePolicyDraft, savePolicy);
    server.serveStaff(checkPolicyDraft, checkDraft);
    server.serveStaff(replayPolicyCall, replay);
    serveAction(server, activatePolicy, activateAction);
  },
};
