/**
 * `npm run faults -- outage [--seed S] [--seconds 30] [--only text]`: makes text messages, payouts, payments, the store
 * and the database unavailable for a while, one after the other, under load: first connections break, then nothing answers.
 * Takes about ten minutes.
 */
import { parseArgs } from 'node:util';
import { storeResults } from '../../bench/rig/results.ts';
import { runOutages } from './outage/outages.ts';
import { wholeRun } from './whole-run.ts';

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: String(Date.now()) },
    servers: { type: 'string', default: '2' },
    seconds: { type: 'string', default: '30' },
    only: { type: 'string' },
  },
});
console.log(`seed ${values.seed}`);
await wholeRun(`npm run faults -- outage --seed ${values.seed} --seconds ${values.seconds}`, async () => {
  const report = await runOutages({
    seed: values.seed,
    servers: Number(values.servers),
    lastsMs: Number(values.seconds) * 1000,
    only: values.only,
    say: (line) => console.log(line),
  });
  if (values.only === undefined) storeResults('outage', report);
});
