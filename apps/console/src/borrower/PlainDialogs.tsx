import {
  endBorrowerSessions,
  exportBorrowerData,
  exportMoreData,
  holdErasure,
} from '@hiram/contract/console/borrower';
import { isReason } from '@hiram/contract/fields';
import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import { ActionDialog } from '../action/ActionDialog.tsx';
import { TextArea } from '../kit/controls/TextArea.tsx';
import { useToast } from '../kit/toast.tsx';
import { CallDialog } from '../net/CallDialog.tsx';
import { StaffFault } from '../net/client.ts';
import { saveCsv } from '../net/download.ts';
import { useStaffAction } from '../net/useStaffCall.ts';
import type { Card } from './types.ts';

interface Props {
  readonly card: Card;
  readonly onClose: () => void;
}

interface ConfirmProps extends Props {
  readonly title: string;
  readonly text: string;
  readonly confirm: string;
  readonly call: { readonly isPending: boolean; readonly error: Error | null };
  /** Undefined: no reason is asked for. */
  readonly max?: number;
  readonly onConfirm: (reason: string) => void;
}

/** A dialog with an explanation and, where one is kept, a reason. */
function ConfirmDialog(props: ConfirmProps): ReactNode {
  const { t } = useLingui();
  const [reason, setReason] = useState('');
  const { title, text, confirm, call, max, card, onConfirm, onClose } = props;
  return (
    <CallDialog
      about={card.name}
      action={confirm}
      isReady={max === undefined || isReason(reason)}
      onSend={() => onConfirm(reason)}
      title={title}
      call={call}
      onClose={onClose}
    >
      <p>{text}</p>
      {max !== undefined && <TextArea label={t`Reason`} max={max} value={reason} onChange={setReason} />}
    </CallDialog>
  );
}

export function EndSessionsDialog({ card, onClose }: Props): ReactNode {
  const { t } = useLingui();
  const toast = useToast();
  const ending = useStaffAction(endBorrowerSessions, card.brand);
  const done = (ended: number) => {
    toast(t`Sessions ended: ${ended}.`);
    onClose();
  };
  return (
    <ConfirmDialog
      title={t`End all sessions`}
      text={t`The borrower is signed out everywhere and signs in again with a code.`}
      confirm={t`End them`}
      call={ending}
      onConfirm={() =>
        ending.mutate({ borrowerId: card.borrowerId }, { onSuccess: ({ ended }) => done(ended) })
      }
      card={card}
      onClose={onClose}
    />
  );
}

export function HoldDialog({ card, onClose }: Props): ReactNode {
  const { t } = useLingui();
  const holding = useStaffAction(holdErasure, card.brand);
  const isHeld = card.hold === undefined;
  return (
    <ConfirmDialog
      title={isHeld ? t`Hold the erasure` : t`Release the erasure`}
      text={
        isHeld
          ? t`The account is not erased until somebody releases it: because of a dispute, fraud or a court.`
          : t`The account is erased on the day that the borrower was told.`
      }
      confirm={isHeld ? t`Hold it` : t`Release it`}
      call={holding}
      max={500}
      onConfirm={(reason) =>
        holding.mutate({ borrowerId: card.borrowerId, isHeld, reason }, { onSuccess: onClose })
      }
      card={card}
      onClose={onClose}
    />
  );
}

export function ExportDialog({ card, onClose }: Props): ReactNode {
  const { t } = useLingui();
  const toast = useToast();
  const exporting = useStaffAction(exportBorrowerData, card.brand);
  const done = (fileName: string, csv: string) => {
    saveCsv(fileName, csv);
    toast(t`${fileName} was saved.`);
    onClose();
  };
  // The five exports that a person makes alone are used up: a second person approves this one.
  if (exporting.error instanceof StaffFault && exporting.error.code === 'needsApproval')
    return (
      <ActionDialog
        title={t`Export one more`}
        calls={exportMoreData}
        request={{ borrowerId: card.borrowerId }}
        brand={card.brand}
        draft={`borrower.export ${card.borrowerId}`}
        onClose={onClose}
      >
        <p>{exporting.error.message}</p>
      </ActionDialog>
    );
  return (
    <ConfirmDialog
      title={t`Export everything`}
      text={t`Everything that is stored about the borrower, in clear text, as one CSV file. It is recorded, and the borrower reads that it was opened.`}
      confirm={t`Export it`}
      call={exporting}
      max={200}
      onConfirm={(reason) =>
        exporting.mutate(
          { borrowerId: card.borrowerId, reason },
          { onSuccess: ({ fileName, csv }) => done(fileName, csv) },
        )
      }
      card={card}
      onClose={onClose}
    />
  );
}
