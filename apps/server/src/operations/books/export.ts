import { createWriteStream } from 'node:fs';
import { resolve } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { columnMap, journalsSheet, NoSuchColumn } from '../../lending/books/export-journals.ts';
import { journalLines } from '../../lending/books/journals.ts';
import { reportsOfPrimary } from '../../platform/reports.ts';
import { defineCommand, UsageError } from '../command.ts';
import { anyText, option, required } from '../parameters.ts';
import { inBooks, periodOptions } from './parameters.ts';

function readColumns(text: string): ReturnType<typeof columnMap> {
  try {
    return columnMap(text);
  } catch (error) {
    throw error instanceof NoSuchColumn ? new UsageError(error.message) : error;
  }
}

function fileName(text: string): string {
  if (!/\.(csv|xlsx)$/i.test(text)) throw new UsageError(`${text} does not end with .csv or .xlsx`);
  return text;
}

export const exportJournals = defineCommand({
  name: 'books export',
  summary: 'write the journals of a month, or of a period, into a file',
  description:
    'CSV or a workbook, by the name of the file. A cell that begins with = + - @ is text. An existing file is not overwritten.',
  arguments: {},
  options: {
    ...periodOptions,
    columns: option('MAP', 'columns and headings: account=Konto,debit=Soll,credit=Haben', readColumns),
    to: required('FILE', 'a new file, .csv or .xlsx', (text) => fileName(anyText(text))),
  },
  examples: ['books export --brand ph --month 2026-11 --to november.xlsx'],
  async run({ columns = columnMap(''), to, ...books }, session) {
    const file = resolve(session.folder, to);
    const result = await inBooks(session, books, async (app, brand, period) => {
      let lines = 0;
      async function* countedPages() {
        for await (const rows of journalLines(reportsOfPrimary(app.db), brand.id, period)) {
          lines += rows.length;
          yield rows;
        }
      }
      await pipeline(
        Readable.from(journalsSheet(/\.xlsx$/i.test(file) ? 'xlsx' : 'csv', countedPages(), columns)),
        createWriteStream(file, { flags: 'wx', mode: 0o600 }),
      );
      return { ...period, lines };
    });
    return {
      data: { brand: books.brand, file, ...result },
      lines: [`${file}: ${result.lines} lines, ${result.from} to ${result.to}`],
    };
  },
});
