import type { DueCard } from '@hiram/contract/order';
import { useLingui } from '@lingui/react/macro';
import { money, showDate } from '../../app/settings/money.ts';

/** How the amount of a payoff follows from what is owed and what it saves. Cents. */
export function useSavedSum(): (amount: number, saves: number) => string {
  const { t } = useLingui();
  return (amount, saves) => t`${money(amount + saves)} owed in all − ${money(saves)}`;
}

/** The saving of a payoff against everything owed, and the day for which its amount holds. */
export function usePayoffWords({ payoff, owedInAll }: DueCard): string {
  const { t } = useLingui();
  const date = showDate(payoff.date);
  const holds = `${t`Holds for today, ${date}`}.`;
  return payoff.saves > 0
    ? `${t`Saves ${money(payoff.saves)} of the ${money(owedInAll)} owed in all.`} ${holds}`
    : holds;
}
