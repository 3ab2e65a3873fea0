import { harmless } from '../../platform/files/csv-line.ts';
import type { BorrowerTables } from './borrower-data.ts';

/** A cell that a spreadsheet does not compute: one that begins like a formula is text. */
function cell(value: unknown): string {
  const text =
    value === null || value === undefined
      ? ''
      : typeof value === 'object'
        ? JSON.stringify(value)
        : String(value);
  return `"${harmless(text).replace(/"/g, '""')}"`;
}

/** A borrower's data as CSV (RFC 4180): table, number of the row, column, value. */
export function csvOf(tables: BorrowerTables): { readonly csv: string; readonly rows: number } {
  const lines = Object.entries(tables).flatMap(([table, rows]) =>
    rows.flatMap((row, index) =>
      Object.entries(row as object).map(([column, value]) =>
        [table, index + 1, column, value].map(cell).join(','),
      ),
    ),
  );
  return {
    csv: [['table', 'row', 'column', 'value'].map(cell).join(','), ...lines].join('\r\n'),
    rows: lines.length,
  };
}
