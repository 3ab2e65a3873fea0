/**
 * `npm run faults -- flood [--ms 4000] [--seed S] [--only name]`: measures how much one caller slows down another. One
 * account on one address floods each endpoint in turn, on 24 connections. Another caller's 99th percentile may at most double,
 * and the server's resident memory may grow by at most 64 MB. `--ms` is the time for one endpoint; with 4000 the run takes about
 * ten minutes. A complete run writes its results to bench/results/flood.json after each endpoint.
 */
import { parseArgs } from 'node:util';
import { startThrowawayCluster } from '@hiram/server/test/support/database/throwaway-cluster.ts';
import { everyBrand, startHiram } from '@hiram/server/test/support/processes/running-server.ts';
import { writeResults } from '../../bench/rig/results.ts';
import { floodEach, maxRatio, peakMb } from './flood/floods.ts';
import { wholeRun } from './whole-run.ts';

const { values } = parseArgs({
  options: {
    ms: { type: 'string', default: '4000' },
    seed: { type: 'string', default: String(Date.now() % 2 ** 31) },
    only: { type: 'string' },
  },
});
const ms = Number(values.ms);
if (!Number.isInteger(ms) || ms < 100)
  throw new Error('--ms must be a whole number of milliseconds, at least 100');
console.log(`seed ${values.seed}`);
await wholeRun(`npm run faults -- flood --seed ${values.seed}`, async () => {
  const { cluster, stop } = await startThrowawayCluster();
  const hiram = await startHiram(cluster, everyBrand);
  const floods = await floodEach(hiram, {
    seed: Number(values.seed),
    only: values.only,
    ms,
    report(line, soFar) {
      console.log(line);
      if (values.only === undefined)
        writeResults('flood', { seed: values.seed, ms, maxRatio, peakMb: peakMb(), floods: soFar });
    },
  });
  const missed = floods.filter(({ kept }) => !kept);
  console.log(`${floods.length} endpoints, ${missed.length} over a limit; peak memory ${peakMb()} MB`);
  await hiram.stop();
  await stop();
  if (missed.length > 0) throw new Error(`over a limit: ${missed.map(({ what }) => what).join(', ')}`);
});
