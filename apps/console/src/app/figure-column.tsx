import type { Column } from '../kit/table/table-types.ts';
import { Figure } from './cells.tsx';

interface Props<Row> extends Pick<Column<Row>, 'key' | 'header' | 'narrow'> {
  /** Cents; undefined: the cell is empty. */
  readonly of: (row: Row) => number | undefined;
}

/** A column of amounts at the right, without their currency. */
export const figureColumn = <Row,>({ of, narrow = 'mainEnd', ...head }: Props<Row>): Column<Row> => ({
  ...head,
  narrow,
  align: 'right',
  cell: (row) => {
    const cents = of(row);
    return cents === undefined ? '' : <Figure cents={cents} />;
  },
});
