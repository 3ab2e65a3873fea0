import { lazy, type MouseEvent, type ReactNode, type RefObject, Suspense, useId } from 'react';
import { Link } from 'wouter';
import { InBrand } from '../brand-format.tsx';
import { CheckBox } from '../controls/CheckBox.tsx';
import { None } from '../None.tsx';
import { Status } from '../Status.tsx';
import styles from './table.module.css';
import {
  brandOf,
  type Column,
  currencyOf,
  type DataTableProps,
  type Group,
  type Line,
} from './table-types.ts';
import type { Checks } from './useChecks.ts';

// Few lists are long enough to need it.
const LinesInView = lazy(async () => ({ default: (await import('./LinesInView.tsx')).LinesInView }));

interface Props<Row extends object> {
  readonly table: DataTableProps<Row>;
  readonly lines: readonly Line<Row>[];
  readonly chosen: string | undefined;
  readonly select: (key: string) => void;
  readonly checks: Checks | undefined;
  /** The scrolling element, in which only the lines in view are drawn. */
  readonly scroller: RefObject<HTMLDivElement | null> | undefined;
}

/** The number of lines of a long list that are drawn until its scrolling is loaded. */
const firstLines = 40;

/** The lines of a table: all of them, or of a long list those in view. */
export function TableBody<Row extends object>(props: Props<Row>): ReactNode {
  const { table, lines, scroller, checks } = props;
  const width = table.columns.length + (checks ? 1 : 0);
  const draw = (line: Line<Row> | undefined) =>
    line &&
    (line.kind === 'group' ? (
      <GroupLine key={line.key} group={line.group} width={width} />
    ) : (
      <RowLine key={line.key} {...props} line={line} />
    ));
  if (!scroller) return <tbody>{lines.map(draw)}</tbody>;
  return (
    <Suspense fallback={<tbody>{lines.slice(0, firstLines).map(draw)}</tbody>}>
      <LinesInView
        keys={lines.map(({ key }) => key)}
        scroller={scroller}
        width={width}
        draw={(index) => draw(lines[index])}
      />
    </Suspense>
  );
}

const isNarrow = () => window.matchMedia?.('(max-width: 640px)').matches ?? false;

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

function RowLine<Row extends object>(
  props: Props<Row> & { readonly line: Line<Row> & { readonly kind: 'row' } },
): ReactNode {
  const { table, line, chosen, select, checks } = props;
  const { columns, onOpen, hrefOf } = table;
  const isChosen = line.key === chosen;
  const nameId = useId();
  const check = (isRange: boolean) => checks?.check(line.key, isRange);
  const press = ({ shiftKey, target }: MouseEvent) => {
    // A press on the box is its own.
    if (checks && target instanceof Element && target.closest('label')) return;
    if (checks && shiftKey) check(true);
    else select(line.key);
    // Beside its list the chosen row is previewed; on a phone there is no room, so that a press anywhere opens it.
    if (table.onSelect && target instanceof Element && !target.closest('a, button, label') && isNarrow())
      onOpen?.(line.row);
  };
  const opens = onOpen !== undefined || hrefOf !== undefined || table.onSelect !== undefined;
  return (
    <InBrand brand={brandOf(line.row)} currency={currencyOf(line.row)}>
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
          const words = <Cell column={column} row={line.row} />;
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

function Cell<Row>({ column, row }: { readonly column: Column<Row>; readonly row: Row }): ReactNode {
  const shown = column.cell(row);
  return shown === '–' ? <None /> : shown;
}

/** Opens the row: a link, a button, or nothing. */
function Opener<Row extends object>(
  props: Props<Row> & {
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
