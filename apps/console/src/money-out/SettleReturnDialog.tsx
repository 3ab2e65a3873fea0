import { type ShownPayout, settleReturn } from '@hiram/contract/console/money-out';
import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { ReasonDialog } from '../action/ReasonDialog.tsx';
import { Money } from '../app/cells.tsx';
import { useToast } from '../kit/toast.tsx';
import { useStaffAction } from '../net/useStaffCall.ts';

interface Props {
  readonly payout: ShownPayout;
  readonly brand: string;
  readonly onClose: () => void;
}

/** Closes the task of a returned payout, with a note that stays with the borrower. */
export function SettleReturnDialog({ payout, brand, onClose }: Props): ReactNode {
  const { t } = useLingui();
  const toast = useToast();
  const settling = useStaffAction(settleReturn, brand);
  const send = async (note: string) => {
    await settling.mutateAsync({ payoutId: payout.payoutId, note });
    toast(t`Settled.`);
  };
  return (
    <ReasonDialog
      title={t`Settle this returned payout`}
      about={<Money cents={payout.amount} />}
      action={t`Settle`}
      call={settling}
      draft={`moneyOut.settleReturn ${payout.payoutId}`}
      label={t`What was done`}
      max={500}
      onSend={send}
      onClose={onClose}
    >
      <p>{t`No money moves. The borrower withdraws again after adding another account.`}</p>
    </ReasonDialog>
  );
}
