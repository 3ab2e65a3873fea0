import type { DecisionRow } from '@hiram/contract/console/decision';
import { formatTime } from '@hiram/loan/moments';
import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { DueIn, Money, When } from '../app/cells.tsx';
import { useChoiceInAddress } from '../app/in-address.ts';
import type { ScreenProps } from '../app/person.ts';
import { useAnyWord } from '../i18n/words.ts';
import { DataTable } from '../kit/DataTable.tsx';
import { Nothing } from '../kit/Nothing.tsx';
import { Card, Page } from '../kit/Page.tsx';
import { Status } from '../kit/Status.tsx';
import { Tabs } from '../kit/Tabs.tsx';
import type { Column } from '../kit/table-types.ts';
import { Loaded } from '../net/Loaded.tsx';
import { useDecisions } from './useDecisions.ts';

type Filter = 'all' | DecisionRow['kind'];

/** Applications and payouts that wait for a person, the earliest promise first. */
export function Decisions({ brand }: ScreenProps): ReactNode {
  const { t } = useLingui();
  const [filter, setFilter] = useChoiceInAddress<Filter>('kind', ['all', 'application', 'payout']);
  const { query, rows, more, isLoadingMore } = useDecisions(brand);
  const columns = useColumns();
  const shown = rows.filter(({ kind }) => filter === 'all' || kind === filter);
  const options = [
    { value: 'all', label: t`All` },
    { value: 'application', label: t`Applications` },
    { value: 'payout', label: t`Payouts` },
  ] as const;
  return (
    <Page
      title={t`Decisions`}
      status={<Tabs label={t`What is shown`} options={options} value={filter} onChange={setFilter} />}
    >
      <Card isFlush>
        <Loaded query={query}>
          {() =>
            shown.length === 0 && more === undefined ? (
              <NothingWaits at={query.dataUpdatedAt} />
            ) : (
              <DataTable
                caption={t`Applications and payouts that wait for a person`}
                {...{ columns, isLoadingMore }}
                rows={shown}
                rowKey={({ reviewId }) => reviewId}
                hrefOf={({ reviewId }) => `/decisions/${reviewId}`}
                onMore={more}
              />
            )
          }
        </Loaded>
      </Card>
    </Page>
  );
}

function NothingWaits({ at }: { readonly at: number }): ReactNode {
  const { t, i18n } = useLingui();
  const time = formatTime(new Date(at), i18n.locale, '', true);
  return (
    <Nothing
      title={t`Nothing waits for your decision`}
      text={t`Looked at ${time}. The policy decides most applications alone; what it refers to a person appears here by itself.`}
    />
  );
}

function useColumns(): readonly Column<DecisionRow>[] {
  const { t } = useLingui();
  const word = useAnyWord();
  const kinds = { application: t`Application`, payout: t`Payout` };
  return [
    {
      key: 'who',
      header: t`Borrower`,
      narrow: 'main',
      cell: ({ kind, borrower }) => `${borrower || t`Borrower`} · ${kinds[kind]}`,
    },
    {
      key: 'amount',
      header: t`Amount`,
      align: 'right',
      narrow: 'mainEnd',
      cell: ({ amount }) => <Money cents={amount} />,
    },
    {
      key: 'why',
      header: t`Why it waits`,
      narrow: 'sub',
      cell: ({ reasons }) => reasons.map(word).join(', '),
    },
    { key: 'client', header: t`Client`, cell: ({ client }) => (client === 'new' ? t`new` : t`repeat`) },
    { key: 'since', header: t`Waits since`, cell: ({ openedAt }) => <When at={openedAt} /> },
    {
      key: 'due',
      header: t`Decide within`,
      narrow: 'subEnd',
      cell: (row) => <Clock row={row} />,
    },
  ];
}

function Clock({
  row: { correctionsRequestedAt, answeredAt, dueAt },
}: {
  readonly row: DecisionRow;
}): ReactNode {
  const { t } = useLingui();
  if (answeredAt !== undefined) return <Status tone="good">{t`the borrower answered`}</Status>;
  if (correctionsRequestedAt !== undefined)
    return <Status tone="waiting">{t`the borrower was asked`}</Status>;
  return <DueIn at={dueAt} />;
}
