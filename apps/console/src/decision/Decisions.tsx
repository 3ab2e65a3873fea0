import { type DecisionRow, listDecisions, reviewKinds } from '@hiram/contract/console/decision';
import { borrowerNumber, orderNumber } from '@hiram/loan/format';
import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { DueIn, Money, When } from '../app/cells.tsx';
import type { ScreenProps } from '../app/person.ts';
import { useAnyWord } from '../i18n/words.ts';
import { useDates } from '../kit/dates.ts';
import { Nothing } from '../kit/Nothing.tsx';
import { Card, Page } from '../kit/Page.tsx';
import { Status } from '../kit/Status.tsx';
import type { Column } from '../kit/table/table-types.ts';
import { ListTable } from '../list/ListTable.tsx';
import { useDayGroups } from '../list/useDayGroups.ts';
import { useList } from '../list/useList.ts';
import { useChanges } from '../net/useChanges.ts';
import { decisionTables } from './useDecisions.ts';
import { useReviewKindWords } from './words.ts';

/** Applications, payouts, questions about refusals and second looks that wait for a person. Usually the earliest promise comes first. */
export function Decisions({ brand }: ScreenProps): ReactNode {
  const { t } = useLingui();
  const columns = useColumns();
  useChanges(decisionTables);
  const list = useList<DecisionRow>({
    name: 'decisions',
    calls: listDecisions,
    brand,
    columns,
    usualSort: { key: 'due', direction: 'ascending' },
    views: [
      { key: 'applications', name: t`Applications`, query: 'kind=application' },
      { key: 'payouts', name: t`Payouts`, query: 'kind=payout' },
      { key: 'appeals', name: t`Questions about refusals`, query: 'kind=appeal' },
      { key: 'secondLooks', name: t`Second looks`, query: 'kind=secondLook' },
    ],
  });
  return (
    <Page title={t`Decisions`}>
      <Card isFlush>
        <ListTable
          list={list}
          caption={t`Decisions that wait for a person`}
          rowKey={({ reviewId }) => reviewId}
          hrefOf={({ reviewId }) => `/decisions/${reviewId}`}
          nothing={<NothingWaits at={list.query.dataUpdatedAt} />}
        />
      </Card>
    </Page>
  );
}

function NothingWaits({ at }: { readonly at: number }): ReactNode {
  const { t } = useLingui();
  const time = useDates().timeToSecond(at);
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
  const kinds = useReviewKindWords();
  const byDay = useDayGroups();
  return [
    {
      key: 'who',
      header: t`Borrower`,
      isFixed: true,
      narrow: 'main',
      cell: ({ borrowerId, name }) => name ?? borrowerNumber(borrowerId),
    },
    {
      key: 'loan',
      header: t`Loan`,
      cell: ({ orderId }) => <Link href={`/loan/${orderId}`}>{orderNumber(orderId)}</Link>,
    },
    {
      key: 'kind',
      header: t`Kind`,
      filter: {
        kind: 'set',
        options: reviewKinds.map((kind) => ({ value: kind, label: kinds[kind] })),
      },
      cell: ({ kind }) => kinds[kind],
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
      isFixed: true,
      isSortable: true,
      groupOf: byDay(({ dueAt }) => dueAt),
      filter: { kind: 'range', of: 'days' },
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
