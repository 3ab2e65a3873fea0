import { isReason } from '@hiram/contract/fields';
import { useLingui } from '@lingui/react/macro';
import type { ComponentProps, ReactNode } from 'react';
import { useDraft } from '../app/useDraft.ts';
import { TextArea } from '../kit/controls/TextArea.tsx';
import { CallDialog } from '../net/CallDialog.tsx';

interface Props extends Omit<ComponentProps<typeof CallDialog>, 'isReady' | 'onSend'> {
  /** The name under which the reason is kept until it is sent. */
  readonly draft: string;
  /** The name of the reason; undefined: the reason, which colleagues read. */
  readonly label?: string;
  readonly hint?: string;
  /** Letters of the reason at most. */
  readonly max: number;
  /** Sends the call. A failure leaves the dialog open: it shows the call's error. */
  readonly onSend: (reason: string) => Promise<unknown>;
}

/** A dialog that sends one call with a reason, below its explanation and other fields. */
export function ReasonDialog({ draft, label, hint, max, onSend, children, ...props }: Props): ReactNode {
  const { t } = useLingui();
  const [reason, setReason, clear] = useDraft(draft);
  const send = async () => {
    await onSend(reason);
    clear();
    props.onClose();
  };
  return (
    <CallDialog {...props} isReady={isReason(reason)} onSend={() => void send().catch(() => undefined)}>
      {children}
      <TextArea
        label={label ?? t`Reason`}
        hint={hint ?? (label === undefined ? t`colleagues read it` : '')}
        value={reason}
        onChange={setReason}
        max={max}
      />
    </CallDialog>
  );
}
