import { isUtf8 } from 'node:buffer';
import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { parse } from 'csv-parse';
import { type Column, columns, type LoanLines, TemplateFault, type TemplateLine } from './template.ts';

/** Refuses a file in another encoding than UTF-8, with or without its mark. Throws TemplateFault. */
async function checkEncoding(file: string): Promise<void> {
  let number = 0;
  // Latin 1 keeps every byte.
  for await (const line of createInterface({ input: createReadStream(file, 'latin1') })) {
    number += 1;
    const fault =
      line.includes('\0') || /^(ÿþ|þÿ)/.test(line)
        ? 'the file is in UTF-16'
        : !isUtf8(Buffer.from(line, 'latin1')) && 'a letter is not in UTF-8, perhaps in Windows-1252';
    if (fault) throw TemplateFault.at(number, '', `${fault}: save the file as CSV in UTF-8`);
  }
}

/** The place of each column. Throws TemplateFault for a missing, unknown or doubled one. */
function placesOf(headers: readonly string[]): readonly Column[] {
  const places = headers.map((header) => {
    const column = columns.find((name) => name === header.trim().toLowerCase());
    if (!column) throw TemplateFault.at(1, '', `the template has no column ${header.trim()}`);
    return column;
  });
  for (const column of columns)
    if (places.filter((place) => place === column).length !== 1)
      throw TemplateFault.at(1, column, 'the column stands in the first line once');
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
      const entries = places.map((column, index) => [column, (row.record[index] ?? '').trim().normalize()]);
      yield { line, cells: Object.fromEntries(entries) as TemplateLine['cells'] };
    }
  } catch (error) {
    if (error instanceof TemplateFault || !(error instanceof Error) || !('code' in error)) throw error;
    const at = 'lines' in error ? Number(error.lines) : line;
    throw TemplateFault.at(at, '', error.message.replace(/\.$/, ''));
  }
  if (!places) throw TemplateFault.at(1, '', 'the file is empty');
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
    const fault = (column: Column, text: string) => TemplateFault.at(line.line, column, text);
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
  if (!total) throw TemplateFault.at(last, 'record', 'the file ends without the line of totals');
  yield { total };
}
