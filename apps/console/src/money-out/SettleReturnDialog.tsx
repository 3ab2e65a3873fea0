import { type ShownPayout, settleReturn } from '@hiram/contract/console/money-out';
import { isReason } from '@hiram/contract/fields';
import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Money } from '../app/cells.tsx';
import { useDraft } from '../app/useDraft.ts';
import { TextArea } from '../kit/controls/TextArea.tsx';
import { useToast } from '../kit/toast.tsx';
import { CallDialog } from '../net/CallDialog.tsx';
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
  const [note, setNote, clear] = useDraft(`moneyOut.settleReturn ${payout.payoutId}`);
  const settling = useStaffAction(settleReturn, brand);
  const send = () =>
    settling.mutate(
      { payoutId: payout.payoutId, note },
      {
        onSuccess: () => {
          clear();
          toast(t`Settled.`);
          onClose();
        },
      },
    );
  return (
    <CallDialog
      title={t`Settle this returned payout`}
      about={<Money cents={payout.amount} />}
      onClose={onClose}
      action={t`Settle`}
      call={settling}
      isReady={isReason(note)}
      onSend={send}
    >
      <p>{t`No money moves. The borrower withdraws again after adding another account.`}</p>
      <TextArea label={t`What was done`} max={500} rows={3} value={note} onChange={setNote} />
    </CallDialog>
  );
}
