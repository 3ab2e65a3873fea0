// `npm run verify`, before a release: `npm test` with every run of a property, the tests in
// `*.verify.test.ts`, what a release needs and the fault runs.
import { faultRuns } from './fault-runs.mjs';
import { report, run } from './run.mjs';
import { prepare, searchPath } from './setup.mjs';

const node = await prepare({ build: true });
Object.assign(process.env, { PATH: searchPath(node), PROPERTY_RUNS: 'all', VERIFY: '1' });
const releaseChecks = [
  'bridge/hosts',
  'release/manifests',
  'release/loan-package',
  'release/release',
  'release/image',
  'runbooks/runbooks',
];

await run('npm test', ['node', 'scripts/test.mjs']);
for (const check of releaseChecks) await run(check, ['node', '--conditions=source', `checks/${check}.ts`]);
await run('tests of processes', ['vitest', 'run', '--project=verify', '--maxWorkers=1']);
for (const name of faultRuns)
  await run(`fault run: ${name}`, ['node', '--conditions=source', `checks/faults/${name}.ts`]);
process.exitCode = report();
