import { sql } from 'kysely';
import { closeTask } from '../../lending/tasks.ts';
import { inTransaction } from '../../platform/database/connect.ts';
import { defineCommand, UsageError } from '../command.ts';
import { by, isOnePerson, line, required } from '../parameters.ts';
import { periodArguments, periodNamed, periodOptions } from './find-period.ts';

export const signOffDuty = defineCommand({
  name: 'duties sign-off',
  summary: 'record that a report was handed in: its task is done',
  description:
    'Another person signs it off than the one who made its last file. Rejected lines are sent again before.',
  arguments: periodArguments,
  options: { ...periodOptions, receipt: required('TEXT', 'the authority’s receipt', line), by },
  change: { question: ({ duty, to }) => `Was ${duty} to ${to} handed in?` },
  examples: ["duties sign-off ph-cic --brand ph --to 2026-10-31 --receipt 'CIC 4711' --by 'Ben Reyes'"],
  async run({ duty, brand, to, receipt, by }, session) {
    const { changes } = await session.withOwner(
      (db) =>
        inTransaction(db, async (trx) => {
          const period = await periodNamed(trx, { duty, brand, to });
          if (period.signed_off_at) throw new UsageError(`${duty} to ${to} is signed off already`);
          const last = await trx
            .selectFrom('duty_run')
            .selectAll()
            .where('period_id', '=', period.id)
            .orderBy('made_at', 'desc')
            .limit(1)
            .executeTakeFirst();
          if (!last) throw new UsageError(`${duty} to ${to} has no file yet: duties run`);
          if (isOnePerson(last.made_by, by))
            throw new UsageError('--by: another person than the one who made the file signs it off');
          const rejected = await trx
            .selectFrom('duty_rejection')
            .select('key')
            .where('run_id', '=', last.id)
            .limit(1)
            .executeTakeFirst();
          if (rejected)
            throw new UsageError(`lines of the run ${last.id} were rejected: duties run --again ${last.id}`);
          const now = new Date();
          await sql`update duty_period set signed_off_at = ${now}, signed_off_by = ${by}, receipt = ${receipt}
            where id = ${period.id}`.execute(trx);
          await closeTask(trx, { kind: 'duty', subjectId: period.id }, now);
        }),
      by,
    );
    return {
      data: { duty, to, receipt },
      lines: [`${duty} to ${to} ${session.isDryRun ? 'would be' : 'is'} signed off.`],
      changes,
    };
  },
});
