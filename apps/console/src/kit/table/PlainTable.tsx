import type { ComponentProps, ReactNode } from 'react';
import kit from '../kit.module.css';

interface PlainColumn<Row> {
  /** Without one in any column the table has no row of heads. A text names the cell on a narrow page too. */
  readonly header?: ReactNode;
  readonly cell: (row: Row) => ReactNode;
  /** True if it names the row. */
  readonly isHead?: boolean;
  /** Figures are at the right. */
  readonly isRight?: boolean;
  readonly className?: string | undefined;
}

interface Props<Row> {
  /** The name of the table, for assistive technology. */
  readonly caption: string;
  readonly className?: string | undefined;
  readonly columns: readonly PlainColumn<Row>[];
  readonly rows: readonly Row[];
  readonly rowKey: (row: Row) => string;
  readonly rowProps?: (row: Row) => ComponentProps<'tr'> & { readonly 'data-changed'?: string | undefined };
  /** In place of rows. */
  readonly nothing?: ReactNode;
}

/** Rows that are only read: without order, choice or pages. */
export function PlainTable<Row>({
  caption,
  className = '',
  columns,
  rows,
  rowKey,
  rowProps,
  nothing,
}: Props<Row>): ReactNode {
  return (
    <table className={`${kit.table} ${className}`}>
      <caption>{caption}</caption>
      {columns.some(({ header }) => header !== undefined) && (
        <thead>
          <tr>
            {columns.map(({ header, isRight, className: own }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: columns in their order
              <th key={index} scope="col" className={isRight ? kit.right : own}>
                {header}
              </th>
            ))}
          </tr>
        </thead>
      )}
      <tbody>
        {rows.map((row) => (
          <tr key={rowKey(row)} {...rowProps?.(row)}>
            {columns.map(({ header, cell, isHead, isRight, className: own }, index) => {
              const Cell = isHead ? 'th' : 'td';
              return (
                <Cell
                  // biome-ignore lint/suspicious/noArrayIndexKey: columns in their order
                  key={index}
                  scope={isHead ? 'row' : undefined}
                  className={isRight ? kit.right : own}
                  data-label={!isHead && typeof header === 'string' ? header : undefined}
                >
                  {cell(row)}
                </Cell>
              );
            })}
          </tr>
        ))}
        {rows.length === 0 && nothing !== undefined && (
          <tr>
            <td colSpan={columns.length}>{nothing}</td>
          </tr>
        )}
      </tbody>
    </table>
  );
}
