import { decimalText } from '@hiram/loan/format';
import writeXlsxFile from 'write-excel-file/node';
import { csvCell, csvLine, harmless } from '../../platform/files/csv-line.ts';

/** A cell of an export: text, a number, or an amount in cents. */
export type Cell = string | number | { readonly cents: number };
type Rows = AsyncIterable<readonly (readonly Cell[])[]>;

function csvText(cell: Cell): string {
  if (typeof cell === 'object') return decimalText(cell.cents);
  return typeof cell === 'number' ? String(cell) : csvCell(cell);
}

/** Rows as CSV (RFC 4180). A text that a spreadsheet would compute stays text, and a negative amount a number. */
async function* csvSheet(headings: readonly string[], pages: Rows): AsyncGenerator<string> {
  yield csvLine(headings);
  for await (const rows of pages) yield rows.map((row) => `${row.map(csvText).join(',')}\r\n`).join('');
}

/** Rows as a workbook, in one piece. Amounts are numbers, and a text that begins like a formula stays text. */
async function* xlsxSheet(headings: readonly string[], pages: Rows): AsyncGenerator<Buffer> {
  const sheet: object[][] = [
    headings.map((heading) => ({ value: harmless(heading), type: String, fontWeight: 'bold' })),
  ];
  for await (const rows of pages) for (const row of rows) sheet.push(row.map(styled));
  yield await writeXlsxFile(sheet).toBuffer();
}

function styled(cell: Cell) {
  if (typeof cell === 'object') return { value: cell.cents / 100, type: Number, format: '0.00' };
  return typeof cell === 'number' ? { value: cell, type: Number } : { value: harmless(cell), type: String };
}

export type SheetFormat = 'csv' | 'xlsx';

/** Rows in a format. */
export const sheetOf = (
  format: SheetFormat,
  headings: readonly string[],
  pages: Rows,
): AsyncGenerator<string | Buffer> => (format === 'csv' ? csvSheet : xlsxSheet)(headings, pages);

export const contentTypes: Readonly<Record<SheetFormat, string>> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};
