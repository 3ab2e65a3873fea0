import type { OrderId } from '@hiram/contract/ids';
import type { LoanDetails } from '@hiram/contract/order';
import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useEffect, useRef } from 'react';
import { money } from '../../app/settings/money.ts';
import { Button } from '../../kit/controls/Button.tsx';
import { endPayoutWish, wantedAmount } from '../../lending/seen.ts';
import { useWithdrawal } from './useWithdrawal.ts';

/**
 * Starts the payout of an approved loan: at once for whoever tapped to send it and then named the account,
 * unless something would hold the payout, which its text says.
 */
export function Withdraw({
  details,
  orderId,
}: {
  readonly details: LoanDetails;
  readonly orderId: OrderId;
}): ReactNode {
  const { t } = useLingui();
  const { withdrawMoney, busy } = useWithdrawal(details, orderId, () => undefined);
  const start = useRef(withdrawMoney);
  const isWanted = details.paysAtOnce && wantedAmount(orderId) !== undefined;
  useEffect(() => {
    if (!isWanted) return;
    endPayoutWish(orderId);
    void start.current();
  }, [isWanted, orderId]);
  const { payoutTo } = details;
  return (
    <Button busy={busy} onTap={() => void withdrawMoney()}>
      {payoutTo ? t`Send ${money(payoutTo.amount)} to ${payoutTo.account}` : t`Withdraw Now`}
    </Button>
  );
}
