import type { OwedPart } from '@hiram/contract/console/loan-shapes';
import type { OrderStatus } from '@hiram/contract/order-status';
import { useLingui } from '@lingui/react/macro';
import { useEventWords, useStateWords } from '../i18n/words.ts';
import type { Tone } from '../kit/Status.tsx';

/** The words of the loan desk for what the contract names. */
export function useLoanWords() {
  const { t } = useLingui();
  const parts: Readonly<Record<OwedPart, string>> = {
    principal: t`Principal`,
    interest: t`Interest`,
    late: t`Late charge`,
    penalty: t`Penalty`,
    refund: t`Refund owed`,
  };
  return { parts, kinds: useEventWords(), statuses: useStateWords() };
}

export const statusTones: Readonly<Record<OrderStatus, Tone>> = {
  applied: 'waiting',
  refused: 'plain',
  approved: 'waiting',
  active: 'good',
  dueSoon: 'clock',
  overdue: 'danger',
  settled: 'good',
};

/** A rate in millionths as per cent: 4000 is `0.4 %`. */
export function percent(ppm: number): string {
  return `${Number((ppm / 10_000).toFixed(4))} %`;
}
