import type { CoverageTime, CoveredAction } from '@hiram/contract/console/coverage';
import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Money } from '../app/cells.tsx';
import { useAnyWord } from '../i18n/words.ts';
import { Card } from '../kit/Page.tsx';
import { Status } from '../kit/Status.tsx';
import { DataTable } from '../kit/table/DataTable.tsx';
import type { Column } from '../kit/table/table-types.ts';
import { useClock, useMinutes } from './clock.ts';
import type { Shown } from './shown.ts';

/** Every action that needs a second person: who may request and approve it, now and at the chosen time. */
export function ActionTable({
  shown,
  when,
}: {
  readonly shown: Shown;
  readonly when: CoverageTime;
}): ReactNode {
  const { t } = useLingui();
  const columns = useColumns(when);
  // What nobody could approve is first.
  const rows = [...shown.actions].sort(
    (one, other) => one.least - other.least || other.requests - one.requests,
  );
  return (
    <Card
      isFlush
      title={t`Every action that needs a second person`}
      aside={t`${rows.length} actions · whoever requested never approves, administrators included`}
    >
      <DataTable
        caption={t`Actions that need a second person`}
        columns={columns}
        rows={rows}
        rowKey={({ action }) => action}
      />
    </Card>
  );
}

function useColumns(when: CoverageTime): readonly Column<CoveredAction>[] {
  const { t } = useLingui();
  const word = useAnyWord();
  const minutes = useMinutes();
  const names: Readonly<Record<CoverageTime, string>> = {
    now: t`Now`,
    tonight: t`Tonight`,
    weekend: t`Weekend`,
    day: t`That day`,
    time: t`Then`,
  };
  return [
    {
      key: 'action',
      header: t`Action`,
      narrow: 'main',
      cell: ({ action, secondPersonFrom }) => (
        <>
          <strong>{word(action)}</strong>
          {secondPersonFrom > 0 && (
            <>
              {' '}
              {t`from`} <Money cents={secondPersonFrom} />
            </>
          )}
        </>
      ),
    },
    { key: 'request', header: t`May request`, cell: ({ mayRequest }) => mayRequest.join(', ') || t`nobody` },
    {
      key: 'approve',
      header: t`May approve, any sum`,
      narrow: 'low',
      cell: ({ mayApprove }) => mayApprove.join(', ') || t`nobody`,
    },
    { key: 'now', header: t`Now`, narrow: 'mainEnd', cell: ({ now }) => <HowMany count={now} /> },
    ...(when === 'now'
      ? []
      : [
          {
            key: 'then',
            header: names[when],
            narrow: 'subEnd' as const,
            cell: ({ least, from }: CoveredAction) => <HowMany count={least} from={from} />,
          },
        ]),
    { key: 'why', header: t`Why`, narrow: 'sub', cell: (row) => <Why action={row} /> },
    { key: 'requests', header: t`30 days`, align: 'right', cell: ({ requests }) => requests },
    {
      key: 'wait',
      header: t`Median wait`,
      align: 'right',
      cell: ({ medianMinutes }) => (medianMinutes === undefined ? '–' : minutes(medianMinutes)),
    },
  ];
}

/** The number of people who could approve, or from when on somebody can. */
function HowMany({ count, from }: { readonly count: number; readonly from?: string | undefined }): ReactNode {
  const { t } = useLingui();
  const clock = useClock();
  if (count > 1) return <Status tone="good">{count}</Status>;
  if (count === 1) return <Status tone="clock">{t`1 only`}</Status>;
  if (from !== undefined) return <Status tone="clock">{t`from ${clock(from)}`}</Status>;
  return <Status tone="danger">{t`nobody`}</Status>;
}

function Why({ action: { reason, mayApprove } }: { readonly action: CoveredAction }): ReactNode {
  const { t } = useLingui();
  if (reason === 'none') return t`nobody here has the right to approve it`;
  if (reason === 'noRequester') return t`nobody here may request it`;
  if (reason === 'requesterOnly')
    return t`nobody but its requester could approve it: one more person is needed`;
  if (reason === 'notAtWork')
    return mayApprove.length === 1 ? t`${mayApprove[0] ?? ''} is not at work` : t`nobody at work`;
  return '';
}
