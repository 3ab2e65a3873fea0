import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parse } from 'csv-parse/sync';
import { recordRejections } from '../../lending/duties/duty-runs.ts';
import { inTransaction } from '../../platform/database/connection/connect.ts';
import { defineCommand, UsageError } from '../command.ts';
import { anyText, by, id, required } from '../parameters.ts';

/** Reads the columns `key` and `reason` of a CSV file. Throws UsageError with the line. */
function readRejections(file: string): readonly { readonly key: string; readonly reason: string }[] {
  const wrong = (fault: string) => new UsageError(`FILE: ${fault}`);
  let rows: readonly Readonly<Record<string, string>>[];
  try {
    rows = parse(readFileSync(file), { bom: true, columns: true, skip_empty_lines: true, trim: true });
  } catch (error) {
    throw wrong(error instanceof Error ? error.message : 'it is no CSV');
  }
  if (rows.length === 0) throw wrong('it has no line with key and reason');
  return rows.map(({ key = '', reason = '' }, index) => {
    if (key === '' || reason === '') throw wrong(`line ${index + 2}: key or reason is empty`);
    return { key, reason: reason.slice(0, 500) };
  });
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
    const rejections = readRejections(file);
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
