import type { OrderId } from '@hiram/contract/ids';
import type { LoanDetails } from '@hiram/contract/order';
import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Button } from '../kit/controls/Button.tsx';
import { useWithdrawal } from './useWithdrawal.ts';

/** Starts the payout of an approved loan. */
export function Withdraw({
  details,
  orderId,
}: {
  readonly details: LoanDetails;
  readonly orderId: OrderId;
}): ReactNode {
  const { t } = useLingui();
  const { withdrawMoney, busy } = useWithdrawal(details, orderId, () => undefined);
  return <Button busy={busy} onTap={() => void withdrawMoney()}>{t`Withdraw Now`}</Button>;
}
