import { setImmediate } from 'node:timers/promises';
import type { ColumnMap } from '@hiram/contract/console/bank-statement';
import { type Info, parse } from 'csv-parse';

/** Lines of a file at most. */
const maxLines = 100_000;
/** Characters that are read in one go: calls of others run in between. */
const pieceLength = 64 * 1024;

/** A line of the file: where it ends, counted from 1, and its cells. */
export interface FileRecord {
  readonly lineNo: number;
  readonly cells: readonly string[];
}

/** The fault of an unreadable file: at that line a quotation does not end or a line is too long, or there are too many. */
export type UnreadableFile =
  | { readonly rejected: 'notCsv'; readonly line: number }
  | { readonly rejected: 'statementTooLarge' };

/** Reads the lines of a statement. Formulas are text: no cell is ever computed. */
export async function readRecords(
  text: string,
  delimiter: ColumnMap['delimiter'],
): Promise<readonly FileRecord[] | UnreadableFile> {
  const parser = parse({
    delimiter,
    bom: true,
    record_delimiter: '\n',
    info: true,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    max_record_size: 20_000,
  });
  // Line ends of every kind, so that the numbers of lines are those of an editor.
  const writing = write(parser, text.replace(/\r\n?/g, '\n'));
  const records: FileRecord[] = [];
  try {
    for await (const { record, info } of parser as AsyncIterable<{ record: string[]; info: Info }>) {
      if (records.length === maxLines) return { rejected: 'statementTooLarge' };
      records.push({ lineNo: info.lines, cells: record });
    }
    await writing;
  } catch {
    // A quotation that is never closed, or a line without an end.
    return { rejected: 'notCsv', line: (records.at(-1)?.lineNo ?? 0) + 1 };
  } finally {
    parser.destroy();
    await writing.catch(() => undefined);
  }
  return records;
}

async function write(parser: ReturnType<typeof parse>, text: string): Promise<void> {
  for (let at = 0; at < text.length && !parser.destroyed; at += pieceLength) {
    parser.write(text.slice(at, at + pieceLength));
    await setImmediate();
  }
  if (!parser.destroyed) parser.end();
}
