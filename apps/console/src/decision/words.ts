import type { DecisionField, ReviewKind, SharedWith } from '@hiram/contract/console/decision';
import { useLingui } from '@lingui/react/macro';
import type { ShownDecision } from './types.ts';

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

/** The subjects of a review. */
export function useReviewKindWords(): Readonly<Record<ReviewKind, string>> {
  const { t } = useLingui();
  return {
    application: t`Application`,
    payout: t`Payout`,
    appeal: t`Question about a refusal`,
    secondLook: t`Second look`,
  };
}

export function useStateWords(): Readonly<Record<ShownDecision['state'], string>> {
  const { t } = useLingui();
  return {
    waiting: t`waits`,
    approved: t`approved`,
    released: t`released`,
    rejected: t`rejected`,
    resubmissionRequested: t`asked again`,
    cancelled: t`cancelled`,
    upheld: t`refusal stands`,
    reopened: t`may apply again`,
    agreed: t`agrees`,
    doubted: t`would have decided otherwise`,
  };
}

/** What a person does about each reason why something waits. */
export function useNextWords(): Readonly<Record<string, string>> {
  const { t } = useLingui();
  const shared = t`See under Same person or account elsewhere who has it, and how their loan goes.`;
  const pictures = t`Open the pictures and compare them with what was typed.`;
  const away = t`It was asked and did not answer: decide by what is here, or later.`;
  return {
    sharedDocument: shared,
    sharedDevice: shared,
    sharedAccount: shared,
    blockedElsewhere: shared,
    nameChanged: pictures,
    identity: pictures,
    identitySilent: pictures,
    screening: t`An officer decides the match under Screening first.`,
    screeningSilent: away,
    scorerSilent: away,
    directorySilent: away,
    bureauSilent: away,
    scorerRefers: t`It gives no reason: weigh the policy’s lines and the facts.`,
    holderName: t`Compare Account holder with Name under Facts. If it belongs to someone else, ask for another account.`,
    accountChanged: t`See when the account was named. In doubt, ask the borrower for another one.`,
    borrowerAsks: t`Read what was decided, and answer.`,
    sampled: t`Say whether you would have decided the same.`,
  };
}
