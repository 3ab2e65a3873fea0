import {
  claimComplaint,
  closeComplaint,
  escalateComplaint,
  reopenComplaint,
} from '@hiram/contract/console/complaint';
import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import { ReasonDialog } from '../action/ReasonDialog.tsx';
import { Button } from '../kit/controls/Button.tsx';
import { ChoiceRow, ChoiceRows } from '../kit/controls/ChoiceRow.tsx';
import { CallDialog } from '../net/CallDialog.tsx';
import { Fault } from '../net/Fault.tsx';
import { useStaffAction } from '../net/useStaffCall.ts';
import type { ShownComplaint } from './shown-complaint.ts';

interface Props {
  readonly complaint: ShownComplaint;
  readonly brand: string;
  readonly self: string;
}

/** Claim, escalate and close an open complaint; open an answered one again. */
export function MoveActions({ complaint, brand, self }: Props): ReactNode {
  const { t } = useLingui();
  const [open, setOpen] = useState<'escalate' | 'close' | 'reopen'>();
  const claiming = useStaffAction(claimComplaint, brand);
  const { complaintId, owner, isEscalated } = complaint;
  const isMine = owner?.staffId === self;
  const close = () => setOpen(undefined);
  if (complaint.state === 'answered')
    return (
      <>
        <Button onClick={() => setOpen('reopen')}>{t`Open again`}</Button>
        {open === 'reopen' && (
          <MoveDialog complaint={complaint} brand={brand} move="reopen" onClose={close} />
        )}
      </>
    );
  return (
    <>
      <Fault error={claiming.error} />
      <Button
        hotkey="claim"
        hotkeyLabel={isMine ? t`give back` : t`claim`}
        disabled={claiming.isPending || (owner !== undefined && !isMine)}
        onClick={() => claiming.mutate({ complaintId, isMine: !isMine })}
      >
        {isMine ? t`Give back` : t`Claim`}
      </Button>
      <Button
        hotkey="escalate"
        hotkeyLabel={t`escalate`}
        disabled={isEscalated}
        onClick={() => setOpen('escalate')}
      >
        {t`Escalate`}
      </Button>
      <Button onClick={() => setOpen('close')}>{t`Close the complaint …`}</Button>
      {open === 'escalate' && (
        <MoveDialog complaint={complaint} brand={brand} move="escalate" onClose={close} />
      )}
      {open === 'close' && <CloseDialog complaint={complaint} brand={brand} onClose={close} />}
    </>
  );
}

interface DialogProps {
  readonly complaint: ShownComplaint;
  readonly brand: string;
  readonly onClose: () => void;
}

/** Escalating and opening again need a reason, which only the staff reads. */
function MoveDialog(props: DialogProps & { readonly move: 'escalate' | 'reopen' }): ReactNode {
  const { t } = useLingui();
  const { complaint, brand, onClose, move } = props;
  const { complaintId } = complaint;
  const escalating = useStaffAction(escalateComplaint, brand);
  const reopening = useStaffAction(reopenComplaint, brand);
  const moving = move === 'escalate' ? escalating : reopening;
  return (
    <ReasonDialog
      title={move === 'escalate' ? t`Escalate this complaint?` : t`Open this complaint again?`}
      about={complaint.reference}
      action={move === 'escalate' ? t`Escalate` : t`Open again`}
      call={moving}
      draft={`complaint ${complaintId} ${move}`}
      hint={t`only the staff reads it`}
      max={500}
      onSend={(reason) => moving.mutateAsync({ complaintId, reason })}
      onClose={onClose}
    >
      <p>
        {move === 'escalate'
          ? t`It goes to the officers, and nobody owns it until one of them claims it. Its promise stays.`
          : t`The borrower’s page shows it as waiting, and a new answer is promised. The former answer stays here.`}
      </p>
    </ReasonDialog>
  );
}

/** Closes without an answer of one's own: the borrower reads a fixed text in their language. */
export function CloseDialog({ complaint, brand, onClose }: DialogProps): ReactNode {
  const { t } = useLingui();
  const [because, setBecause] = useState<'duplicate' | 'withdrawn'>();
  const closing = useStaffAction(closeComplaint, brand);
  const { complaintId, seen, reference } = complaint;
  const choices = [
    { value: 'duplicate', label: t`The borrower wrote about the same before` },
    { value: 'withdrawn', label: t`The borrower says that it is settled` },
  ] as const;
  return (
    <CallDialog
      title={t`Close without an answer of your own?`}
      about={reference}
      onClose={onClose}
      action={t`Close it`}
      call={closing}
      isReady={because !== undefined}
      onSend={() => because && closing.mutate({ complaintId, seen, because }, { onSuccess: onClose })}
    >
      <p>{t`The borrower reads why in their language.`}</p>
      <ChoiceRows legend={t`Why`}>
        {choices.map(({ value, label }) => (
          <ChoiceRow key={value} isChosen={because === value} onChoose={() => setBecause(value)}>
            {label}
          </ChoiceRow>
        ))}
      </ChoiceRows>
    </CallDialog>
  );
}
