import { useLingui } from '@lingui/react/macro';

/** A component of the books in words; one of a provider names it. */
export function useComponentWords(): (component: string) => string {
  const { t } = useLingui();
  const words: Readonly<Record<string, string>> = {
    clearing: t`Payout under way`,
    principal: t`Principal`,
    interestReceivable: t`Interest receivable`,
    lateReceivable: t`Late charge receivable`,
    penaltyReceivable: t`Penalty receivable`,
    refundReceivable: t`Refund owed by the borrower`,
    allowance: t`Allowance`,
    credit: t`Credit of the borrower`,
    interestAhead: t`Interest received ahead`,
    feeDeferred: t`Fee deferred`,
    suspense: t`Unidentified money`,
    interestIncome: t`Interest`,
    feeIncome: t`Fee earned`,
    lateIncome: t`Late charge`,
    penaltyIncome: t`Penalty`,
    recovery: t`Recovery`,
    creditLoss: t`Credit loss`,
  };
  return (component) => {
    const provider = component.slice('cash:'.length);
    return words[component] ?? (component.startsWith('cash:') ? t`Cash, ${provider}` : component);
  };
}
