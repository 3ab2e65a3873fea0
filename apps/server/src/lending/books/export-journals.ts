import { decimalText } from '@hiram/loan/format';
import writeXlsxFile from 'write-excel-file/node';
import { csvLine, harmless } from '../../platform/files/csv-line.ts';
import type { JournalLineRow } from './journals.ts';

/** The columns of an exported journal, as a lender's own system may name them. */
export const exportColumns = {
  number: 'number',
  postedOn: 'posted on',
  relatesTo: 'relates to',
  kind: 'kind',
  product: 'product',
  account: 'account',
  accountName: 'account name',
  externalAccount: 'external account',
  debit: 'debit',
  credit: 'credit',
  currency: 'currency',
  note: 'note',
} as const;
export type ExportColumn = keyof typeof exportColumns;

/** Which columns an export has, in order, with their headings. */
export type ColumnMap = readonly { readonly column: ExportColumn; readonly heading: string }[];

export const allColumns: ColumnMap = [
  { column: 'number', heading: exportColumns.number },
  { column: 'postedOn', heading: exportColumns.postedOn },
  { column: 'relatesTo', heading: exportColumns.relatesTo },
  { column: 'kind', heading: exportColumns.kind },
  { column: 'product', heading: exportColumns.product },
  { column: 'account', heading: exportColumns.account },
  { column: 'accountName', heading: exportColumns.accountName },
  { column: 'externalAccount', heading: exportColumns.externalAccount },
  { column: 'debit', heading: exportColumns.debit },
  { column: 'credit', heading: exportColumns.credit },
  { column: 'currency', heading: exportColumns.currency },
  { column: 'note', heading: exportColumns.note },
];

/** A line's values: amounts in cents where the column is a number of money. */
function cellOf(row: JournalLineRow, column: ExportColumn): string | number {
  switch (column) {
    case 'number':
      return row.number;
    case 'postedOn':
      return row.posted_on;
    case 'relatesTo':
      return row.relates_to ?? '';
    case 'kind':
      return row.kind;
    case 'product':
      return row.product ?? '';
    case 'account':
      return row.account;
    case 'accountName':
      return row.name;
    case 'externalAccount':
      return row.external_code ?? '';
    case 'debit':
      return row.amount > 0 ? decimalText(row.amount) : '';
    case 'credit':
      return row.amount < 0 ? decimalText(-row.amount) : '';
    case 'currency':
      return row.currency;
    case 'note':
      return row.note;
  }
}

/** Journals as CSV (RFC 4180). A cell that a spreadsheet would compute is text. */
export async function* journalsCsv(
  pages: AsyncIterable<readonly JournalLineRow[]>,
  map: ColumnMap = allColumns,
): AsyncGenerator<string> {
  yield csvLine(map.map(({ heading }) => heading));
  for await (const rows of pages)
    yield rows.map((row) => csvLine(map.map(({ column }) => String(cellOf(row, column))))).join('');
}

/** Journals as a workbook. Debits and credits are numbers, and a text that begins like a formula stays text. */
export async function journalsXlsx(
  pages: AsyncIterable<readonly JournalLineRow[]>,
  map: ColumnMap = allColumns,
): Promise<Buffer> {
  const sheet: {
    value: string | number;
    type: typeof String | typeof Number;
    format?: string;
    fontWeight?: 'bold';
  }[][] = [
    map.map(({ heading }) => ({ value: harmless(heading), type: String, fontWeight: 'bold' as const })),
  ];
  for await (const rows of pages)
    for (const row of rows)
      sheet.push(
        map.map(({ column }) => {
          const value = cellOf(row, column);
          if (typeof value === 'number') return { value, type: Number };
          if ((column === 'debit' || column === 'credit') && value !== '')
            return { value: Math.abs(row.amount) / 100, type: Number, format: '0.00' };
          return { value: harmless(value), type: String };
        }),
      );
  return writeXlsxFile(sheet).toBuffer();
}
