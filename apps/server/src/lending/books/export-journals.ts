import type { JournalLineRow } from './journals.ts';
import { type Cell, type SheetFormat, sheetOf } from './sheet.ts';

/** The columns of an exported journal. */
const exportColumns = [
  'number',
  'postedOn',
  'relatesTo',
  'kind',
  'product',
  'account',
  'accountName',
  'externalAccount',
  'debit',
  'credit',
  'currency',
  'note',
] as const;
type ExportColumn = (typeof exportColumns)[number];

/** The columns of an export, in order, with their headings. */
export type ColumnMap = readonly { readonly column: ExportColumn; readonly heading: string }[];

const allColumns: ColumnMap = exportColumns.map((column) => ({
  column,
  heading: column.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`),
}));

/** A column of a map that an export does not have. */
export class NoSuchColumn extends Error {
  readonly column: string;
  constructor(column: string) {
    super(`${column} is no column: choose from ${exportColumns.join(', ')}`);
    this.column = column;
  }
}

/**
 * Parses `account=Konto,debit=Soll`: the columns in their order, with the headings of the lender's own system. All columns for an
 * empty text. Throws NoSuchColumn.
 */
export function columnMap(text: string): ColumnMap {
  if (text.trim() === '') return allColumns;
  return text.split(',').map((part) => {
    const [, name = '', heading = ''] = /^([^=]*)=?(.*)$/s.exec(part) ?? [];
    const known = allColumns.find(({ column }) => column === name.trim());
    if (!known) throw new NoSuchColumn(name.trim());
    return { column: known.column, heading: heading.trim() || known.heading };
  });
}

const debitOf = ({ amount }: JournalLineRow): Cell => (amount > 0 ? { cents: amount } : '');
const creditOf = ({ amount }: JournalLineRow): Cell => (amount < 0 ? { cents: -amount } : '');

const cells: Readonly<Record<ExportColumn, (row: JournalLineRow) => Cell>> = {
  number: (row) => row.number,
  postedOn: (row) => row.posted_on,
  relatesTo: (row) => row.relates_to ?? '',
  kind: (row) => row.kind,
  product: (row) => row.product ?? '',
  account: (row) => row.account,
  accountName: (row) => row.name,
  externalAccount: (row) => row.external_code ?? '',
  debit: debitOf,
  credit: creditOf,
  currency: (row) => row.currency,
  note: (row) => row.note,
};

async function* mapped(pages: AsyncIterable<readonly JournalLineRow[]>, map: ColumnMap) {
  for await (const rows of pages) yield rows.map((row) => map.map(({ column }) => cells[column](row)));
}

/** Journals as a file, with these columns. */
export const journalsSheet = (
  format: SheetFormat,
  pages: AsyncIterable<readonly JournalLineRow[]>,
  map: ColumnMap,
): AsyncGenerator<string | Buffer> =>
  sheetOf(
    format,
    map.map(({ heading }) => heading),
    mapped(pages, map),
  );
