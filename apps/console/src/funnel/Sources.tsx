import { pauseSource, type ShownFunnelRow } from '@hiram/contract/console/funnel';
import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import { ActionDialog } from '../action/ActionDialog.tsx';
import { When } from '../app/cells.tsx';
import { share } from '../app/share.ts';
import { Button } from '../kit/controls/Button.tsx';
import { SelectField } from '../kit/controls/Field.tsx';
import { Card } from '../kit/Page.tsx';
import { Status } from '../kit/Status.tsx';
import { DataTable } from '../kit/table/DataTable.tsx';
import type { Column } from '../kit/table/table-types.ts';
import type { Choice } from './Choice.tsx';
import styles from './funnel.module.css';
import { type ShownFunnel, useStepWords } from './types.ts';

interface Props {
  readonly shown: ShownFunnel;
  readonly brand: string;
  readonly mayPause: boolean;
  readonly choice: Choice;
  readonly onChoice: (choice: Choice) => void;
}

/** A source that somebody is about to pause or to resume. */
interface Pausing {
  readonly userFrom: string;
  readonly isPaused: boolean;
}

/** Visitors by source and page, and which sources are paused. */
export function Sources({ shown, brand, mayPause, choice, onChoice }: Props): ReactNode {
  const { t } = useLingui();
  const [pausing, setPausing] = useState<Pausing>();
  const columns = useColumns(shown, mayPause ? setPausing : undefined);
  return (
    <>
      <Paused shown={shown} onResume={mayPause ? setPausing : undefined} />
      <Card
        title={t`By source and page`}
        aside={<Filters shown={shown} choice={choice} onChoice={onChoice} />}
        isFlush
      >
        <DataTable
          caption={t`Visitors by source and page`}
          columns={columns}
          rows={shown.rows}
          rowKey={({ userFrom, appFrom, utmTag, template }) =>
            [userFrom, appFrom, utmTag, template].join('\n')
          }
        />
      </Card>
      {pausing && (
        <ActionDialog
          title={pausing.isPaused ? t`Pause a source` : t`Resume a source`}
          about={pausing.userFrom || t`visitors without a source`}
          calls={pauseSource}
          request={pausing}
          draft={`funnel.pause ${brand} ${pausing.userFrom}`}
          brand={brand}
          onClose={() => setPausing(undefined)}
        />
      )}
    </>
  );
}

interface FiltersProps {
  readonly shown: ShownFunnel;
  readonly choice: Choice;
  readonly onChoice: (choice: Choice) => void;
}

/** One source or one page alone. */
function Filters({ shown, choice, onChoice }: FiltersProps): ReactNode {
  const { t } = useLingui();
  const { userFrom, template, ...days } = choice;
  const change = (next: {
    readonly userFrom?: string | undefined;
    readonly template?: string | undefined;
  }) => {
    const chosen = { userFrom, template, ...next };
    onChoice({
      ...days,
      ...(chosen.userFrom === undefined ? {} : { userFrom: chosen.userFrom }),
      ...(chosen.template === undefined ? {} : { template: chosen.template }),
    });
  };
  const valuesOf = (name: 'userFrom' | 'template') =>
    [...new Set([...shown.rows.map((row) => row[name]), choice[name] ?? ''])]
      .filter((value) => value !== '')
      .sort();
  return (
    <div className={styles.range}>
      <SelectField
        label={t`Source`}
        value={userFrom ?? ''}
        options={[
          { value: '', label: t`All sources` },
          ...valuesOf('userFrom').map((value) => ({ value, label: value })),
        ]}
        onChange={(value) => change({ userFrom: value || undefined })}
      />
      <SelectField
        label={t`Page`}
        value={template ?? ''}
        options={[
          { value: '', label: t`All pages` },
          ...valuesOf('template').map((value) => ({ value, label: value })),
        ]}
        onChange={(value) => change({ template: value || undefined })}
      />
    </div>
  );
}

interface PausedProps {
  readonly shown: ShownFunnel;
  readonly onResume: ((pausing: Pausing) => void) | undefined;
}

/** The paused sources, whether or not they had a visitor in these days. */
function Paused({ shown: { paused }, onResume }: PausedProps): ReactNode {
  const { t } = useLingui();
  if (paused.length === 0) return null;
  return (
    <Card title={t`Paused`}>
      <ul className={styles.paused}>
        {paused.map(({ userFrom, pausedAt, by }) => (
          <li key={userFrom}>
            <Status tone="warn">{userFrom || t`visitors without a source`}</Status>
            <span>
              {by} · <When at={pausedAt} />
            </span>
            {onResume && (
              <Button onClick={() => onResume({ userFrom, isPaused: false })}>
                {t`Resume ${userFrom || t`visitors without a source`} …`}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </Card>
  );
}

const campaignOf = ({ utmTag, appFrom }: ShownFunnelRow) =>
  [utmTag, appFrom].filter((text) => text !== '').join(' · ');

function useColumns(
  { rows, paused }: ShownFunnel,
  onPause: ((pausing: Pausing) => void) | undefined,
): readonly Column<ShownFunnelRow>[] {
  const { t } = useLingui();
  const words = useStepWords();
  const isPaused = (userFrom: string) => paused.some((pause) => pause.userFrom === userFrom);
  return [
    {
      key: 'source',
      header: t`Source`,
      narrow: 'main',
      cell: ({ userFrom }) => userFrom || t`none`,
    },
    ...(rows.some((row) => campaignOf(row) !== '')
      ? [
          {
            key: 'campaign',
            header: t`Campaign`,
            narrow: 'sub' as const,
            cell: (row: ShownFunnelRow) => campaignOf(row) || '–',
          },
        ]
      : []),
    ...(rows.some(({ template }) => template !== '')
      ? [{ key: 'page', header: t`Page`, cell: ({ template }: ShownFunnelRow) => template || '–' }]
      : []),
    { key: 'visits', header: words.visits, align: 'right', narrow: 'low', cell: (row) => row.visits },
    { key: 'clicks', header: words.clicks, align: 'right', cell: (row) => row.clicks },
    {
      key: 'wrongCaptchas',
      header: t`Wrong captchas`,
      align: 'right',
      cell: (row) => row.wrongCaptchas,
    },
    { key: 'codes', header: words.codes, align: 'right', cell: (row) => row.codes },
    {
      key: 'registered',
      header: words.registered,
      align: 'right',
      narrow: 'lowEnd',
      cell: (row) => row.registered,
    },
    { key: 'firstLoans', header: words.firstLoans, align: 'right', cell: (row) => row.firstLoans },
    {
      key: 'used',
      header: t`Code → registered`,
      align: 'right',
      cell: ({ registered, codes }) => share(registered, codes),
    },
    {
      key: 'pause',
      header: t`Sending codes`,
      narrow: 'more',
      cell: ({ userFrom }) =>
        isPaused(userFrom) ? (
          <Status tone="warn">{t`paused`}</Status>
        ) : onPause ? (
          <Button onClick={() => onPause({ userFrom, isPaused: true })}>{t`Pause …`}</Button>
        ) : (
          <Status tone="good">{t`sent`}</Status>
        ),
    },
  ];
}
