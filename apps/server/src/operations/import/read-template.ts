import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { parse } from 'csv-parse';
import { type Column, columns, type LoanLines, TemplateFault, type TemplateLine } from './template.ts';

const bytesLookedAt = 4_096;

/** Refuses a file in another encoding than UTF-8, with or without its mark. Throws TemplateFault. */
async function checkEncoding(file: string): Promise<void> {
  const handle = await open(file);
  try {
    const { bytesRead, buffer } = await handle.read(Buffer.alloc(bytesLookedAt), 0, bytesLookedAt, 0);
    const start = buffer.subarray(0, bytesRead);
    const isUtf16 = start.includes(0) || start[0] === 0xff || start[0] === 0xfe;
    if (isUtf16) throw notUtf8(1, 'the file is in UTF-16');
  } finally {
    await handle.close();
  }
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let line = 1;
  for await (const chunk of createReadStream(file)) {
    const bytes: Buffer = chunk;
    try {
      decoder.decode(bytes, { stream: true });
    } catch {
      throw notUtf8(line + wholeLines(bytes), 'a letter is not in UTF-8, perhaps in Windows-1252');
    }
    line += newlines(bytes);
  }
}

const notUtf8 = (line: number, fault: string) =>
  new TemplateFault({ line, column: '', fault: `${fault}: save the file as CSV in UTF-8` });

const newlines = (bytes: Buffer) => bytes.reduce((count, byte) => count + (byte === 0x0a ? 1 : 0), 0);

/** The line breaks before the first bytes that are not UTF-8. */
function wholeLines(bytes: Buffer): number {
  let [low, high] = [0, bytes.length];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    try {
      new TextDecoder('utf-8', { fatal: true }).decode(bytes.subarray(0, middle), { stream: true });
      low = middle;
    } catch {
      high = middle - 1;
    }
  }
  return newlines(bytes.subarray(0, low));
}

/** The place of each column. Throws TemplateFault for a missing, unknown or doubled one. */
function placesOf(headers: readonly string[]): readonly Column[] {
  const places = headers.map((header) => {
    const column = columns.find((name) => name === header.trim().toLowerCase());
    if (column === undefined)
      throw new TemplateFault({ line: 1, column: '', fault: `the template has no column ${header.trim()}` });
    return column;
  });
  for (const column of columns)
    if (places.filter((place) => place === column).length !== 1)
      throw new TemplateFault({ line: 1, column, fault: 'the column stands in the first line once' });
  return places;
}

async function* linesOf(file: string): AsyncGenerator<TemplateLine> {
  const parser = parse({ bom: true, skip_empty_lines: true, max_record_size: 20_000, info: true });
  createReadStream(file)
    .on('error', (error) => parser.destroy(error))
    .pipe(parser);
  let places: readonly Column[] | undefined;
  let line = 1;
  try {
    for await (const row of parser as AsyncIterable<{ record: string[]; info: { lines: number } }>) {
      line = row.info.lines;
      if (!places) {
        places = placesOf(row.record);
        continue;
      }
      const entries = places.map((column, index) => [column, (row.record[index] ?? '').trim()]);
      yield { line, cells: Object.fromEntries(entries) as TemplateLine['cells'] };
    }
  } catch (error) {
    if (error instanceof TemplateFault || !(error instanceof Error) || !('code' in error)) throw error;
    throw new TemplateFault({ line, column: '', fault: error.message.replace(/\.$/, '') });
  }
  if (!places) throw new TemplateFault({ line: 1, column: '', fault: 'the file is empty' });
}

/**
 * Reads a file of the template: each loan with the lines that follow it, then the line of totals. Throws TemplateFault for a file
 * that is not one.
 */
export async function* readTemplate(
  file: string,
): AsyncGenerator<LoanLines | { readonly total: TemplateLine }> {
  await checkEncoding(file);
  let current: { loan: TemplateLine; instalments: TemplateLine[]; payments: TemplateLine[] } | undefined;
  let total: TemplateLine | undefined;
  let last = 1;
  for await (const line of linesOf(file)) {
    last = line.line;
    const { record, loan } = line.cells;
    const fault = (column: Column, text: string) =>
      new TemplateFault({ line: line.line, column, fault: text });
    if (total) throw fault('record', 'nothing follows the line of totals');
    if (record === 'loan') {
      if (current) yield current;
      current = { loan: line, instalments: [], payments: [] };
    } else if (record === 'total') total = line;
    else if (record !== 'instalment' && record !== 'payment')
      throw fault(
        'record',
        `${record === '' ? 'it is empty' : `${record} is unknown`}: loan, instalment, payment or total`,
      );
    else if (current?.loan.cells.loan !== loan)
      throw fault('loan', `the ${record} stands before its loan ${loan}, or apart from it`);
    else current[record === 'payment' ? 'payments' : 'instalments'].push(line);
  }
  if (current) yield current;
  if (!total)
    throw new TemplateFault({
      line: last,
      column: 'record',
      fault: 'the file ends without the line of totals',
    });
  yield { total };
}
