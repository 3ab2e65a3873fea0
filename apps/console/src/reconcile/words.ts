import type { ComparedRow, ShownDifference } from '@hiram/contract/console/reconcile';
import { useLingui } from '@lingui/react/macro';

/** The words for the compared kinds. */
export function useKindWords(): Readonly<Record<ShownDifference['kind'] | ComparedRow['kind'], string>> {
  const { t } = useLingui();
  return { payment: t`Payment`, payout: t`Payout`, refund: t`Refund`, day: t`Whole day` };
}
