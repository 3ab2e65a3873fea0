import type { JournalLineRow } from './journals.ts';
import { type Cell, type SheetFormat, sheetOf } from './sheet.ts';

/** The columns of an exported journal, in their usual order. */
const cells = {
  number: (row) => row.number,
  postedOn: (row) => row.posted_on,
  relatesTo: (row) => row.relates_to ?? '',
  kind: (row) => row.kind,
  product: (row) => row.product ?? '',
  account: (row) => row.account,
  accountName: (row) => row.name,
  externalAccount: (row) => row.external_code ?? '',
  debit: ({ amount }) => (amount > 0 ? { cents: amount } : ''),
  credit: ({ amount }) => (amount < 0 ? { cents: -amount } : ''),
  currency: (row) => row.currency,
  note: (row) => row.note,
} satisfies Readonly<Record<string, (row: JournalLineRow) => Cell>>;

const allColumns = Object.entries<(row: JournalLineRow) => Cell>(cells).map(([name, cell]) => ({
  name,
  cell,
  heading: name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`),
}));
type ExportColumn = (typeof allColumns)[number];

/** A column of a map that an export does not have. */
export class NoSuchColumn extends Error {
  readonly column: string;
  constructor(column: string) {
    super(`${column} is no column: choose from ${Object.keys(cells).join(', ')}`);
    this.column = column;
  }
}

/**
 * Parses `account=Konto,debit=Soll`: the columns in their order, with the headings of the lender's own system. All columns for an
 * empty text. Throws NoSuchColumn.
 */
export function columnMap(text: string): readonly ExportColumn[] {
  if (text.trim() === '') return allColumns;
  return text.split(',').map((part) => {
    const [, name = '', heading = ''] = /^([^=]*)=?(.*)$/s.exec(part) ?? [];
    const known = allColumns.find((column) => column.name === name.trim());
    if (!known) throw new NoSuchColumn(name.trim());
    return { ...known, heading: heading.trim() || known.heading };
  });
}

/** Journals as a file, with these columns. */
export function journalsSheet(
  format: SheetFormat,
  pages: AsyncIterable<readonly JournalLineRow[]>,
  columns: readonly ExportColumn[],
): AsyncGenerator<string | Buffer> {
  async function* mapped() {
    for await (const rows of pages) yield rows.map((row) => columns.map(({ cell }) => cell(row)));
  }
  const headings = columns.map(({ heading }) => heading);
  return sheetOf(format, headings, mapped());
}
