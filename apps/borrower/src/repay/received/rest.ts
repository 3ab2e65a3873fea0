import type { CodeStatus } from '@hiram/contract/repay';
import { useLingui } from '@lingui/react/macro';
import { money, showDate } from '../../app/settings/money.ts';

/** A sentence with the amount left after a payment and its due day; empty if the server does not send them. */
export function useRest(rest: CodeStatus['remainder']): string {
  const { t } = useLingui();
  if (!rest) return '';
  const credit = rest.credit > 0 ? ` ${t`Your credit: ${money(rest.credit)}.`}` : '';
  if (rest.settled) return t`Your loan is settled, you owe nothing more.` + credit;
  return t`Next to pay: ${money(rest.repayAmount)}, due ${showDate(rest.dueDate)}. Left to pay: ${money(rest.owedInAll)}.`;
}
