import { undoDecision } from '@hiram/contract/console/loan';
import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import { ActionDialog } from '../../action/ActionDialog.tsx';
import { Day, Money } from '../../app/cells.tsx';
import { ChoiceRow, ChoiceRows } from '../../kit/controls/ChoiceRow.tsx';
import { EventWords } from '../history/EventWords.tsx';
import styles from '../loan.module.css';
import type { DialogProps } from './dialog-props.ts';

/** Takes back an event that a person decided. */
export function UndoDialog({ loan, ...common }: DialogProps): ReactNode {
  const { t } = useLingui();
  const undoable = loan.events.filter(({ canUndo }) => canUndo);
  const [eventId, setEventId] = useState(undoable[0]?.eventId ?? '');
  return (
    <ActionDialog
      title={t`Undo a decision`}
      calls={undoDecision}
      request={eventId === '' ? undefined : { orderId: loan.order.orderId, eventId }}
      {...common}
    >
      <ChoiceRows legend={t`What to undo`}>
        {undoable.map((event) => (
          <ChoiceRow
            key={event.eventId}
            isChosen={event.eventId === eventId}
            onChoose={() => setEventId(event.eventId)}
          >
            <span>
              <EventWords event={event} />, <Day on={event.valueDate} />
              {event.reason !== undefined && <span className={styles.muted}> {event.reason}</span>}
            </span>
            <strong>{event.amount !== undefined && <Money cents={Math.abs(event.amount)} />}</strong>
          </ChoiceRow>
        ))}
      </ChoiceRows>
    </ActionDialog>
  );
}
