import { createReadStream } from 'node:fs';
import { parse } from 'csv-parse';
import { UsageError } from '../command.ts';
import { type ListedPerson, ListFault, yearsIn } from './entry.ts';

/**
 * The columns of a CSV file: a header's text, or a number from 1 in a file without headers. `alias` and
 * `birth` may be absent.
 */
export interface CsvColumns {
  readonly reference: string;
  readonly name: string;
  readonly alias: string | undefined;
  readonly birth: string | undefined;
}

const columnNames = ['reference', 'name', 'alias', 'birth'];

export const defaultColumns: CsvColumns = {
  reference: 'reference',
  name: 'name',
  alias: 'alias',
  birth: 'birth',
};

/** Parses `reference=1,name=2,birth=DOB`. Throws UsageError. */
export function csvColumns(text: string): CsvColumns {
  const columns = new Map<string, string>();
  for (const part of text.split(',')) {
    const [, key = '', column = ''] = /^\s*(\w+)\s*=\s*(.+?)\s*$/.exec(part) ?? [];
    if (!columnNames.includes(key))
      throw new UsageError(
        `${part.trim()} is not one of ${columnNames.map((name) => `${name}=COLUMN`).join(', ')}`,
      );
    columns.set(key, column);
  }
  const [reference, name] = [columns.get('reference'), columns.get('name')];
  if (reference === undefined || name === undefined) throw new UsageError('it needs reference and name');
  return { reference, name, alias: columns.get('alias'), birth: columns.get('birth') };
}

/** The position of each column, by the file's headers or by its number. Throws ListFault for a missing one. */
function positionsOf(columns: CsvColumns, headers: readonly string[]) {
  const position = (column: string | undefined, isRequired: boolean) => {
    if (column === undefined) return -1;
    if (/^\d+$/.test(column)) return Number(column) - 1;
    const found = headers.findIndex((header) => header.trim().toLowerCase() === column.toLowerCase());
    if (found < 0 && isRequired)
      throw new ListFault(`The file has no column ${column}: name it with --columns.`);
    return found;
  };
  return {
    reference: position(columns.reference, true),
    name: position(columns.name, true),
    alias: position(columns.alias, columns !== defaultColumns),
    birth: position(columns.birth, columns !== defaultColumns),
  };
}

/** A row with the line on which it ends: the parser itself is ahead. */
interface Row {
  readonly record: readonly string[];
  readonly info: { readonly lines: number };
}

/**
 * Reads a list from a CSV file, row by row. Several aliases in one field are separated by semicolons; rows
 * with the same reference are one person's. Throws ListFault for a file that is not such a list, with the
 * line, and for one that ends within a line: it is probably cut.
 */
export async function* readCsv(file: string, columns: CsvColumns): AsyncGenerator<ListedPerson> {
  const hasHeaders = !/^\d+$/.test(columns.name);
  const parser = parse({
    bom: true,
    info: true,
    relax_column_count: true,
    skip_empty_lines: true,
    max_record_size: 200_000,
  });
  let lastByte: number | undefined;
  createReadStream(file)
    .on('error', (error) => parser.destroy(error))
    .on('data', (chunk) => {
      lastByte = Buffer.from(chunk).at(-1);
    })
    .pipe(parser);
  let positions = hasHeaders ? undefined : positionsOf(columns, []);
  try {
    for await (const { record: row, info } of parser as AsyncIterable<Row>) {
      if (!positions) {
        positions = positionsOf(columns, row);
        continue;
      }
      const { reference: at, name, alias, birth } = positions;
      const reference = row[at]?.trim() ?? '';
      const names = [row[name] ?? '', ...(row[alias] ?? '').split(';')].map((text) => text.trim());
      if (reference === '' || names[0] === '')
        throw new ListFault(`Line ${info.lines}: reference or name is empty.`);
      yield { reference, names: names.filter((text) => text !== ''), birthYears: yearsIn(row[birth] ?? '') };
    }
    if (lastByte !== undefined && !'\r\n'.includes(String.fromCharCode(lastByte)))
      throw new ListFault(
        'The file is cut: its last line does not end. If it is whole, end it with a line break.',
      );
  } catch (error) {
    if (error instanceof ListFault || !(error instanceof Error) || !('code' in error)) throw error;
    throw new ListFault(`Line ${parser.info.lines}: ${error.message}`);
  }
}
