import { createReadStream, existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { parse } from 'csv-parse';
import { recordRejections } from '../../lending/duties/duty-runs.ts';
import { inTransaction } from '../../platform/database/connection/connect.ts';
import { defineCommand, UsageError } from '../command.ts';
import { anyText, by, id, required } from '../parameters.ts';

/** Reads the columns `key` and `reason` of a CSV file. Throws UsageError with the line. */
async function readRejections(
  file: string,
): Promise<readonly { readonly key: string; readonly reason: string }[]> {
  const parser = parse({ bom: true, columns: true, skip_empty_lines: true, trim: true });
  createReadStream(file)
    .on('error', (error) => parser.destroy(error))
    .pipe(parser);
  const rejections: { key: string; reason: string }[] = [];
  try {
    for await (const row of parser as AsyncIterable<Readonly<Record<string, string>>>) {
      const { key = '', reason = '' } = row;
      if (key === '' || reason === '')
        throw new UsageError(`FILE: line ${parser.info.lines}: key or reason is empty`);
      rejections.push({ key, reason: reason.slice(0, 500) });
    }
  } catch (error) {
    if (error instanceof UsageError || !(error instanceof Error)) throw error;
    throw new UsageError(`FILE: line ${parser.info.lines}: ${error.message}`);
  }
  if (rejections.length === 0) throw new UsageError('FILE: it has no line with key and reason');
  return rejections;
}

export const rejectLines = defineCommand({
  name: 'duties rejected',
  summary: 'record the lines of a run that the authority did not take',
  description:
    'FILE is CSV with the columns key, the contract of the line, and reason. Correct what is wrong, then duties run --again RUN sends them again.',
  arguments: {
    run: required('RUN', 'the run', id<'dutyRun'>),
    file: required('FILE', 'the rejected lines, as CSV', anyText),
  },
  options: { by },
  change: {},
  examples: ["duties rejected RUN rejected.csv --by 'Ana Cruz'"],
  async run({ run, file: name, by }, session) {
    const file = resolve(session.folder, name);
    if (!existsSync(file)) throw new UsageError(`FILE: there is no file ${file}`);
    const rejections = await readRejections(file);
    const { result, changes } = await session.withOwner(
      (db) =>
        inTransaction(db, async (trx) => {
          const known = await trx
            .selectFrom('duty_run')
            .select('id')
            .where('id', '=', run)
            .executeTakeFirst();
          if (!known) throw new UsageError(`RUN: there is no run ${run}`);
          return recordRejections(trx, run, rejections);
        }),
      by,
    );
    return { data: { run, rejected: result }, lines: [`${result} rejected lines recorded.`], changes };
  },
});
