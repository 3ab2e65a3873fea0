import type { CoverageTime, CoveredAction } from '@hiram/contract/console/coverage';
import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import { Money } from '../app/cells.tsx';
import { useAnyWord } from '../i18n/words.ts';
import { Button } from '../kit/controls/Button.tsx';
import kit from '../kit/kit.module.css';
import { Card } from '../kit/Page.tsx';
import { Status } from '../kit/Status.tsx';
import { DataTable } from '../kit/table/DataTable.tsx';
import type { Column } from '../kit/table/table-types.ts';
import { useClock, useMinutes } from './clock.ts';
import styles from './coverage.module.css';
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
  const [isWhole, setWhole] = useState(false);
  const sorted = [...shown.actions].sort(
    (one, other) => other.waiting - one.waiting || one.least - other.least || other.requests - one.requests,
  );
  // That nobody is on shift is said once, above.
  const isOneCause = sorted.every(
    ({ now, least, reason }) => now === 0 && least === 0 && reason === 'notAtWork',
  );
  // When somebody comes is said once where all wait for the same hour.
  const [from, ...others] = new Set(sorted.flatMap((one) => (one.least === 0 && one.from ? [one.from] : [])));
  const columns = useColumns(when, isOneCause, others.length === 0 ? from : undefined);
  const used = sorted.filter(
    ({ requests, now, reason }) => requests > 0 || (now === 0 && reason !== 'notAtWork'),
  );
  const rows = isWhole || used.length === 0 ? sorted : used;
  const hidden = sorted.length - rows.length;
  return (
    <Card
      isFlush
      title={t`Who approves what`}
      aside={t`whoever requested never approves, administrators included`}
    >
      <DataTable
        caption={t`Actions that need a second person`}
        columns={columns}
        rows={rows}
        rowKey={({ action }) => action}
      />
      {hidden > 0 && (
        <div className={styles.others}>
          <Button
            onClick={() => setWhole(true)}
          >{t`Show ${hidden} more that nobody requested in 30 days`}</Button>
        </div>
      )}
    </Card>
  );
}

function useColumns(
  when: CoverageTime,
  isOneCause: boolean,
  from: string | undefined,
): readonly Column<CoveredAction>[] {
  const { t } = useLingui();
  const word = useAnyWord();
  const minutes = useMinutes();
  const clock = useClock();
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
    {
      key: 'waiting',
      header: t`Waiting`,
      align: 'right',
      narrow: 'mainEnd',
      cell: ({ waiting }) => (waiting === 0 ? '–' : <strong>{waiting}</strong>),
    },
    { key: 'request', header: t`May request`, cell: ({ mayRequest }) => mayRequest.join(', ') || t`nobody` },
    {
      key: 'approve',
      header: t`May approve, any sum`,
      narrow: 'sub',
      cell: ({ mayApprove }) => mayApprove.join(', ') || t`nobody`,
    },
    ...(isOneCause
      ? []
      : [
          {
            key: 'now',
            header: t`Now`,
            narrow: 'subEnd' as const,
            cell: (action: CoveredAction) => (
              <>
                <HowMany count={action.now} />
                {when === 'now' && <Why action={action} />}
              </>
            ),
          },
        ]),
    ...(when === 'now' || isOneCause
      ? []
      : [
          {
            key: 'then',
            header: from === undefined ? names[when] : t`${names[when]}; next from ${clock(from)}`,
            narrow: 'lowEnd' as const,
            cell: (action: CoveredAction) => (
              <>
                {action.least === 0 && action.from !== undefined && from !== undefined ? (
                  <Status tone="clock">{t`nobody yet`}</Status>
                ) : (
                  <HowMany count={action.least} from={action.from} />
                )}
                <Why action={action} />
              </>
            ),
          },
        ]),
    { key: 'requests', header: t`Requests, 30 days`, align: 'right', cell: ({ requests }) => requests },
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

/** What no shift would change. That nobody is on shift is what the number says. */
function Why({ action: { reason } }: { readonly action: CoveredAction }): ReactNode {
  const { t } = useLingui();
  const words: Partial<Record<NonNullable<CoveredAction['reason']>, string>> = {
    none: t`nobody here has the right to approve it`,
    noRequester: t`nobody here may request it`,
    requesterOnly: t`one more approver is needed: its requester cannot approve it`,
  };
  const why = reason && words[reason];
  return why === undefined ? null : <span className={kit.under}>{why}</span>;
}
