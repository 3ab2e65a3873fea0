import type { AccountType, CloseCheckName, JournalKind } from '@hiram/contract/console/books';
import { useLingui } from '@lingui/react/macro';

/** Types of accounts, as headings. */
export function useTypeWords(): Readonly<Record<AccountType, string>> {
  const { t } = useLingui();
  return {
    asset: t`Assets`,
    liability: t`Liabilities`,
    equity: t`Equity`,
    income: t`Income`,
    expense: t`Expenses`,
  };
}

export function useKindWords(): Readonly<Record<JournalKind, string>> {
  const { t } = useLingui();
  return {
    accrual: t`Charged`,
    allowance: t`Allowance`,
    money: t`Money moved`,
    loss: t`Lost`,
    settlement: t`Settlement`,
    unidentified: t`Unidentified money`,
    manual: t`By hand`,
  };
}

/** The checks before a month is closed. */
export function useCheckWords(): Readonly<Record<CloseCheckName, string>> {
  const { t } = useLingui();
  return {
    earlier: t`Earlier months are closed`,
    posted: t`Posted to the end of the month`,
    numbers: t`Numbers without a gap`,
    items: t`Journals equal their loans`,
    loans: t`Loans’ own ledger ties`,
    suspense: t`Unidentified money explained`,
    cash: t`Cash agrees with the providers`,
    settlements: t`Settlements posted`,
  };
}

/** A component of the books in words; one of a provider names it. */
export function useComponentWords(): (component: string) => string {
  const { t } = useLingui();
  const words: Readonly<Record<string, string>> = {
    clearing: t`Payout under way`,
    principal: t`Principal`,
    interestReceivable: t`Interest receivable`,
    lateReceivable: t`Late charge receivable`,
    penaltyReceivable: t`Penalty receivable`,
    refundOwed: t`Refund owed by the borrower`,
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
