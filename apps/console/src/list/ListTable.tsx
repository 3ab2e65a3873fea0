import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { useMayShareViews } from '../app/person-context.ts';
import { Banner } from '../kit/Banner.tsx';
import { Button } from '../kit/controls/Button.tsx';
import { Icon } from '../kit/Icon.tsx';
import { useKey } from '../kit/keys/keys.ts';
import kit from '../kit/kit.module.css';
import { Nothing } from '../kit/Nothing.tsx';
import { DataTable } from '../kit/table/DataTable.tsx';
import type { DataTableProps } from '../kit/table/table-types.ts';
import { Loaded } from '../net/Loaded.tsx';
import { ColumnsMenu } from './ColumnsMenu.tsx';
import { FilterMenu } from './FilterMenu.tsx';
import { HeadMenu } from './HeadMenu.tsx';
import styles from './list.module.css';
import type { AddressProblem } from './list-address.ts';
import type { List } from './useList.ts';
import { useListColumns } from './useListColumns.ts';
import { ViewsMenu } from './ViewsMenu.tsx';
import { useFilterWords } from './words.ts';

interface Props<Row>
  extends Omit<DataTableProps<Row>, 'columns' | 'rows' | 'sort' | 'headOf' | 'onMore' | 'isLoadingMore'> {
  readonly list: List<Row>;
  /** Shown if there is no row without any filter. */
  readonly nothing: ReactNode;
}

/**
 * A list with its bar (views, filters, how many rows, columns) and its table. Heads of columns open their order and filter;
 * A key adds a filter, another turns the order round.
 */
export function ListTable<Row extends object>({ list, nothing, ...table }: Props<Row>): ReactNode {
  const { t } = useLingui();
  const columns = useListColumns(list.name, list.columns, list.brand);
  const shown = columns.shown.filter(({ says }) => !says || list.hasFilters || list.rows.some(says));
  const { sort } = list;
  useKey(
    'order',
    t`turn the order`,
    () => list.sortBy({ ...sort, direction: sort.direction === 'ascending' ? 'descending' : 'ascending' }),
    { isOn: list.columns.some(({ key, isSortable }) => isSortable && key === sort.key) },
  );
  const groupOf = list.columns.find(({ key }) => key === list.address.group)?.groupOf ?? table.groupOf;
  const isEmpty = list.query.data !== undefined && list.rows.length === 0;
  return (
    <>
      {!(isEmpty && !list.hasFilters) && (
        <Bar list={list} columns={columns} checked={table.checked?.keys.size ?? 0} />
      )}
      <Problems problems={list.address.problems} />
      <Loaded query={list.query} columns={columns.shown}>
        {() =>
          isEmpty ? (
            list.hasFilters ? (
              <NoneOfThese list={list} />
            ) : (
              nothing
            )
          ) : (
            <DataTable
              {...table}
              columns={shown}
              rows={list.rows}
              sort={sort}
              {...(groupOf ? { groupOf } : {})}
              headOf={(column) => (
                <HeadMenu
                  list={list}
                  column={column}
                  onHide={
                    column.isFixed || !list.columns.some(({ key }) => key === column.key)
                      ? undefined
                      : () => columns.hide(column.key)
                  }
                />
              )}
              onMore={list.more}
              isLoadingMore={list.isLoadingMore}
            />
          )
        }
      </Loaded>
    </>
  );
}

interface BarProps<Row> {
  readonly list: List<Row>;
  readonly columns: ReturnType<typeof useListColumns<Row>>;
  readonly checked: number;
}

function Bar<Row>({ list, columns, checked }: BarProps<Row>): ReactNode {
  const { t } = useLingui();
  const words = useFilterWords();
  const mayShare = useMayShareViews(list.brand);
  const { count } = list;
  const number = count && `${count.count}${count.isMore ? '+' : ''}`;
  return (
    <div className={styles.bar}>
      <ViewsMenu list={list} mayShare={mayShare} />
      {list.columns.map(({ key, header, filter }) => {
        const value = list.address.filters[key];
        if (!value || !filter) return null;
        return (
          <span key={key} className={styles.chip}>
            {header} <strong>{words(value, filter)}</strong>
            <button
              type="button"
              className={styles.icon}
              aria-label={t`Remove the filter ${header}`}
              onClick={() => list.filterBy(key, undefined)}
            >
              <Icon name="close" />
            </button>
          </span>
        );
      })}
      {list.columns.some(({ filter }) => filter) && <FilterMenu list={list} />}
      <span className={styles.figures} role="status">
        {number !== undefined && (checked > 0 ? t`${number} · ${checked} checked` : number)}
      </span>
      <ColumnsMenu columns={columns} />
    </div>
  );
}

/** The parts of the address that are left out, and why. */
function Problems({ problems }: { readonly problems: readonly AddressProblem[] }): ReactNode {
  const { t } = useLingui();
  const [first] = problems;
  if (!first) return null;
  const namesOf = (why: AddressProblem['why']) =>
    problems
      .filter((problem) => problem.why === why)
      .map(({ name }) => name)
      .slice(0, 5)
      .join(', ');
  const [unknown, bad] = [namesOf('unknown'), namesOf('bad')];
  return (
    <div className={styles.problems}>
      <Banner tone="warn" title={t`Not all of this address was used.`}>
        {first.why === 'tooMany' && t`It has ${first.name} parts; a list reads at most 30. None was used.`}
        {unknown !== '' && (
          <span className={styles.line}>{t`This list has no such column for you: ${unknown}.`}</span>
        )}
        {bad !== '' && <span className={styles.line}>{t`Not a value of the column: ${bad}.`}</span>}
      </Banner>
    </div>
  );
}

function NoneOfThese<Row>({ list }: { readonly list: List<Row> }): ReactNode {
  const { t } = useLingui();
  return (
    <Nothing
      icon="filter"
      title={t`Nothing has these filters`}
      text={<span className={kit.ink2}>{t`Others may be in the list: take a filter away to see them.`}</span>}
      next={<Button look="primary" onClick={() => list.show('', '')}>{t`Take all filters away`}</Button>}
    />
  );
}
