import type { ApprovalState } from '@hiram/contract/console/approval';
import type { policyRules, waitReasons } from '@hiram/contract/console/decision';
import type { AskedThing, ChosenReason } from '@hiram/contract/console/decision-words';
import type { LoanEventKind } from '@hiram/contract/console/loan-shapes';
import type { PayoutState } from '@hiram/contract/console/money-out';
import type { DifferenceReason } from '@hiram/contract/console/reconcile';
import type { ActionName, Right } from '@hiram/contract/console/rights';
import type { OrderStatus } from '@hiram/contract/order-status';
import { useLingui } from '@lingui/react/macro';

type WaitReason = (typeof waitReasons)[number] | (typeof policyRules)[number];
type State =
  | OrderStatus
  | PayoutState
  | ApprovalState
  | 'posted'
  | 'held'
  | 'reversed'
  | 'refunded'
  | 'pending';

type Named = Right | ActionName;
type OfMoney = Extract<Named, `${'loan' | 'moneyIn' | 'moneyOut' | 'reconcile'}.${string}`>;

/** What the contract names in rights and actions: `loan.waive`. */
export function useRightWords(): Readonly<Record<Named, string>> {
  return { ...usePeopleRights(), ...useMoneyRights() };
}

function usePeopleRights(): Readonly<Record<Exclude<Named, OfMoney>, string>> {
  const { t } = useLingui();
  return {
    'approval.grant': t`Grant requests`,
    'approval.read': t`See requests`,
    'borrower.block': t`Block a borrower`,
    'borrower.changeNumber': t`Change a borrower’s number`,
    'borrower.endSessions': t`End a borrower’s sessions`,
    'borrower.erase': t`Erase a borrower now`,
    'borrower.export': t`Export a borrower’s data`,
    'borrower.grant': t`Grant changes to borrowers`,
    'borrower.holdErasure': t`Hold an erasure`,
    'borrower.note': t`Write notes on borrowers`,
    'borrower.read': t`See borrowers`,
    'borrower.readEncrypted': t`Open hidden fields of borrowers`,
    'borrower.unblock': t`Unblock a borrower`,
    'complaint.answer': t`Answer complaints`,
    'complaint.read': t`See complaints`,
    'complaint.reopen': t`Reopen complaints`,
    'decision.approve': t`Approve an application`,
    'decision.ask': t`Ask a borrower to correct details`,
    'decision.decide': t`Decide applications and payouts`,
    'decision.grant': t`Grant decisions`,
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
    'staff.grantRecovery': t`Grant the recovery of a passkey`,
    'staff.grantRoles': t`Grant roles and limits`,
    'staff.invite': t`Invite people`,
    'staff.read': t`See staff and roles`,
    'staff.recover': t`Request the recovery of a passkey`,
    'staff.setLimit': t`Set limits of roles`,
    'trail.export': t`Export the trail`,
    'trail.read': t`See the trail`,
    'work.approval': t`Work on requests`,
    'work.complaint': t`Work on complaints`,
    'work.decision': t`Work on decisions`,
    'work.erasure': t`Work on erasures`,
    'work.moneyIn': t`Work on money in`,
    'work.moneyOut': t`Work on money out`,
    'work.read': t`See the work list`,
  };
}

function useMoneyRights(): Readonly<Record<OfMoney, string>> {
  const { t } = useLingui();
  return {
    'loan.extend': t`Extend a loan`,
    'loan.grant': t`Grant changes to loans`,
    'loan.read': t`See loans`,
    'loan.readAgreement': t`Open loan agreements`,
    'loan.refund': t`Record a refund`,
    'loan.stopCharges': t`Stop late charges`,
    'loan.undo': t`Undo a decision on a loan`,
    'loan.waive': t`Waive a debt`,
    'loan.writeOff': t`Write off a loan`,
    'moneyIn.grant': t`Grant postings of money`,
    'moneyIn.import': t`Import bank statements`,
    'moneyIn.post': t`Post money that waits`,
    'moneyIn.read': t`See money that comes in`,
    'moneyIn.refuse': t`Refuse money that waits`,
    'moneyOut.cancel': t`Cancel a payout`,
    'moneyOut.grant': t`Grant payouts and their limits`,
    'moneyOut.read': t`See payouts`,
    'moneyOut.release': t`Release a payout over the day’s limit`,
    'moneyOut.retry': t`Send a payout again`,
    'moneyOut.setCeiling': t`Set the day’s limits of payouts`,
    'moneyOut.start': t`Start payouts again`,
    'moneyOut.stop': t`Stop all payouts`,
    'reconcile.askAgain': t`Compare a day again`,
    'reconcile.explain': t`Explain differences`,
    'reconcile.grant': t`Grant settlements`,
    'reconcile.read': t`See differences`,
    'reconcile.settle': t`Post a provider’s settlement`,
  };
}

/** The states of orders, payouts, payments and requests. */
export function useStateWords(): Readonly<Record<State, string>> {
  const { t } = useLingui();
  return {
    applied: t`Applied`,
    refused: t`Refused`,
    approved: t`Approved`,
    active: t`Running`,
    dueSoon: t`Due soon`,
    overdue: t`Late`,
    settled: t`Settled`,
    requested: t`To be sent`,
    sent: t`Sent`,
    paid: t`Paid`,
    returned: t`Returned`,
    waiting: t`Waiting`,
    done: t`Done`,
    withdrawn: t`Withdrawn`,
    expired: t`Expired`,
    changed: t`Changed meanwhile`,
    posted: t`Posted`,
    held: t`Held`,
    reversed: t`Reversed`,
    refunded: t`Refunded`,
    pending: t`On its way`,
  };
}

/** The kinds of a loan’s events. */
export function useEventWords(): Readonly<Record<LoanEventKind, string>> {
  const { t } = useLingui();
  return {
    disbursed: t`Disbursed`,
    paid: t`Paid`,
    extended: t`Extended`,
    waived: t`Waived`,
    refunded: t`Refunded`,
    reversed: t`Reversed`,
    writtenOff: t`Written off`,
    chargesStopped: t`Charges stopped`,
  };
}

/** Why an application or a payout waits for a person. */
export function useWaitWords(): Readonly<Record<WaitReason, string>> {
  const { t } = useLingui();
  return {
    sharedDocument: t`Another borrower has the same document`,
    sharedAccount: t`Another borrower has the same account`,
    sharedDevice: t`Another borrower uses the same phone`,
    nameChanged: t`The name changed after an earlier application`,
    scorerRefers: t`The scorer wants a person to look`,
    scorerSilent: t`The scorer did not answer`,
    holderName: t`The account is in another name`,
    accountChanged: t`The account was just changed`,
    incomplete: t`Details are complete`,
    notFilipino: t`Citizen of the country`,
    underAge: t`Of age`,
    noCapacity: t`Full legal capacity`,
    noAddress: t`Permanent address`,
    blocked: t`Not blocked`,
    runningOrder: t`No other running loan`,
    unaffordable: t`Instalment within the share of income`,
  };
}

/** Reasons for refusing that the borrower reads. The preview shows the borrower’s own text. */
export function useReasonWords(): Readonly<Record<ChosenReason, string>> {
  const { t } = useLingui();
  return {
    foreignAccount: t`The account is not in their name`,
    identityUnclear: t`Identity not confirmed`,
    detailsUnclear: t`Details contradict each other`,
    usedElsewhere: t`Details belong to another borrower`,
    unaffordable: t`Too large for the income`,
    score: t`Our assessment`,
    incomplete: t`Details are missing`,
    notFilipino: t`Not a citizen`,
    underAge: t`Not of age`,
    noCapacity: t`No full legal capacity`,
    noAddress: t`No permanent address`,
    blocked: t`We cannot offer a loan`,
    runningOrder: t`Another loan is running`,
  };
}

/** What a borrower may be asked to correct. */
export function useAskedWords(): Readonly<Record<AskedThing, string>> {
  const { t } = useLingui();
  return {
    name: t`Check the name`,
    document: t`Check the document`,
    address: t`Check the address`,
    work: t`Check the work`,
    income: t`Check the income`,
    ownAccount: t`Name an own account`,
  };
}

/** How a provider’s statement and our books differ. */
export function useDifferenceWords(): Readonly<Record<DifferenceReason, string>> {
  const { t } = useLingui();
  return {
    'missing here': t`Missing here`,
    'missing there': t`Missing at the provider`,
    'taken in now': t`It never reached us; posted now`,
    'amount differs': t`The amount differs`,
    'day differs': t`The day differs`,
    'state differs': t`The state differs`,
    'unknown reference': t`It names nothing of ours`,
    'pending too long': t`On its way for too long`,
    'posted twice': t`Posted twice under two ids`,
    'held here': t`Held here, so not in the books`,
    'refunded there': t`Refunded at the provider`,
    'cash differs': t`The day’s total differs`,
  };
}

/** The word for a name of the engine, whatever it names. A name of a newer server is shown as it is. */
export function useAnyWord(): (name: string) => string {
  const words: Readonly<Record<string, string>> = {
    ...useReasonWords(),
    ...useWaitWords(),
    ...useEventWords(),
    ...useStateWords(),
    ...useRightWords(),
  };
  return (name) => words[name] ?? name;
}
