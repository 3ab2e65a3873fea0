import { listViews } from '@hiram/contract/console/view';
import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { useSearch } from 'wouter';
import { Popover } from '../kit/controls/Popover.tsx';
import { Icon } from '../kit/Icon.tsx';
import { useStaffCall } from '../net/useStaffCall.ts';
import { ViewChoices } from './lazy-parts.ts';
import styles from './list.module.css';
import { type List, queryOf } from './useList.ts';

interface Props<Row> {
  readonly list: List<Row>;
  /** True if the person may save views for the team. */
  readonly mayShare: boolean;
}

/** Views of the list: one's own, the team's and the shipped ones. */
export function ViewsMenu<Row>({ list, mayShare }: Props<Row>): ReactNode {
  const { t } = useLingui();
  const { data } = useStaffCall(listViews, { list: list.name }, list.brand);
  const views = data?.views ?? [];
  const chosen = new URLSearchParams(useSearch()).get('view') ?? '';
  const query = queryOf(list);
  const all = [
    ...list.views.map(({ key, ...view }) => ({ id: key, ...view })),
    ...views.map(({ viewId, ...view }) => ({ id: viewId as string, ...view })),
  ];
  const named = all.find((view) => view.id === chosen);
  const name = named ? (named.query === query ? named.name : t`${named.name}, changed`) : t`Views`;
  return (
    <Popover
      label={t`Views`}
      title={t`Views of this list`}
      className={styles.views}
      face={
        <>
          <Icon name="view" /> {name} <Icon name="down" />
        </>
      }
    >
      {(close) => (
        <ViewChoices
          list={list}
          views={views}
          chosen={chosen}
          query={query}
          mayShare={mayShare}
          close={close}
        />
      )}
    </Popover>
  );
}
