import { FlexRender, type TableFeatures, type Row as TableRow } from '@tanstack/react-table';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type MouseEvent, type ReactNode, type RefObject, useId } from 'react';
import { Link } from 'wouter';
import { InBrand } from './brand-format.tsx';
import { CheckBox } from './CheckBox.tsx';
import { Status } from './Status.tsx';
import styles from './table.module.css';
import { brandOf, type DataTableProps, type Group, type Line } from './table-types.ts';
import type { Checks } from './useChecks.ts';

interface Props<Row extends object, Features extends TableFeatures> {
  readonly table: DataTableProps<Row>;
  readonly rows: ReadonlyMap<string, TableRow<Features, Row>>;
  readonly lines: readonly Line<Row>[];
  readonly chosen: string | undefined;
  readonly select: (key: string) => void;
  readonly checks: Checks | undefined;
  /** The scrolling element, in which only the lines in view are drawn. */
  readonly scroller: RefObject<HTMLDivElement | null> | undefined;
}

const lineHeight = 36;

/** The lines of a table: all of them, or those in view with the height of the others above and below. */
export function TableBody<Row extends object, Features extends TableFeatures>(
  props: Props<Row, Features>,
): ReactNode {
  const { table, lines, scroller, checks } = props;
  const width = table.columns.length + (checks ? 1 : 0);
  const virtual = useVirtualizer({
    count: lines.length,
    enabled: scroller !== undefined,
    estimateSize: () => lineHeight,
    getItemKey: (index) => lines[index]?.key ?? index,
    getScrollElement: () => scroller?.current ?? null,
    overscan: 12,
  });
  const items = virtual.getVirtualItems();
  const above = items[0]?.start ?? 0;
  const below = virtual.getTotalSize() - (items.at(-1)?.end ?? 0);
  const shown = scroller ? items.flatMap(({ index }) => lines[index] ?? []) : lines;
  return (
    <tbody>
      {scroller && <Space height={above} width={width} />}
      {shown.map((line) =>
        line.kind === 'group' ? (
          <GroupLine key={line.key} group={line.group} width={width} />
        ) : (
          <RowLine key={line.key} {...props} line={line} />
        ),
      )}
      {scroller && <Space height={below} width={width} />}
    </tbody>
  );
}

function Space({ height, width }: { readonly height: number; readonly width: number }): ReactNode {
  return (
    <tr className={styles.space}>
      <td colSpan={width} style={{ height }} />
    </tr>
  );
}

function GroupLine({ group, width }: { readonly group: Group; readonly width: number }): ReactNode {
  return (
    <tr className={styles.group}>
      <th scope="rowgroup" colSpan={width}>
        {group.tone ? <Status tone={group.tone}>{group.label}</Status> : group.label}
        {group.count !== undefined && <span className={styles.count}>{group.count}</span>}
      </th>
    </tr>
  );
}

function RowLine<Row extends object, Features extends TableFeatures>(
  props: Props<Row, Features> & { readonly line: Line<Row> & { readonly kind: 'row' } },
): ReactNode {
  const { table, rows, line, chosen, select, checks } = props;
  const { columns, onOpen, hrefOf } = table;
  const row = rows.get(line.key);
  const isChosen = line.key === chosen;
  const nameId = useId();
  const check = (isRange: boolean) => checks?.check(line.key, isRange);
  const press = ({ shiftKey, target }: MouseEvent) => {
    // A press on the box is its own.
    if (checks && target instanceof Element && target.closest('label')) return;
    if (checks && shiftKey) check(true);
    else select(line.key);
  };
  const opens = onOpen !== undefined || hrefOf !== undefined || table.onSelect !== undefined;
  return (
    <InBrand brand={brandOf(line.row)}>
      <tr
        className={`${opens ? styles.opens : ''} ${isChosen ? styles.chosen : ''}`}
        aria-current={isChosen ? 'true' : undefined}
        data-row={line.key}
        onClick={opens ? press : undefined}
        onMouseDown={checks && ((event) => event.shiftKey && event.preventDefault())}
      >
        {checks && (
          <td className={styles.check}>
            <CheckBox
              labelledBy={nameId}
              state={checks.isChecked(line.key) ? 'all' : 'none'}
              onChange={check}
            />
          </td>
        )}
        {columns.map((column, index) => {
          const cell = row?.getAllCells()[index];
          const words = cell && <FlexRender cell={cell} />;
          return (
            <td
              key={column.key}
              id={index === 0 && checks ? nameId : undefined}
              className={column.align === 'right' ? styles.right : undefined}
              data-narrow={column.narrow ?? 'hidden'}
              data-header={column.header}
            >
              {index === 0 ? <Opener {...props}>{words}</Opener> : words}
            </td>
          );
        })}
      </tr>
    </InBrand>
  );
}

/** Opens the row: a link, a button, or nothing. */
function Opener<Row extends object, Features extends TableFeatures>(
  props: Props<Row, Features> & {
    readonly line: Line<Row> & { readonly kind: 'row' };
    readonly children: ReactNode;
  },
): ReactNode {
  const { table, line, select, checks, children } = props;
  const { hrefOf, onOpen, onSelect } = table;
  if (hrefOf)
    return (
      <Link href={hrefOf(line.row)} className={styles.opener}>
        {children}
      </Link>
    );
  if (!onOpen && !onSelect) return children;
  const open = ({ shiftKey }: MouseEvent) => {
    // With Shift the row is selected.
    if (shiftKey && checks) return;
    select(line.key);
    onOpen?.(line.row);
  };
  return (
    <button type="button" className={styles.opener} onClick={open}>
      {children}
    </button>
  );
}
