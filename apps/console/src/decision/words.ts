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
