import { useLingui } from '@lingui/react/macro';
import { money } from '../../app/settings/money.ts';

/** Says on every screen what each repayment of a loan is, and the last one, which bears the rounding. Cents. */
export function useEachRepayment(): (periods: number, repayment: number, total: number) => string {
  const { t } = useLingui();
  return (periods, repayment, total) =>
    t`${money(repayment)} each, last ${money(total - (periods - 1) * repayment)}`;
}
