import { createWriteStream } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import {
  allColumns,
  type ColumnMap,
  exportColumns,
  journalsCsv,
  journalsXlsx,
} from '../../lending/books/export-journals.ts';
import { journalLines } from '../../lending/books/journals.ts';
import { defineCommand, UsageError } from '../command.ts';
import { anyText, option, required } from '../parameters.ts';
import { brandOption, monthOption, onOption, periodAsked, servedBrand } from './parameters.ts';

/** Parses `account=Konto,debit=Soll`: the columns in their order, with the headings of the lender's own system. */
function columnMap(text: string): ColumnMap {
  return text.split(',').map((part) => {
    const at = part.indexOf('=');
    const name = at < 0 ? part : part.slice(0, at);
    const heading = at < 0 ? undefined : part.slice(at + 1);
    const known = allColumns.find(({ column }) => column === name.trim());
    if (!known)
      throw new UsageError(
        `${name.trim()} is no column: choose from ${Object.keys(exportColumns).join(', ')}`,
      );
    return { column: known.column, heading: heading?.trim() || known.heading };
  });
}

function fileName(text: string): string {
  if (!/\.(csv|xlsx)$/i.test(text)) throw new UsageError(`${text} does not end with .csv or .xlsx`);
  return text;
}

export const exportJournals = defineCommand({
  name: 'books export',
  summary: 'write the journals of a month, or to a day of it, into a file',
  description:
    'CSV or a workbook, by the name of the file. A cell that begins with = + - @ is text. An existing file is not overwritten.',
  arguments: {},
  options: {
    brand: brandOption,
    on: onOption,
    month: monthOption,
    columns: option('MAP', 'columns and headings: account=Konto,debit=Soll,credit=Haben', columnMap),
    to: required('FILE', 'a new file, .csv or .xlsx', (text) => fileName(anyText(text))),
  },
  examples: ['books export --brand ph --month 2026-11 --to november.xlsx'],
  async run({ brand: id, on, month, columns = allColumns, to }, session) {
    const file = resolve(session.folder, to);
    const { result } = await session.withApp(async (app) => {
      const brand = servedBrand(app, id);
      const period = await periodAsked(app, brand, { on, month });
      let lines = 0;
      async function* countedPages() {
        for await (const rows of journalLines(app.db, brand.id, period)) {
          lines += rows.length;
          yield rows;
        }
      }
      if (/\.xlsx$/i.test(file))
        await writeFile(file, await journalsXlsx(countedPages(), columns), { flag: 'wx', mode: 0o600 });
      else
        await pipeline(
          Readable.from(journalsCsv(countedPages(), columns)),
          createWriteStream(file, { flags: 'wx', mode: 0o600 }),
        );
      return { ...period, lines };
    });
    return {
      data: { brand: id, file, ...result },
      lines: [`${file}: ${result.lines} lines, ${result.from} to ${result.to}`],
    };
  },
});
