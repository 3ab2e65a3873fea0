import {
  endStop,
  type SetStop,
  type ShownLateLoan,
  setStop,
  setStops,
} from '@hiram/contract/console/collections';
import { isReason } from '@hiram/contract/fields';
import type { ContactStopId } from '@hiram/contract/ids';
import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import { When } from '../app/cells.tsx';
import { Button } from '../kit/controls/Button.tsx';
import { SelectField } from '../kit/controls/Field.tsx';
import { TextArea } from '../kit/controls/TextArea.tsx';
import { Card } from '../kit/Page.tsx';
import { CallDialog } from '../net/CallDialog.tsx';
import { useStaffAction } from '../net/useStaffCall.ts';
import { Lines } from './Lines.tsx';
import { useDeskWords } from './words.ts';

/** The stops that forbid to contact the borrower, and a form that adds one with its reason. */
export function StopsCard({
  loan,
  mayEnd,
}: {
  readonly loan: ShownLateLoan;
  readonly mayEnd: boolean;
}): ReactNode {
  const { t } = useLingui();
  const words = useDeskWords();
  const [isOpen, setIsOpen] = useState(false);
  const [ending, setEnding] = useState<ContactStopId>();
  return (
    <Card title={t`Stops`} aside={loan.stops.length === 0 ? t`none now` : undefined}>
      <Lines>
        {loan.stops.map(({ kind, since, until, stopId }) => (
          <li key={`${kind} ${since}`}>
            <b>{words.why(kind)}</b>
            <span>
              <When at={since} /> – {until === undefined ? t`until somebody ends it` : <When at={until} />}
            </span>
            {mayEnd && stopId && <Button onClick={() => setEnding(stopId)}>{t`End…`}</Button>}
          </li>
        ))}
      </Lines>
      <Button hotkey="P" hotkeyLabel={t`stop`} onClick={() => setIsOpen(true)}>
        {t`Add a stop…`}
      </Button>
      {isOpen && <StopDialog loan={loan} onClose={() => setIsOpen(false)} />}
      {ending && <EndDialog loan={loan} stopId={ending} onClose={() => setEnding(undefined)} />}
    </Card>
  );
}

function EndDialog({
  loan,
  stopId,
  onClose,
}: {
  readonly loan: ShownLateLoan;
  readonly stopId: ContactStopId;
  readonly onClose: () => void;
}): ReactNode {
  const { t } = useLingui();
  const [note, setNote] = useState('');
  const ending = useStaffAction(endStop, loan.brand);
  return (
    <CallDialog
      title={t`End this stop`}
      onClose={onClose}
      action={t`End the stop`}
      call={ending}
      isReady={isReason(note)}
      onSend={() => ending.mutate({ orderId: loan.orderId, stopId, note }, { onSuccess: onClose })}
    >
      <p>{t`From this moment on the borrower may be contacted again.`}</p>
      <TextArea label={t`Reason`} hint={t`colleagues read it`} value={note} onChange={setNote} max={200} />
    </CallDialog>
  );
}

function StopDialog({
  loan,
  onClose,
}: {
  readonly loan: ShownLateLoan;
  readonly onClose: () => void;
}): ReactNode {
  const { t } = useLingui();
  const words = useDeskWords();
  const [kind, setKind] = useState<SetStop>('counsel');
  const [note, setNote] = useState('');
  const stopping = useStaffAction(setStop, loan.brand);
  return (
    <CallDialog
      title={t`Stop contacts`}
      onClose={onClose}
      action={t`Stop`}
      call={stopping}
      isReady={isReason(note)}
      onSend={() => stopping.mutate({ orderId: loan.orderId, kind, note }, { onSuccess: onClose })}
    >
      <SelectField
        label={t`Because of`}
        value={kind}
        options={setStops.map((one) => ({ value: one, label: words.why(one) }))}
        onChange={setKind}
      />
      <TextArea label={t`Reason`} hint={t`colleagues read it`} value={note} onChange={setNote} max={200} />
    </CallDialog>
  );
}
