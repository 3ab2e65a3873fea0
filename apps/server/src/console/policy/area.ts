import {
  activatePolicy,
  checkPolicyDraft,
  comparePolicies as comparePoliciesCall,
  listPolicies as listPoliciesCall,
  replayPolicy as replayPolicyCall,
  savePolicyDraft,
  showPolicy as showPolicyCall,
} from '@hiram/contract/console/policy';
import { policyOf } from '../../lending/origination/decision/policies.ts';
import { replayPolicy } from '../../lending/origination/decision/replay.ts';
import { isRejection } from '../../platform/errors/rejection.ts';
import type { StaffHandler } from '../access/serve-staff.ts';
import type { Area } from '../actions/area.ts';
import { serveAction } from '../actions/serve-action.ts';
import { activateAction } from './activate.ts';
import { brandOfRequest, policyRow } from './policy-rows.ts';
import { checkDraft, saveDraft } from './save-draft.ts';
import { comparePolicies, listPolicies, showPolicy } from './show-policy.ts';

const replay: StaffHandler<typeof replayPolicyCall> = async ({ version, last }, request) => {
  const brand = brandOfRequest(request);
  const row = await policyRow(request.db, brand.id, version);
  if (isRejection(row)) return row;
  return replayPolicy(request.db, request.context.appContext, brand, { draft: policyOf(row), last });
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
    server.serveStaff(comparePoliciesCall, comparePolicies);
    server.serveStaff(savePolicyDraft, saveDraft);
    server.serveStaff(checkPolicyDraft, checkDraft);
    server.serveStaff(replayPolicyCall, replay);
    serveAction(server, activatePolicy, activateAction);
  },
};
