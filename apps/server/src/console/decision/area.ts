import {
  answerAppeal,
  approveApplication,
  confirmIdentity,
  failIdentity,
  listDecisions as listDecisionsCall,
  lookAgain,
  openIdentity,
  readDecisionField,
  refuseDecision,
  releaseHeldPayout,
  requestCorrections,
  showDecision as showDecisionCall,
} from '@hiram/contract/console/decision';
import type { Area } from '../actions/area.ts';
import { serveAction } from '../actions/serve-action.ts';
import { answerAppealAction } from './answer-appeal.ts';
import { approveAction } from './approve.ts';
import { confirmIdentityAction, failIdentityAction, showIdentity } from './identity.ts';
import { countDecisions, listDecisions } from './list-decisions.ts';
import { lookAgainAction } from './look-again.ts';
import { readField } from './read-field.ts';
import { refuseAction } from './refuse.ts';
import { releaseAction } from './release.ts';
import { requestCorrectionsAction } from './request-corrections.ts';
import { showDecision } from './show-decision.ts';

/** Applications, payouts, appeals and second looks that wait for a person. */
export const decisionArea: Area = {
  actions: [
    approveAction,
    refuseAction,
    releaseAction,
    requestCorrectionsAction,
    answerAppealAction,
    lookAgainAction,
    confirmIdentityAction,
    failIdentityAction,
  ],
  texts: {
    accountGone: 'The account of this payout is not the borrower’s any more.',
    alreadyDecided: 'Already decided by {by}.',
    identityDecided: 'This is decided already.',
    notIdentified:
      'The borrower is not identified: a reviewer confirms the document first, or asks for another picture.',
    onAList:
      'The borrower may be on a list of persons: the match must be cleared first, on the screen Screening.',
    heldByTime: 'This payout is held for a time only and is released by itself.',
    notOffered: 'This amount cannot be offered: the policy allows less, or the product has other steps.',
    policyRefuses: 'The policy refuses this application: {rules}. Refuse it, or ask the borrower.',
    wrongKind: 'This does not fit: an application is approved or refused, a payout is released or refused.',
  },
  routes(server) {
    server.serveStaff(listDecisionsCall.page, listDecisions);
    server.serveStaff(listDecisionsCall.count, countDecisions);
    server.serveStaff(showDecisionCall, showDecision);
    server.serveStaff(readDecisionField, readField);
    server.serveStaff(openIdentity, showIdentity);
    serveAction(server, confirmIdentity, confirmIdentityAction);
    serveAction(server, failIdentity, failIdentityAction);
    serveAction(server, approveApplication, approveAction);
    serveAction(server, refuseDecision, refuseAction);
    serveAction(server, releaseHeldPayout, releaseAction);
    serveAction(server, requestCorrections, requestCorrectionsAction);
    serveAction(server, answerAppeal, answerAppealAction);
    serveAction(server, lookAgain, lookAgainAction);
  },
};
