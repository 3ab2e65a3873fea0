/**
 * `npm run faults -- cluster [--seed S] [--servers 2] [--seconds 5]`: runs a lender's cluster while its parts are killed, paused
 * and disconnected. `npm run cluster` starts the same cluster and leaves it running.
 */
import { parseArgs } from 'node:util';
import { storeResults } from '../../bench/rig/results.ts';
import { startLender } from './cluster/parts.ts';
import { runCluster } from './cluster/run.ts';
import { startProvider } from './simulator/provider.ts';
import { random } from './simulator/random.ts';
import { wholeRun } from './whole-run.ts';

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: String(Date.now()) },
    servers: { type: 'string', default: '2' },
    seconds: { type: 'string', default: '5' },
    serve: { type: 'boolean', default: false },
  },
});
const servers = Number(values.servers);
if (values.serve) {
  const provider = await startProvider(random('cluster'));
  const lender = await startLender(servers, provider);
  console.log(`${servers} servers behind HAProxy: ${lender.origin}/host`);
  const stop = async () => {
    await lender.stop();
    await provider.close();
    process.exit(0);
  };
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => void stop());
} else {
  console.log(`seed ${values.seed}`);
  await wholeRun(`npm run faults -- cluster --seed ${values.seed} --seconds ${values.seconds}`, async () => {
    const report = await runCluster({
      seed: values.seed,
      servers,
      lastsMs: Number(values.seconds) * 1000,
      say: (line) => console.log(line),
    });
    storeResults('cluster', report);
  });
}
