import type { ShownEvent } from '@hiram/contract/console/loan-shapes';
import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Day, Money } from '../../app/cells.tsx';
import { Nothing } from '../../kit/Nothing.tsx';
import { Card } from '../../kit/Page.tsx';
import { DataTable } from '../../kit/table/DataTable.tsx';
import { CopiedReference } from '../../kit/table/Reference.tsx';
import type { ShownLoan } from '../types.ts';
import { EventWords } from './EventWords.tsx';

interface Props {
  readonly loan: ShownLoan;
  readonly selected: string | undefined;
  readonly onSelect: (eventId: string) => void;
}

/** The events of the loan, newest first. A chosen event shows its journal. */
export function Events({ loan, selected, onSelect }: Props): ReactNode {
  const { t } = useLingui();
  return (
    <Card title={t`Events`} aside={loan.events.length} isFlush>
      {loan.events.length === 0 ? (
        <Nothing
          icon="waiting"
          title={t`Nothing happened yet`}
          text={t`The first event is the payout of the loan.`}
        />
      ) : (
        <DataTable<ShownEvent>
          caption={t`Events of the loan`}
          rows={loan.events}
          rowKey={(event) => event.eventId}
          selected={selected}
          onSelect={onSelect}
          onOpen={(event) => onSelect(event.eventId)}
          columns={[
            {
              key: 'date',
              header: t`Value date`,
              cell: (event) => <Day on={event.valueDate} />,
              narrow: 'sub',
            },
            { key: 'what', header: t`Event`, cell: (event) => <EventWords event={event} />, narrow: 'main' },
            { key: 'by', header: t`By`, cell: (event) => <EventBy event={event} /> },
            {
              key: 'amount',
              header: t`Amount`,
              cell: (event) => <Money cents={event.amount} />,
              align: 'right',
              narrow: 'mainEnd',
            },
            {
              key: 'after',
              header: t`Principal after`,
              cell: (event) => <Money cents={event.principalAfter} />,
              align: 'right',
              narrow: 'subEnd',
            },
          ]}
        />
      )}
    </Card>
  );
}

function EventBy({ event }: { readonly event: ShownEvent }): ReactNode {
  const { requestedBy, approvedBy, reference, reason, provider, providerId } = event;
  const who = [requestedBy, approvedBy].filter((name) => name !== undefined).join(' + ');
  if (who !== '' || reason !== undefined)
    return (
      <span title={reason}>
        {[who, reference].filter((word) => word !== undefined && word !== '').join(', ') || reason}
      </span>
    );
  if (providerId === undefined) return provider;
  return (
    <>
      {provider} <CopiedReference text={providerId} />
    </>
  );
}
