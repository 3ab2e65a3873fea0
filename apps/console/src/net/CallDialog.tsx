import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Button } from '../kit/controls/Button.tsx';
import { Dialog } from '../kit/controls/Dialog.tsx';
import { Fault } from './Fault.tsx';

interface Props {
  readonly title: string;
  /** Beside the title: whom it is about. */
  readonly about?: ReactNode;
  /** The text of the button. */
  readonly action: string;
  /** The call that the button sends. */
  readonly call: { readonly isPending: boolean; readonly error: Error | null };
  /** True if everything is filled in. */
  readonly isReady?: boolean;
  readonly onSend: () => void;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A dialog that sends one call, and says why it was not done. */
export function CallDialog(props: Props): ReactNode {
  const { t } = useLingui();
  const { title, about, action, call, isReady = true, onSend, onClose, children } = props;
  return (
    <Dialog
      title={title}
      about={about}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t`Cancel`}</Button>
          <Button look="primary" hotkey="send" disabled={!isReady || call.isPending} onClick={onSend}>
            {action}
          </Button>
        </>
      }
    >
      {children}
      <Fault error={call.error} />
    </Dialog>
  );
}
