import type { LoanEventKind, OwedPart } from '@hiram/contract/console/loan-shapes';
import type { OrderStatus } from '@hiram/contract/order-status';
import { useLingui } from '@lingui/react/macro';
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
  const kinds: Readonly<Record<LoanEventKind, string>> = {
    disbursed: t`Disbursed`,
    paid: t`Paid`,
    extended: t`Extended`,
    waived: t`Waived`,
    refunded: t`Refunded`,
    reversed: t`Reversed`,
    writtenOff: t`Written off`,
    chargesStopped: t`Charges stopped`,
  };
  const statuses: Readonly<Record<OrderStatus, string>> = {
    applied: t`Applied`,
    refused: t`Refused`,
    approved: t`Approved`,
    active: t`Running`,
    dueSoon: t`Due soon`,
    overdue: t`Late`,
    settled: t`Settled`,
  };
  return { parts, kinds, statuses };
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
