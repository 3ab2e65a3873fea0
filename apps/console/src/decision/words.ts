import type { DecisionField, SharedWith } from '@hiram/contract/console/decision';
import type { AskedThing, ChosenReason } from '@hiram/contract/console/decision-words';
import type { OrderStatus } from '@hiram/contract/order-status';
import { useLingui } from '@lingui/react/macro';
import type { ShownDecision } from './types.ts';

/** Why something waits, and the rules of the policy. A name of a newer server is shown as it is. */
export function useRuleWords(): (rule: string) => string {
  const { t } = useLingui();
  const rules: Readonly<Record<string, string>> = {
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
  return (rule) => rules[rule] ?? rule;
}

/** Reasons that the borrower reads. The preview shows the borrower's own text. */
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

export function useFieldWords(): Readonly<Record<DecisionField, string>> {
  const { t } = useLingui();
  return {
    fullName: t`Name`,
    birthDate: t`Born`,
    nationality: t`Citizen of`,
    document: t`Document`,
    employer: t`Work`,
    monthlyIncome: t`Income a month`,
    accountHolder: t`Account holder`,
    accountNumber: t`Account number`,
  };
}

export function useSharedWords(): Readonly<Record<SharedWith['kind'], string>> {
  const { t } = useLingui();
  return {
    document: t`Document`,
    account: t`Account`,
    device: t`Phone`,
    person: t`Name and birth date`,
  };
}

export function useStateWords(): Readonly<Record<ShownDecision['state'], string>> {
  const { t } = useLingui();
  return {
    waiting: t`waits`,
    approved: t`approved`,
    released: t`released`,
    refused: t`refused`,
    askedAgain: t`asked again`,
    cancelled: t`cancelled`,
  };
}

export function useStatusWords(): Readonly<Record<OrderStatus, string>> {
  const { t } = useLingui();
  return {
    applied: t`Applied`,
    refused: t`Refused`,
    approved: t`Approved`,
    active: t`Running`,
    dueSoon: t`Due soon`,
    overdue: t`Late`,
    settled: t`Settled`,
  };
}
