import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useMemo, useRef, useState } from 'react';
import { useBrandFormat, useBrandName } from '../brand-format.tsx';
import { Button } from '../controls/Button.tsx';
import { TableBody } from './TableBody.tsx';
import { TableHead } from './TableHead.tsx';
import styles from './table.module.css';
import { brandOf, type Column, type DataTableProps, linesOf } from './table-types.ts';
import { useChecks } from './useChecks.ts';
import { useTableKeys } from './useTableKeys.ts';

/** From this number of rows on only those in view are drawn. */
const manyRows = 100;

/** The key of the column that names the brand of a row. */
const brandKey = 'brand';

/** The columns, with the brand after the first one where all brands are looked at, unless one of them names it. */
function useColumnsWithBrand<Row extends object>({
  columns,
  rows,
}: DataTableProps<Row>): readonly Column<Row>[] {
  const { t } = useLingui();
  const { isAmongBrands } = useBrandFormat();
  const nameOf = useBrandName();
  const [first, ...others] = columns;
  // A row of the lender as a whole is named under one brand too.
  const isNamed = rows.some((row) => (isAmongBrands ? brandOf(row) !== undefined : brandOf(row) === '*'));
  if (!isNamed || first === undefined || columns.some(({ key }) => key === brandKey)) return columns;
  const cell = (row: Row) => (brandOf(row) === '*' ? t`all` : nameOf(brandOf(row) ?? ''));
  return [first, { key: brandKey, header: t`Brand`, cell }, ...others];
}

/** Rows of a list, also of very many: a real table, moved through by J, K and Enter. */
export function DataTable<Row extends object>(props: DataTableProps<Row>): ReactNode {
  const { t } = useLingui();
  const columns = useColumnsWithBrand(props);
  const { caption, rows, rowKey, groupOf, selected, onSelect, onMore, isLoadingMore = false } = props;
  const [own, setOwn] = useState<string>();
  const scroller = useRef<HTMLDivElement>(null);
  const isWhole = onMore === undefined;
  const lines = useMemo(() => linesOf(rows, rowKey, groupOf, isWhole), [rows, rowKey, groupOf, isWhole]);
  const chosen = selected ?? own;
  const select = (key: string) => {
    setOwn(key);
    onSelect?.(key);
  };
  const isOn = props.hasKeys ?? true;
  useTableKeys({ lines, chosen, select, scroller, isOn });
  const checks = useChecks({ checked: props.checked, lines, chosen, isOn });
  return (
    <div ref={scroller} className={styles.scroll} data-many={rows.length > manyRows ? '' : undefined}>
      <table className={styles.table} data-checks={checks && ''}>
        <caption>{caption}</caption>
        <TableHead columns={columns} sort={props.sort} headOf={props.headOf} checks={checks} />
        <TableBody
          table={{ ...props, columns }}
          lines={lines}
          chosen={chosen}
          select={select}
          checks={checks}
          scroller={rows.length > manyRows ? scroller : undefined}
        />
      </table>
      {onMore && (
        <div className={styles.more}>
          <Button disabled={isLoadingMore} onClick={onMore}>{t`Show more`}</Button>
        </div>
      )}
    </div>
  );
}
