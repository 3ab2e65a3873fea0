import type { ColumnMap } from '@hiram/contract/console/bank-statement';

/** The columns of the tests' bank statements: date, reference and amount, below one line of headings. */
export const plainMap: ColumnMap = {
  skip: 1,
  delimiter: ',',
  date: 0,
  dateOrder: 'YMD',
  reference: 1,
  amount: 2,
  decimal: '.',
};
