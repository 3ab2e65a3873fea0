import { type HitRow, hitStates, listHits, screeningLists } from '@hiram/contract/console/officer';
import { borrowerNumber, formatPercent } from '@hiram/loan/format';
import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { DueIn, When } from '../app/cells.tsx';
import type { ScreenProps } from '../app/person.ts';
import { useListNames } from '../i18n/words.ts';
import kit from '../kit/kit.module.css';
import { Nothing } from '../kit/Nothing.tsx';
import { Card, Page } from '../kit/Page.tsx';
import { column, figures } from '../kit/table/columns.ts';
import type { Column } from '../kit/table/table-types.ts';
import { ListTable } from '../list/ListTable.tsx';
import { useList } from '../list/useList.ts';
import { useChanges } from '../net/useChanges.ts';
import { HitState } from './HitState.tsx';
import { useHitStates } from './words.ts';

/** Borrowers who may be, or are, on a list of persons whom the lender must not deal with. */
export function Officer({ brand }: ScreenProps): ReactNode {
  const { t } = useLingui();
  useChanges(['screening_hit']);
  const list = useList<HitRow>({
    name: 'hits',
    calls: listHits,
    brand,
    columns: useColumns(),
    usualSort: { key: 'found', direction: 'ascending' },
    views: [
      { key: 'open', name: t`Open`, query: 'state=open' },
      { key: 'cleared', name: t`Cleared`, query: 'state=cleared' },
      { key: 'cases', name: t`Confirmed`, query: 'state=confirmed' },
    ],
  });
  return (
    <Page title={t`Screening`}>
      <Card isFlush>
        <ListTable
          list={list}
          caption={t`Matches of borrowers with lists of persons`}
          rowKey={({ hitId }) => hitId}
          hrefOf={({ hitId }) => `/officer/${hitId}`}
          nothing={
            <Nothing
              title={t`No match`}
              text={t`Every borrower is compared with the lists when they apply, before each payout, and when a list changes.`}
            />
          }
        />
      </Card>
    </Page>
  );
}

function useColumns(): readonly Column<HitRow>[] {
  const { t, i18n } = useLingui();
  const lists = useListNames();
  const states = useHitStates();
  return [
    column('who', t`Borrower`, ({ borrowerId, name }) => name ?? borrowerNumber(borrowerId), {
      isFixed: true,
      narrow: 'main',
    }),
    column('list', t`List`, ({ list, reference }) => `${lists[list]} ${reference}`, {
      filter: {
        kind: 'set',
        options: screeningLists.map((value) => ({ value, label: lists[value] })),
      },
      narrow: 'sub',
    }),
    figures('likeness', t`Name match`, ({ likeness }) => formatPercent(likeness * 1_000, i18n.locale), {
      narrow: 'mainEnd',
    }),
    column(
      'state',
      t`Decision`,
      (hit) => (
        <>
          <HitState hit={hit} />
          {hit.asked && <span className={kit.under}>“{hit.asked.reason}”</span>}
        </>
      ),
      {
        isFixed: true,
        filter: { kind: 'set', options: hitStates.map((value) => ({ value, label: states[value] })) },
        narrow: 'low',
      },
    ),
    column(
      'next',
      t`Effect`,
      ({ state, reportedAt }) =>
        state === 'open'
          ? t`Payout held`
          : state === 'confirmed' && reportedAt === undefined
            ? t`Payouts stopped, to be reported`
            : state === 'confirmed'
              ? t`Payouts stopped`
              : t`Payouts go on`,
      { narrow: 'more' },
    ),
    column('due', t`Decide within`, ({ dueAt }) => (dueAt === undefined ? '' : <DueIn at={dueAt} />), {
      narrow: 'subEnd',
    }),
    column('found', t`Found`, ({ foundAt }) => <When at={foundAt} />, { isSortable: true }),
  ];
}
