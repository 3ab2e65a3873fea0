import {
  endStop,
  type SetStop,
  type ShownLateLoan,
  setStop,
  setStops,
} from '@hiram/contract/console/collections';
import type { ContactStopId } from '@hiram/contract/ids';
import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import { ReasonDialog } from '../action/ReasonDialog.tsx';
import { When } from '../app/cells.tsx';
import { Button } from '../kit/controls/Button.tsx';
import { SelectField } from '../kit/controls/Field.tsx';
import { Card } from '../kit/Page.tsx';
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
  const [ended, setEnded] = useState<ContactStopId>();
  const ending = useStaffAction(endStop, loan.brand);
  return (
    <Card title={t`Stops`} aside={loan.stops.length === 0 ? t`none now` : undefined}>
      <Lines>
        {loan.stops.map(({ kind, since, until, stopId }) => (
          <li key={`${kind} ${since}`}>
            <b>{words.why(kind)}</b>
            <span>
              <When at={since} /> – {until === undefined ? t`until somebody ends it` : <When at={until} />}
            </span>
            {mayEnd && stopId && <Button onClick={() => setEnded(stopId)}>{t`End…`}</Button>}
          </li>
        ))}
      </Lines>
      <Button hotkey="hold" hotkeyLabel={t`stop`} onClick={() => setIsOpen(true)}>
        {t`Add a stop…`}
      </Button>
      {isOpen && <StopDialog loan={loan} onClose={() => setIsOpen(false)} />}
      {ended && (
        <ReasonDialog
          title={t`End this stop`}
          action={t`End the stop`}
          call={ending}
          draft={`end stop ${ended}`}
          max={200}
          onSend={(note) => ending.mutateAsync({ orderId: loan.orderId, stopId: ended, note })}
          onClose={() => setEnded(undefined)}
        >
          <p>{t`From this moment on the borrower may be contacted again.`}</p>
        </ReasonDialog>
      )}
    </Card>
  );
}

function StopDialog({
  loan: { orderId, brand },
  onClose,
}: {
  readonly loan: ShownLateLoan;
  readonly onClose: () => void;
}): ReactNode {
  const { t } = useLingui();
  const words = useDeskWords();
  const [kind, setKind] = useState<SetStop>('counsel');
  const stopping = useStaffAction(setStop, brand);
  return (
    <ReasonDialog
      title={t`Stop contacts`}
      action={t`Stop`}
      call={stopping}
      draft={`stop ${orderId}`}
      max={200}
      onSend={(note) => stopping.mutateAsync({ orderId, kind, note })}
      onClose={onClose}
    >
      <SelectField
        label={t`Because of`}
        value={kind}
        options={setStops.map((one) => ({ value: one, label: words.why(one) }))}
        onChange={setKind}
      />
    </ReasonDialog>
  );
}
