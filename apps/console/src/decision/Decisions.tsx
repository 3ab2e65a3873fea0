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
import { column, figures } from '../kit/table/columns.ts';
import type { Column } from '../kit/table/table-types.ts';
import { ListTable } from '../list/ListTable.tsx';
import { useDueGroups } from '../list/useDueGroups.ts';
import { useList } from '../list/useList.ts';
import { useChanges } from '../net/useChanges.ts';
import { decisionTables } from './useDecisions.ts';
import { useReviewKindWords } from './words.ts';

/**
 * Applications, payouts, questions about refusals and second looks that wait for a person. Usually the
 * earliest promise comes first.
 */
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
  const groupOf = useDueGroups();
  return (
    <Page title={t`Decisions`}>
      <Card isFlush>
        <ListTable
          list={list}
          caption={t`Decisions that wait for a person`}
          rowKey={({ reviewId }) => reviewId}
          hrefOf={({ reviewId }) => `/decisions/${reviewId}`}
          groupOf={({ dueAt }) => groupOf(dueAt)}
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
  const groupOf = useDueGroups();
  return [
    column('who', t`Borrower`, ({ borrowerId, name }) => name ?? borrowerNumber(borrowerId), {
      isFixed: true,
      narrow: 'main',
    }),
    column('loan', t`Loan`, ({ orderId }) => <Link href={`/loan/${orderId}`}>{orderNumber(orderId)}</Link>),
    column('kind', t`Kind`, ({ kind }) => kinds[kind], {
      filter: {
        kind: 'set',
        options: reviewKinds.map((kind) => ({ value: kind, label: kinds[kind] })),
      },
    }),
    figures('amount', t`Amount`, ({ amount }) => <Money cents={amount} />, { narrow: 'mainEnd' }),
    column('why', t`Why it waits`, ({ reasons }) => reasons.map(word).join(', '), { narrow: 'sub' }),
    column('client', t`Client`, ({ client }) => (client === 'new' ? t`first loan` : t`repeat`)),
    column('since', t`Waits since`, ({ openedAt }) => <When at={openedAt} />),
    column('due', t`Decide within`, (row) => <Clock row={row} />, {
      isFixed: true,
      isSortable: true,
      groupOf: ({ dueAt }) => groupOf(dueAt),
      filter: { kind: 'range', of: 'days' },
      narrow: 'subEnd',
    }),
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
