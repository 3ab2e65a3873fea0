import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Popover } from '../kit/controls/Popover.tsx';
import { Icon } from '../kit/Icon.tsx';
import type { Column } from '../kit/table/table-types.ts';
import { ColumnFilterForm } from './lazy-parts.ts';
import styles from './list.module.css';
import type { List } from './useList.ts';
import { useDirectionWords } from './words.ts';

interface Props<Row> {
  readonly list: List<Row>;
  readonly column: Column<Row>;
  /** Undefined: the column is fixed. */
  readonly onHide: (() => void) | undefined;
}

/** The head of a column: its words, which open its order, its filter, and hiding it. */
export function HeadMenu<Row>({ list, column, onHide }: Props<Row>): ReactNode {
  const { t } = useLingui();
  const { key, header, isSortable, filter } = column;
  if (!isSortable && !filter && !onHide) return header;
  const isSorted = list.sort.key === key;
  const isAscending = list.sort.direction === 'ascending';
  return (
    <Popover
      label={header}
      title={header}
      className={styles.head}
      face={
        <>
          {header}
          {isSorted && <Icon name={isAscending ? 'up' : 'down'} />}
          {list.address.filters[key] && <Icon name="filter" />}
        </>
      }
    >
      {(close) => (
        <>
          {isSortable && <Directions list={list} column={column} onChosen={close} />}
          {filter && <ColumnFilterForm list={list} column={column} filter={filter} close={close} />}
          {isSortable && column.groupOf && (
            <button
              type="button"
              className={styles.item}
              aria-pressed={list.address.group === key}
              onClick={() => {
                list.groupBy(list.address.group === key ? undefined : key);
                close();
              }}
            >
              <Icon name="work" /> {t`Group by this`}
            </button>
          )}
          {onHide && (
            <button
              type="button"
              className={styles.item}
              onClick={() => {
                onHide();
                close();
              }}
            >
              <Icon name="eye" /> {t`Hide this column`}
            </button>
          )}
        </>
      )}
    </Popover>
  );
}

interface DirectionsProps<Row> {
  readonly list: List<Row>;
  readonly column: Column<Row>;
  /** True if the items name the column. */
  readonly isNamed?: boolean;
  readonly onChosen: () => void;
}

/** The two directions of a column's order. */
export function Directions<Row>({ list, column, isNamed, onChosen }: DirectionsProps<Row>): ReactNode {
  const wordsOf = useDirectionWords();
  const words = wordsOf(column as Column<never>);
  const { sort } = list;
  return (['ascending', 'descending'] as const).map((direction) => (
    <button
      key={direction}
      type="button"
      className={styles.item}
      aria-pressed={sort.key === column.key && sort.direction === direction}
      onClick={() => {
        list.sortBy({ key: column.key, direction });
        onChosen();
      }}
    >
      <Icon name={direction === 'ascending' ? 'up' : 'down'} />
      {isNamed ? `${column.header}: ${words[direction]}` : words[direction]}
    </button>
  ));
}
