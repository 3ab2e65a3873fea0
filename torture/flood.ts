/**
 * `npm run torture -- flood [--seed S] [--only name]`: what one caller can cost. Every endpoint is flooded alone by one account
 * from one address, on 24 connections, while another caller's 99th percentile may at most double. About fifteen minutes.
 */
import { parseArgs } from 'node:util';
import { startHiram } from '@hiram/server/test/running-server.ts';
import { startThrowawayCluster } from '@hiram/server/test/throwaway-cluster.ts';
import { keepResults } from '../bench/rig/results.ts';
import { floodEach, maxRatio, peakMb } from './flood/floods.ts';
import { wholeRun } from './whole-run.ts';

const { values } = parseArgs({
  options: { seed: { type: 'string', default: String(Date.now() % 2 ** 31) }, only: { type: 'string' } },
});
console.log(`seed ${values.seed}`);
await wholeRun(`npm run torture -- flood --seed ${values.seed}`, async () => {
  const { cluster, stop } = await startThrowawayCluster();
  const hiram = await startHiram(cluster);
  const say = (line: string) => console.log(line);
  const floods = await floodEach(hiram, { seed: Number(values.seed), only: values.only, say });
  const missed = floods.filter(({ kept }) => !kept);
  console.log(`${floods.length} endpoints, ${missed.length} beyond ×${maxRatio}; at most ${peakMb()} MB`);
  if (values.only === undefined)
    keepResults('flood', { seed: values.seed, maxRatio, peakMb: peakMb(), floods });
  await hiram.stop();
  await stop();
  if (missed.length > 0) throw new Error(`too dear: ${missed.map(({ what }) => what).join(', ')}`);
});
