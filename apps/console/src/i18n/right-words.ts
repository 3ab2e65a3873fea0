import type { ActionName, costLimit, Right } from '@hiram/contract/console/rights';
import { useLingui } from '@lingui/react/macro';

type Named = Right | ActionName | typeof costLimit;
type OfMoney = Extract<Named, `${'loan' | 'moneyIn' | 'moneyOut' | 'reconcile'}.${string}`>;

/** The words for the contract's names in rights and actions: `loan.waive`. */
export function useRightWords(): Readonly<Record<Named, string>> {
  return { ...usePeopleRights(), ...useMoneyRights() };
}

function usePeopleRights(): Readonly<Record<Exclude<Named, OfMoney>, string>> {
  const { t } = useLingui();
  return {
    cost: t`Cost of everything done alone`,
    'approval.approve': t`Approve requests`,
    'approval.read': t`See requests`,
    'borrower.block': t`Block a borrower`,
    'borrower.changeNumber': t`Change a borrower’s number`,
    'borrower.endSessions': t`End a borrower’s sessions`,
    'borrower.erase': t`Erase a borrower now`,
    'borrower.export': t`Export a borrower’s data`,
    'borrower.approveRequest': t`Approve changes to borrowers`,
    'borrower.holdErasure': t`Hold an erasure`,
    'borrower.listNames': t`See borrowers’ names in lists`,
    'borrower.nameInCases': t`See borrowers’ names in complaints and cases`,
    'borrower.nameOfLateLoan': t`See borrowers’ names on late loans`,
    'borrower.note': t`Write notes on borrowers`,
    'borrower.read': t`See borrowers`,
    'borrower.readEncrypted': t`Open hidden fields of borrowers`,
    'borrower.showName': t`Open a borrower’s name, with a reason`,
    'borrower.unblock': t`Unblock a borrower`,
    'complaint.answer': t`Answer complaints`,
    'complaint.read': t`See complaints`,
    'complaint.reopen': t`Reopen complaints`,
    'coverage.plan': t`Plan shifts and on-call duty`,
    'coverage.read': t`See who could approve what`,
    'decision.approve': t`Approve an application`,
    'decision.requestCorrections': t`Ask a borrower to correct details`,
    'decision.decide': t`Decide applications and payouts`,
    'decision.approveRequest': t`Approve decisions`,
    'decision.read': t`See decisions`,
    'decision.readField': t`Open hidden fields of an application`,
    'decision.refuse': t`Refuse an application`,
    'decision.release': t`Release a payout that was held`,
    'find.read': t`Find anything`,
    'funnel.pause': t`Pause a source of visitors`,
    'funnel.read': t`See the funnel`,
    'staff.assignRoles': t`Give people roles`,
    'staff.endEmployment': t`End an employment`,
    'staff.endSessions': t`End sessions of staff`,
    'staff.approveRecovery': t`Approve the recovery of a passkey`,
    'staff.approveRoles': t`Approve roles and limits`,
    'staff.invite': t`Invite people`,
    'staff.read': t`See staff and roles`,
    'staff.recover': t`Request the recovery of a passkey`,
    'staff.setLimit': t`Set limits of roles`,
    'trail.export': t`Export the trail`,
    'trail.read': t`See the trail`,
    'screening.approveRequest': t`Approve decisions on matches with lists`,
    'screening.clear': t`Clear a match with a list`,
    'screening.confirm': t`Confirm a match with a list`,
    'screening.decide': t`Decide matches with lists`,
    'screening.read': t`See matches with lists`,
    'screening.report': t`Record the report of a match`,
    'view.save': t`Save views of lists`,
    'view.share': t`Save views for the team`,
    'work.approval': t`Work on requests`,
    'work.complaint': t`Work on complaints`,
    'work.decision': t`Work on decisions`,
    'work.erasure': t`Work on erasures`,
    'work.lateLoan': t`Work on late loans`,
    'work.moneyIn': t`Work on money in`,
    'work.moneyOut': t`Work on money out`,
    'work.read': t`See the work list`,
    'work.screening': t`Work on matches with lists`,
    'work.screeningCase': t`Work on cases of matches`,
  };
}

function useMoneyRights(): Readonly<Record<OfMoney, string>> {
  const { t } = useLingui();
  return {
    'loan.extend': t`Extend a loan`,
    'loan.approveRequest': t`Approve changes to loans`,
    'loan.read': t`See loans`,
    'loan.readAgreement': t`Open loan agreements`,
    'loan.refund': t`Record a refund`,
    'loan.stopCharges': t`Stop late charges`,
    'loan.undo': t`Undo a decision on a loan`,
    'loan.waive': t`Waive a debt`,
    'loan.writeOff': t`Write off a loan`,
    'moneyIn.approveRequest': t`Approve postings of money`,
    'moneyIn.import': t`Import bank statements`,
    'moneyIn.post': t`Post money that waits`,
    'moneyIn.postLine': t`Post a line of a bank statement`,
    'moneyIn.read': t`See money that comes in`,
    'moneyIn.refuse': t`Refuse money that waits`,
    'moneyOut.cancel': t`Cancel a payout`,
    'moneyOut.approveRequest': t`Approve payouts and their limits`,
    'moneyOut.read': t`See payouts`,
    'moneyOut.release': t`Release a payout over the day’s limit`,
    'moneyOut.retry': t`Send a payout again`,
    'moneyOut.setCeiling': t`Set the day’s limits of payouts`,
    'moneyOut.start': t`Start payouts again`,
    'moneyOut.stop': t`Stop all payouts`,
    'reconcile.compareAgain': t`Compare a day again`,
    'reconcile.explain': t`Explain differences`,
    'reconcile.approveRequest': t`Approve settlements`,
    'reconcile.read': t`See differences`,
    'reconcile.settle': t`Post a provider’s settlement`,
  };
}
