// Fault runs: bounded, seeded, on loopback alone; figures go to bench/results/. `npm run faults -- simulate --seed S` runs one.
import { installedChromium } from './chromium.mjs';
import { faultRuns } from './fault-runs.mjs';
import { prepare, runForeground } from './setup.mjs';

const [first, ...others] = process.argv.slice(2);
const wanted = first !== undefined && !first.startsWith('-') && first !== 'all' ? [first] : faultRuns;
const node = await prepare({ build: true });
process.env.CHROMIUM ||= installedChromium();
for (const name of wanted) {
  if (!faultRuns.includes(name)) {
    console.error(`There is no run ${name}: ${faultRuns.join(', ')}`);
    process.exitCode = 1;
    continue;
  }
  console.log(`\n— ${name}`);
  const more = wanted.length === 1 ? others : [];
  process.exitCode =
    (await runForeground(node, ['--conditions=source', `checks/faults/${name}.ts`, ...more])) ||
    process.exitCode;
}
