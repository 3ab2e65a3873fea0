import type { Column } from './table-types.ts';

type More<Row> = Omit<Column<Row>, 'key' | 'header' | 'cell'>;

/** A column of a table. */
export const column = <Row>(
  key: string,
  header: string,
  cell: Column<Row>['cell'],
  more?: More<Row>,
): Column<Row> => ({ key, header, cell, ...more });

/** A column of figures, at the right. */
export const figures = <Row>(...[key, header, cell, more]: Parameters<typeof column<Row>>): Column<Row> =>
  column(key, header, cell, { align: 'right', ...more });
