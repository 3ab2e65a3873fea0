/**
 * `npm run faults -- patroni [--seed S] [--faults 10] [--seconds 40] [--root DIR]`: a lender's servers on
 * three PostgreSQL machines under Patroni and three machines of etcd, with the files of docs/deploy/database.
 * Under load the primary is killed, frozen and cut off, ten times in all; then the leader of etcd is killed,
 * two of its machines, and two while a standby is cut off. Nothing acknowledged may be lost, writes must go
 * on within 30 s, after the last one within 30 s of its end, and the books must balance. The machines are
 * namespaces of one kernel, and of one Debian 13 in DIR, which the run makes with mmdebstrap if it is
 * missing. Needs root and HAProxy; takes about a quarter of an hour.
 */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { storeResults } from '../../bench/rig/results.ts';
import { ownRoot } from './cluster/balancer.ts';
import { runCluster } from './cluster/run.ts';
import { startMachines } from './patroni/database.ts';
import { databasePackages, makeRoot, missing, versions } from './patroni/debian.ts';
import { aloneFault, type EtcdFault, etcdFaults, type FailOver, primaryFaults } from './patroni/faults.ts';
import { Broken } from './simulator/books.ts';
import { wholeRun } from './whole-run.ts';

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: String(Date.now()) },
    faults: { type: 'string', default: '10' },
    seconds: { type: 'string', default: '40' },
    root: { type: 'string', default: '/var/lib/hiram-debian-13' },
  },
});
const { seed, root } = values;
const lastsMs = Number(values.seconds) * 1000;
const maxWithoutWriteMs = (fault: string) => 30_000 + (fault === aloneFault ? lastsMs : 0);

const lacks = missing(root);
if (lacks.length > 0) {
  console.log(`NOT RUN: it needs ${lacks.join(', ')}`);
  process.exit(77);
}
const say = (line: string) => console.log(line);
say(`seed ${seed}`);
await wholeRun(`npm run faults -- patroni --seed ${seed} --root ${root}`, async () => {
  makeRoot(root, databasePackages, say);
  const software = versions(root);
  say(software);
  const database = await startMachines(root);
  const failOvers: FailOver[] = [];
  const etcd: EtcdFault[] = [];
  try {
    const report = await runCluster({
      seed,
      servers: 2,
      lastsMs,
      say,
      database,
      faults: [...primaryFaults(database, Number(values.faults), failOvers), ...etcdFaults(database, etcd)],
    });
    const slowest = report.faults.find(
      ({ fault, withoutWriteMs }) => withoutWriteMs > maxWithoutWriteMs(fault),
    );
    const stayed = failOvers.find(({ former, next }) => former === next);
    const wrong = etcd.find(({ fault, demotedMs }) => (demotedMs !== null) !== (fault === aloneFault));
    storeResults('patroni', { software, failOvers, etcd, ...report });
    if (slowest) throw new Broken(`${slowest.fault}: no write for ${slowest.withoutWriteMs} ms`);
    if (stayed) throw new Broken(`${stayed.fault}: the primary was not replaced`);
    if (wrong)
      throw new Broken(`${wrong.fault}: the primary ${wrong.demotedMs === null ? 'stayed' : 'ended'}`);
  } catch (error) {
    // A run's own temporary folder ends with it.
    const folder = join(ownRoot, '.state/patroni-logs');
    database.keepLogs(folder);
    say(`logs of the machines: ${folder}`);
    throw error;
  } finally {
    await database.stop();
  }
});
