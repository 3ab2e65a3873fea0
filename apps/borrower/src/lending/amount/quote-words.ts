import type { DueCard } from '@hiram/contract/order';
import { useLingui } from '@lingui/react/macro';
import { showDate } from '../../app/settings/money.ts';

/** The label and the due text of a quote's amount, the same on every screen. */
export function useQuoteWords(due: DueCard | undefined): { readonly label: string; readonly when: string } {
  const { t } = useLingui();
  if (!due) return { label: '', when: '' };
  const date = showDate(due.dueDate);
  // An overdue amount may be everything that is left.
  const settles = due.payoff.isAllowed && due.payoff.amount === due.repayAmount;
  switch (due.kind) {
    case 'payoff':
      return { label: t`Pays off the whole loan`, when: t`Holds for today, ${date}` };
    case 'charges':
      return { label: t`Late charges left to pay`, when: t`Due now, ${date}` };
    case 'overdue':
      return {
        label: settles
          ? t`Pays off the whole loan`
          : due.dueThrough
            ? t`Late, and due by ${showDate(due.dueThrough)}`
            : t`Amount due today`,
        when: t`Due since ${date}`,
      };
    case 'maturity':
      return { label: t`Amount due at the end`, when: t`Due ${date}` };
    default:
      return { label: t`Next payment`, when: t`Due ${date}` };
  }
}
