/** `npm run torture -- kill [--seed S] [--kills 50]`: a server killed hard under load, on a database that writes through. */
import { parseArgs } from 'node:util';
import { startThrowawayCluster } from '@hiram/server/test/throwaway-cluster.ts';
import { keepResults } from '../bench/rig/results.ts';
import { killUnderLoad } from './kill/kills.ts';

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: String(Date.now()) },
    kills: { type: 'string', default: '50' },
  },
});
const { cluster, stop } = await startThrowawayCluster({});
console.log(`seed ${values.seed}`);
try {
  const report = await killUnderLoad(cluster, {
    seed: values.seed,
    kills: Number(values.kills),
    say: (line) => console.log(line),
  });
  console.log(JSON.stringify(report, null, 2));
  keepResults('kill', report);
} catch (error) {
  console.error(error);
  console.error(`It replays with: npm run torture -- kill --seed ${values.seed} --kills ${values.kills}`);
  process.exitCode = 1;
} finally {
  await stop();
}
