/**
 * `npm run faults -- simulate [--seed S] [--borrowers 200] [--days 1095] [--minutes 15]`: simulates years of
 * a lender's operation.
 */
import { parseArgs } from 'node:util';
import { startThrowawayCluster } from '@hiram/server/test/support/database/throwaway-cluster.ts';
import { storeResults } from '../../bench/rig/results.ts';
import { simulate } from './simulator/simulate.ts';
import { wholeRun } from './whole-run.ts';

const { values } = parseArgs({
  allowPositionals: true,
  options: {
    seed: { type: 'string', default: String(Date.now()) },
    borrowers: { type: 'string', default: '200' },
    days: { type: 'string', default: '1095' },
    minutes: { type: 'string', default: '15' },
  },
});
const { seed, borrowers, days } = values;
console.log(`seed ${seed}`);
await wholeRun(
  `npm run faults -- simulate --seed ${seed} --borrowers ${borrowers} --days ${days}`,
  async () => {
    const { cluster, stop } = await startThrowawayCluster();
    try {
      const report = await simulate(cluster, {
        seed,
        borrowers: Number(borrowers),
        days: Number(days),
        servers: 2,
        kills: 0.1,
        races: 0.25,
        outages: 0.1,
        maxMs: Number(values.minutes) * 60_000,
        say: (line) => console.log(line),
      });
      console.log(JSON.stringify(report, null, 2));
      storeResults('simulator', report);
      // A shorter run may have none.
      if (report.days >= 365 && !(report.arrangements.fulfilled && report.arrangements.broken))
        throw new Error('no arrangement was kept, or none was broken');
    } finally {
      await stop();
    }
  },
);
