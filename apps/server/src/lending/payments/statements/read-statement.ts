import { setImmediate } from 'node:timers/promises';
import { type Info, parse } from 'csv-parse';
import { type IncomingLine, type LineFault, type LineRules, readLine } from './read-line.ts';

/** Lines of a file at most. */
const maxLines = 100_000;
/** Faulty lines that are named; all are counted. */
const maxNamed = 20;
/** Characters that are read in one go: calls of others run in between. */
const pieceLength = 64 * 1024;

export interface NumberedLine extends IncomingLine {
  readonly lineNo: number;
}

/** The content of a statement. A line that stands twice counts once. */
export interface ReadStatement {
  readonly lines: readonly NumberedLine[];
  readonly twice: number;
  readonly outgoing: number;
  readonly faults: readonly { readonly lineNo: number; readonly fault: LineFault }[];
  readonly faulty: number;
}

/** Reads the text of a statement. Returns why it cannot be read at all. */
export async function readStatement(
  text: string,
  rules: LineRules,
): Promise<ReadStatement | 'notCsv' | 'statementTooLarge'> {
  const parser = parse({
    delimiter: rules.map.delimiter,
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
  const statement = collector(rules);
  let records = 0;
  try {
    for await (const { record, info } of parser as AsyncIterable<{ record: string[]; info: Info }>) {
      records += 1;
      if (records > maxLines) return 'statementTooLarge';
      if (records > rules.map.skip) statement.add(record, info.lines);
    }
    await writing;
  } catch {
    // A quotation that is never closed, or a line without an end.
    return 'notCsv';
  } finally {
    parser.destroy();
    await writing.catch(() => undefined);
  }
  return statement.result();
}

async function write(parser: ReturnType<typeof parse>, text: string): Promise<void> {
  for (let at = 0; at < text.length && !parser.destroyed; at += pieceLength) {
    parser.write(text.slice(at, at + pieceLength));
    await setImmediate();
  }
  if (!parser.destroyed) parser.end();
}

function collector(rules: LineRules) {
  const lines = new Map<string, NumberedLine>();
  const faults: { lineNo: number; fault: LineFault }[] = [];
  let [twice, outgoing, faulty] = [0, 0, 0];
  return {
    add(record: readonly string[], lineNo: number) {
      const read = readLine(record, rules);
      if (read.kind === 'outgoing') outgoing += 1;
      else if (read.kind === 'faulty') {
        faulty += 1;
        if (faults.length < maxNamed) faults.push({ lineNo, fault: read.fault });
      } else {
        const key = read.line.digest.toString('hex');
        if (lines.has(key)) twice += 1;
        else lines.set(key, { ...read.line, lineNo });
      }
    },
    result: (): ReadStatement => ({ lines: [...lines.values()], twice, outgoing, faults, faulty }),
  };
}
