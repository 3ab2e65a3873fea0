import type { ApprovalState } from '@hiram/contract/console/approval';
import type { policyRules, waitReasons } from '@hiram/contract/console/decision';
import type { ChosenReason, Correction } from '@hiram/contract/console/decision-words';
import type { LoanEventKind, PayoutHoldReason } from '@hiram/contract/console/loan-shapes';
import type { PayoutState } from '@hiram/contract/console/money-out';
import type { HitRow } from '@hiram/contract/console/officer';
import type { DifferenceReason } from '@hiram/contract/console/reconcile';
import type { ShippedRole } from '@hiram/contract/console/rights';
import type { OrderStatus } from '@hiram/contract/order-status';
import type { TaskKind } from '@hiram/contract/task-kind';
import { useLingui } from '@lingui/react/macro';
import { useRightWords } from './right-words.ts';

type WaitReason = (typeof waitReasons)[number] | (typeof policyRules)[number];
type State =
  | OrderStatus
  | PayoutState
  | ApprovalState
  | 'posted'
  | 'held'
  | 'reversed'
  | 'refunded'
  | 'pending'
  | 'proposed'
  | 'accepted'
  | 'declined'
  | 'lapsed'
  | 'kept'
  | 'broken';

/** The states of orders, payouts, payments and requests. */
export function useStateWords(): Readonly<Record<State, string>> {
  const { t } = useLingui();
  return {
    applied: t`Applied`,
    rejected: t`Rejected`,
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
    proposed: t`Proposed`,
    accepted: t`Accepted`,
    declined: t`Declined`,
    lapsed: t`Lapsed`,
    kept: t`Kept`,
    broken: t`Broken`,
  };
}

/** The name of each kind. */
export function useTaskKindWords(): Readonly<Record<TaskKind, string>> {
  const { t } = useLingui();
  return {
    complaint: t`Complaint`,
    transfer: t`Transfer`,
    heldPayment: t`Held payment`,
    unknownPayment: t`Unknown payment`,
    contradictedPayout: t`Contradicted payout`,
    refund: t`Refund due`,
    application: t`Application`,
    payout: t`Payout to review`,
    appeal: t`Question about a refusal`,
    secondLook: t`Second look`,
    heldPayout: t`Held payout`,
    returnedPayout: t`Returned payout`,
    statement: t`Statement line`,
    erasure: t`Erasure`,
    approval: t`Approval`,
    lateLoan: t`Late loan`,
    arrangement: t`Request to pay in parts`,
    screeningHit: t`Possible match`,
    screeningCase: t`Confirmed match`,
    duty: t`Report to an authority`,
    coverageGap: t`Gap in the coverage`,
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
    arranged: t`Arrangement made`,
    arrangementEnded: t`Arrangement ended`,
  };
}

/** The words for the reasons why an application or a payout waits for a person. */
function useWaitWords(): Readonly<Record<WaitReason, string>> {
  const { t } = useLingui();
  return {
    sharedDocument: t`Another borrower has the same document`,
    sharedAccount: t`Another borrower has the same account`,
    sharedDevice: t`Another borrower uses the same phone`,
    nameChanged: t`The name changed after an earlier application`,
    bureauSilent: t`The credit bureau did not answer`,
    identity: t`The document is not confirmed`,
    identitySilent: t`The identity service did not answer`,
    screeningSilent: t`The screening service did not answer`,
    scorerRefers: t`The scorer wants a person to look`,
    blockedElsewhere: t`A person with this number or document is blocked in another cell`,
    directorySilent: t`The directory of the cells did not answer`,
    scorerSilent: t`The scorer did not answer`,
    holderName: t`The account is in another name`,
    screening: t`May be on a list of persons`,
    accountChanged: t`The account was just changed`,
    borrowerAsks: t`The borrower asks a person`,
    sampled: t`Sampled for a second look`,
    incomplete: t`Details are complete`,
    notFilipino: t`Citizen of the country`,
    underAge: t`Of age`,
    noCapacity: t`Full legal capacity`,
    noAddress: t`Permanent address`,
    blocked: t`Not blocked`,
    runningOrder: t`No other running loan`,
    unaffordable: t`Instalment within the share of income`,
    otherLenders: t`Fewer lenders than the law allows`,
    limit: t`Within the limit`,
  };
}

/** The words for the reasons why a payout that was to be sent is held. */
export function useHoldWords(): Readonly<Record<PayoutHoldReason, string>> {
  const { t } = useLingui();
  return {
    ceiling: t`Daily limit of payouts reached`,
    firstLoans: t`Daily limit of first loans reached`,
    screening: t`May be on a list of persons`,
    identity: t`Not identified`,
    check: t`A check of the borrower`,
    otherLoan: t`Another loan runs again`,
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

/** The words for the corrections that a borrower may be asked for. */
export function useCorrectionWords(): Readonly<Record<Correction, string>> {
  const { t } = useLingui();
  return {
    name: t`Check the name`,
    document: t`Check the document`,
    address: t`Check the address`,
    work: t`Check the work`,
    income: t`Check the income`,
    front: t`Send the front of the document again`,
    back: t`Send the back of the document again`,
    selfie: t`Send the selfie again`,
    ownAccount: t`Name an own account`,
  };
}

/** The words for the differences between a provider’s statement and our books. */
export function useDifferenceWords(): Readonly<Record<DifferenceReason, string>> {
  const { t } = useLingui();
  return {
    'missing here': t`Missing in the books`,
    'missing there': t`Missing on the statement`,
    'posted now': t`It never reached us; posted now`,
    'amount differs': t`The amount differs`,
    'day differs': t`The day differs`,
    'state differs': t`The state differs`,
    'unknown reference': t`It names nothing of ours`,
    'pending too long': t`On its way for too long`,
    'posted twice': t`Posted twice under two ids`,
    'held here': t`Held in suspense`,
    'refunded there': t`Refunded at the provider`,
    'cash differs': t`The day’s total differs`,
  };
}

/** The words for the data that the staff opened. A borrower’s form has the form’s own name of the field. */
export function useReadWords(): (field: string) => string {
  const { t } = useLingui();
  const words: Readonly<Record<string, string>> = {
    phone: t`number`,
    account: t`payout account`,
    holder: t`account holder`,
    accountHolder: t`account holder`,
    accountNumber: t`payout account`,
    orderPage: t`their own page`,
    card: t`borrower’s page`,
    loan: t`loan`,
    application: t`application`,
    complaint: t`complaint`,
    hit: t`match with a list`,
    complaintPicture: t`picture of a complaint`,
    identityDocument: t`identity document`,
    transfer: t`transfer`,
    receipt: t`receipt`,
    sameSurname: t`warning of the same surname`,
    agreement: t`agreement`,
    everything: t`all data`,
    export: t`export`,
  };
  return (field) =>
    words[field] ??
    field
      .replace(/^.*\./, '')
      .replace(/([A-Z])/g, ' $1')
      .toLowerCase();
}

/** The lists of persons whom the lender must not deal with. */
export function useListNames(): Readonly<Record<HitRow['list'], string>> {
  const { t } = useLingui();
  return {
    un: t`United Nations`,
    amlc: t`AMLC`,
    ofac: t`OFAC`,
    own: t`Our own list`,
    outside: t`Screening service`,
  };
}

/** The roles that an installation starts with. A lender's own role is shown by its own name. */
export function useRoleWords(): Readonly<Record<ShippedRole, string>> {
  const { t } = useLingui();
  return {
    admin: t`Administrator`,
    agency: t`Collection agent`,
    cashier: t`Cashier`,
    collector: t`Collector`,
    controller: t`Controller`,
    marketer: t`Marketer`,
    officer: t`Officer`,
    reviewer: t`Reviewer`,
    risk: t`Risk manager`,
    support: t`Support agent`,
  };
}

/** Accounts of the ledger and of the lender’s own journal. `cash:xendit` is the money at a provider. */
export function useAccountWord(): (account: string) => string {
  const { t } = useLingui();
  const words: Readonly<Record<string, string>> = {
    'loan:principal': t`Principal of loans`,
    'clearing:payout': t`Payouts on their way`,
    'income:fee': t`Fees earned`,
    'income:interest': t`Interest earned`,
    'income:late': t`Late interest earned`,
    'income:lateCharge': t`Late charges earned`,
    'income:penalty': t`Penalties earned`,
    'income:recovery': t`Recovered after write-off`,
    'suspense:unidentified': t`Held, no loan’s yet`,
    'borrower:credit': t`Credit of the borrower`,
    'loss:writeOff': t`Written-off loans`,
    'bank:settlement': t`Bank account`,
    'cash:transfer': t`Bank account for transfers`,
    'expense:providerFee': t`Providers’ fees`,
  };
  return (account) => {
    const provider = /^cash:(.+)$/.exec(account)?.[1];
    return words[account] ?? (provider === undefined ? account : t`Money at ${provider}`);
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
    ...useRoleWords(),
  };
  return (name) => words[name] ?? name;
}
