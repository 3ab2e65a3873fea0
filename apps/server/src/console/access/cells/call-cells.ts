import type { StaffCall } from '@hiram/contract/console/staff-call';

/**
 * The data that a call works on, where a lender has several cells.
 * - `home`: cell 0's own, as sessions and views.
 * - `reference`: cell 0's, which other cells have a copy of: staff, policies, stops. It is copied after the call.
 * - `subject`: one borrower, loan, request or file. The ids of the input name the cell, or the query does; else it is cell 0.
 * - `split`: several subjects; each cell gets its own ids.
 * - `first`: whichever cell has something, one after the other.
 * - `list`: rows of every cell, merged in their order.
 * - `sum`: figures of every cell, added.
 */
export type CallClass = 'home' | 'reference' | 'subject' | 'split' | 'first' | 'list' | 'sum';

/** Both calls of an action, and those of a list, by the name that they share; every other call by its own. */
// biome-ignore format: a line for each of two hundred names would hide the classes.
const names: Readonly<Record<CallClass, readonly string[]>> = {
  home: [
    'demoPeople', 'lock', 'me', 'moveDemoClock', 'signIn', 'signInDemo', 'signInOptions', 'signOut',
    'unlock', 'unlockOptions', 'addKeyOptions', 'changeKeysOptions', 'endMySession', 'endStaffSession',
    'endStaffSessions', 'invitationOptions', 'listRecoveries', 'listRoles', 'listSessions', 'listStaff',
    'myAccount', 'previewRoles', 'recoveryLink', 'recoveryOptions', 'startTotp', 'confirmTotp',
    'chooseColumns', 'listViews', 'removeView', 'saveView', 'countUncovered', 'showCoverage', 'whoMay',
    'lookAtCase', 'findPolicyFaults', 'listPolicies', 'showPolicy', 'savePolicyDraft', 'listStrategies',
    'showStrategy', 'saveStrategy', 'listAgencies', 'listFeedAccess', 'listTrailPeople', 'listExplainers',
  ],
  reference: [
    'acceptInvitation', 'addKey', 'endAdministrator', 'endEmployment', 'inviteStaff', 'recoverStaff',
    'registerRecovered', 'removeKey', 'renameKey', 'requestRoles', 'setLimit', 'answerOnCall',
    'cancelShift', 'planShift', 'activatePolicy', 'checkPolicyDraft', 'activateStrategy', 'addAgency',
    'addFeedWebhook', 'issueFeedKey', 'revokeFeedAccess', 'pauseSource', 'explainStop', 'setCeiling',
    'startPayouts', 'stopPayouts',
  ],
  subject: [
    'approvalOptions', 'approveRequest', 'askAboutApproval', 'openEvidence', 'rejectApproval',
    'showApprovalCase', 'withdrawApproval', 'checkMonth', 'closeMonth', 'exportJournals', 'exportPortfolio',
    'listJournals', 'listPeriods', 'postJournal', 'reopenMonth', 'showJournal', 'addNote', 'blockBorrower',
    'changeNumber', 'endBorrowerSessions', 'eraseBorrower', 'exportMoreData', 'exportBorrowerData',
    'holdErasure', 'listTimeline', 'proposeNumber', 'readBorrowerField', 'showBorrower', 'showName',
    'showOrderPage', 'unblockBorrower', 'claimLoan', 'endStop', 'makeCallCode', 'reportOutcome', 'setStop',
    'showLateLoan', 'showTeam', 'startCall', 'addAnswerPicture', 'answerComplaint', 'claimComplaint',
    'closeComplaint', 'complaintPicture', 'escalateComplaint', 'noteOnComplaint', 'reopenComplaint',
    'showComplaint', 'writeOnComplaint', 'answerAppeal', 'approveApplication', 'confirmIdentity',
    'failIdentity', 'lookAgain', 'openIdentity', 'readDecisionField', 'refuseDecision', 'releaseHeldPayout',
    'requestCorrections', 'showDecision', 'listDuties', 'makeDutyFile', 'recordDutyRejections',
    'signOffDuty', 'arrangeLoan', 'declineRequest', 'extendLoan', 'readAgreement', 'refundCredit',
    'showLoan', 'stopCharges', 'undoDecision', 'waiveDebt', 'writeOffLoan', 'importStatement',
    'listImports', 'planPosts', 'postLine', 'postMany', 'postMoney', 'refuseMoney', 'setLineAside',
    'showTransfer', 'transferReceipt', 'undoImport', 'cancelPayout', 'releasePayout', 'retryPayout',
    'settleReturn', 'clearHit', 'confirmHit', 'reportHit', 'showHit', 'replayPolicy', 'showPolicyShadow',
    'assignDifference', 'compareAgain', 'explainDifference', 'listAccounts', 'postSettlement',
    'showBankDay', 'showProviderDay', 'exportTrail', 'showCheckpoints', 'showTrailApproval',
    'verifyApproval', 'verifyCheckpoints', 'showTaskLoan',
  ],
  split: ['assignLoans', 'claimTasks', 'deferTasks', 'listColleagues', 'passOnTasks'],
  first: ['takeNextTask'],
  list: [
    'listApprovals', 'listComplaints', 'listDecisions', 'listDifferences', 'listHeldPayments', 'listHits',
    'listLateLoans', 'listMessages', 'listPayouts', 'listRefundsDue', 'listSettlements',
    'listStatementLines', 'listTrail', 'listTransfers', 'listWork',
  ],
  sum: [
    'countApprovals', 'countComplaints', 'countMoneyIn', 'countTodo', 'countWork', 'findAnything',
    'listPortfolioLoans', 'showBooks', 'showFunnel', 'showMoneyOut', 'showPortfolio', 'recallAgency',
  ],
};

const classes = new Map<string, CallClass>(
  Object.entries(names).flatMap(([of, own]) => own.map((name) => [name, of as CallClass])),
);

/** The names that have a class, for the check that each is a call's. */
export const classifiedNames: readonly string[] = [...classes.keys()];

/** The name under which a call has its class. */
export function classifiedName({ name }: StaffCall): string {
  const shared = name.replace(/(?:Preview|Submit|Count)$/, '');
  return classes.has(name) || !classes.has(shared) ? name : shared;
}

/** The class of a call. Throws for a call without one, so that no console starts with it. */
export function callClass(call: StaffCall): CallClass {
  const found = classes.get(classifiedName(call));
  if (found === undefined) throw new Error(`${call.name} has no class of data: call-cells.ts`);
  // A list's count is added, not merged.
  return found === 'list' && call.name.endsWith('Count') ? 'sum' : found;
}
