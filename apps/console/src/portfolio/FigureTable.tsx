import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { Figure } from '../app/cells.tsx';
import { share } from '../app/share.ts';
import kit from '../kit/kit.module.css';
import styles from './portfolio.module.css';

/** A cell: a text or number, an amount, or a share, whose ground grows stronger with it. */
type Cell = string | number | { readonly cents: number } | { readonly part: number; readonly whole: number };

interface Props {
  readonly caption: string;
  /** Of the names, then of each column of figures. */
  readonly heads: readonly string[];
  readonly rows: readonly {
    readonly name: string;
    readonly href?: string;
    readonly cells: readonly Cell[];
    /** True if it is in the background: it counts nothing. */
    readonly isNone?: boolean;
  }[];
  /** Below them, with a line above. */
  readonly sums?: readonly { readonly name: string; readonly cells: readonly Cell[] }[];
}

/** Figures under their heads, a row for each name. */
export function FigureTable({ caption, heads: [first, ...heads], rows, sums = [] }: Props): ReactNode {
  return (
    <div className={styles.wide}>
      <table className={kit.table}>
        <caption>{caption}</caption>
        <thead>
          <tr>
            <th scope="col">{first}</th>
            {heads.map((head) => (
              <th key={head} scope="col" className={kit.right}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name, href, cells, isNone }) => (
            <tr key={name} className={isNone ? styles.background : undefined}>
              <th scope="row">{href === undefined ? name : <Link href={href}>{name}</Link>}</th>
              {heads.map((head, index) => (
                <FigureCell key={head} cell={cells[index] ?? ''} />
              ))}
            </tr>
          ))}
        </tbody>
        {sums.length > 0 && (
          <tfoot>
            {sums.map(({ name, cells }) => (
              <tr key={name} className={kit.sum}>
                <th scope="row">{name}</th>
                {heads.map((head, index) => (
                  <FigureCell key={head} cell={cells[index] ?? ''} />
                ))}
              </tr>
            ))}
          </tfoot>
        )}
      </table>
    </div>
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
      {cell.part === 0 ? '–' : share(cell.part, cell.whole)}
    </td>
  );
}
