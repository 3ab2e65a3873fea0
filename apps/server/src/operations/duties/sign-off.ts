import { signOff } from '../../lending/duties/duty-runs.ts';
import { inTransaction } from '../../platform/database/connection/connect.ts';
import { defineCommand, UsageError } from '../command.ts';
import { by, line, required } from '../parameters.ts';
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
          const refusal = await signOff(trx, period, { by: { name: by }, receipt, now: new Date() });
          const words = {
            signedOff: `${duty} to ${to} is signed off already`,
            noFile: `${duty} to ${to} has no file yet: duties run`,
            ownFile: '--by: another person than the one who made the file signs it off',
            linesRejected: 'lines of the last run were rejected: duties run --again RUN',
          };
          if (refusal) throw new UsageError(words[refusal]);
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
