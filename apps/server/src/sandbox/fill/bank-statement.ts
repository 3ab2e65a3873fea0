import { randomUUID } from 'node:crypto';
import type { ColumnMap } from '@hiram/contract/console/bank-statement';

/** The columns of the bank statements of the sandbox and of tests: date, reference and amount, below one line of headings. */
export const plainMap: ColumnMap = {
  skip: 1,
  delimiter: ',',
  date: 0,
  dateOrder: 'YMD',
  reference: 1,
  amount: 2,
  decimal: '.',
};

/** A reference of a transfer, as a bank gives it. */
export const newUtr = (): string => randomUUID().replaceAll('-', '').slice(0, 16).toUpperCase();
