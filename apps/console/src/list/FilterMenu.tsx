import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import { Popover } from '../kit/controls/Popover.tsx';
import { Icon } from '../kit/Icon.tsx';
import { Key } from '../kit/keys/Key.tsx';
import { keyFor } from '../kit/keys/key-table.ts';
import kit from '../kit/kit.module.css';
import { Directions } from './HeadMenu.tsx';
import { ColumnFilterForm } from './lazy-parts.ts';
import styles from './list.module.css';
import type { List } from './useList.ts';

/** Adds a filter by any column, or sorts: also where the heads of the columns are not shown. */
export function FilterMenu<Row>({ list }: { readonly list: List<Row> }): ReactNode {
  const { t } = useLingui();
  return (
    <Popover
      label={t`Filter`}
      title={t`Filter and sort`}
      className={styles.add}
      hotkey="filter"
      hotkeyLabel={t`filter`}
      face={
        <>
          <Icon name="plus" /> {t`Filter`}
          <span aria-hidden="true">
            <Key name={keyFor('filter')} />
          </span>
        </>
      }
    >
      {(close) => <Choices list={list} close={close} />}
    </Popover>
  );
}

function Choices<Row>({ list, close }: { readonly list: List<Row>; readonly close: () => void }): ReactNode {
  const { t } = useLingui();
  const [key, setKey] = useState<string>();
  const column = list.columns.find((one) => one.key === key);
  if (column?.filter)
    return <ColumnFilterForm list={list} column={column} filter={column.filter} close={close} />;
  const sortable = list.columns.filter(({ isSortable }) => isSortable);
  return (
    <div className={styles.items}>
      <span className={kit.muted}>{t`Only some of`}</span>
      {list.columns
        .filter(({ filter }) => filter)
        .map((one) => (
          <button key={one.key} type="button" className={styles.item} onClick={() => setKey(one.key)}>
            <Icon name="filter" /> {one.header}
          </button>
        ))}
      {sortable.length > 0 && <span className={kit.muted}>{t`Sort`}</span>}
      {sortable.map((one) => (
        <Directions key={one.key} list={list} column={one} isNamed onChosen={close} />
      ))}
    </div>
  );
}
