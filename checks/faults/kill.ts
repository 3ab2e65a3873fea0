/** `npm run faults -- kill [--seed S] [--kills 50]`: kills a server (SIGKILL) under load, on a database with durable writes. */
import { parseArgs } from 'node:util';
import { startThrowawayCluster } from '@hiram/server/test/support/database/throwaway-cluster.ts';
import { storeResults } from '../../bench/rig/results.ts';
import { killUnderLoad } from './kill/kills.ts';
import { wholeRun } from './whole-run.ts';

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: String(Date.now()) },
    kills: { type: 'string', default: '50' },
  },
});
const { seed, kills } = values;
console.log(`seed ${seed}`);
await wholeRun(`npm run faults -- kill --seed ${seed} --kills ${kills}`, async () => {
  const { cluster, stop } = await startThrowawayCluster({});
  try {
    const say = (line: string) => console.log(line);
    const report = await killUnderLoad(cluster, { seed, kills: Number(kills), say });
    console.log(JSON.stringify(report, null, 2));
    storeResults('kill', report);
  } finally {
    await stop();
  }
});
