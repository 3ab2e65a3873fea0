import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { Figure } from '../app/cells.tsx';
import { shareInColumn } from '../app/share.ts';
import kit from '../kit/kit.module.css';
import { Card } from '../kit/Page.tsx';
import styles from './portfolio.module.css';

/** A cell: a text or number, an amount, or a share, whose ground grows stronger with it. */
type Cell = string | number | { readonly cents: number } | { readonly part: number; readonly whole: number };

interface Row {
  readonly name: string;
  readonly href?: string;
  readonly cells: readonly Cell[];
  /** True if it is in the background: it counts nothing. */
  readonly isNone?: boolean;
}

interface Props {
  readonly title: string;
  readonly aside?: string | undefined;
  readonly caption: string;
  /** What the figures are of. */
  readonly note?: string;
  /** The heading of the names, then one for each column of figures. */
  readonly heads: readonly string[];
  readonly rows: readonly Row[];
  /** Below them, with a line above. */
  readonly sums?: readonly Row[];
  /** Above the table: the figures as a drawing. */
  readonly children?: ReactNode;
}

/** Figures under their heads, a row for each name. */
export function FigureCard({
  title,
  aside,
  caption,
  note,
  heads,
  rows,
  sums = [],
  children,
}: Props): ReactNode {
  const { t } = useLingui();
  const [first, ...others] = heads;
  const shown = (row: Row, className: string | undefined) => (
    <tr key={row.name} className={className}>
      <th scope="row">{row.href === undefined ? row.name : <Link href={row.href}>{row.name}</Link>}</th>
      {others.map((head, index) => (
        <FigureCell key={head} cell={row.cells[index] ?? ''} />
      ))}
    </tr>
  );
  return (
    <Card title={title} aside={aside} isFlush>
      {note !== undefined && <p className={styles.note}>{note}</p>}
      {children}
      {rows.length === 0 ? (
        <p className={styles.none}>{t`Not known yet.`}</p>
      ) : (
        <div className={styles.wide}>
          <table className={kit.table}>
            <caption>{caption}</caption>
            <thead>
              <tr>
                <th scope="col">{first}</th>
                {others.map((head) => (
                  <th key={head} scope="col" className={kit.right}>
                    {head}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>{rows.map((row) => shown(row, row.isNone ? styles.background : undefined))}</tbody>
            <tfoot>{sums.map((row) => shown(row, kit.sum))}</tfoot>
          </table>
        </div>
      )}
    </Card>
  );
}

function FigureCell({ cell }: { readonly cell: Cell }): ReactNode {
  if (typeof cell !== 'object') return <td className={kit.right}>{cell}</td>;
  if ('cents' in cell)
    return (
      <td className={kit.right}>
        <Figure cents={cell.cents} />
      </td>
    );
  const of = cell.whole === 0 ? 0 : cell.part / cell.whole;
  const strength = of < 0.05 ? 0 : of < 0.15 ? 10 : of < 0.3 ? 18 : of < 0.6 ? 28 : 40;
  const background = `color-mix(in srgb, var(--accent) ${strength}%, transparent)`;
  return (
    <td className={kit.right} style={{ background }}>
      {cell.part === 0 ? '–' : shareInColumn(cell.part, cell.whole)}
    </td>
  );
}
