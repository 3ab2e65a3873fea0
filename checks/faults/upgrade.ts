/**
 * `npm run faults -- upgrade [--from REF] [--seconds 8]`: upgrades a lender under load. A server of the former version and one of
 * this version run side by side on the new schema, each with its own build of the web app, while a browser loads pages. The
 * former server is killed and restarted on the new schema, then replaced by this version; then the former build is deleted. Two
 * pages of the former build stay open: one continues while its build is stored, one after its deletion. REF: by default the
 * newest commit before the newest migration and before the newest change of the web app. Needs a clone with its history.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { storeResults } from '../../bench/rig/results.ts';
import { runCluster } from './cluster/run.ts';
import { Broken } from './simulator/books.ts';
import {
  assetsOf,
  buildWebApp,
  formerCommit,
  git,
  linkModules,
  NoFormerVersion,
  root,
} from './upgrade/former-version.ts';
import { checkAssets, checkBothAnswered, type OpenPages, upgradeSteps, warm } from './upgrade/steps.ts';
import { startVisits, type Visits } from './upgrade/visits.ts';
import { wholeRun } from './whole-run.ts';

const { values } = parseArgs({
  options: {
    from: { type: 'string' },
    seed: { type: 'string', default: String(Date.now()) },
    seconds: { type: 'string', default: '8' },
  },
});
const from = git('rev-parse', values.from ?? former());
const checkout = mkdtempSync(join(tmpdir(), 'hiram-former-'));
process.once('exit', () => {
  spawnSync('git', ['worktree', 'remove', '--force', checkout], { cwd: root, stdio: 'ignore' });
  rmSync(checkout, { recursive: true, force: true });
});
console.log(`former version: ${git('log', '-1', '--format=%h %s', from)}`);
console.log(`seed ${values.seed}`);
await wholeRun(`npm run faults -- upgrade --from ${from} --seed ${values.seed}`, async () => {
  git('worktree', 'add', '--detach', '--force', checkout, from);
  linkModules(checkout);
  buildWebApp(checkout);
  const builds = { former: assetsOf(checkout), newer: assetsOf(root) };
  if ([...builds.former].every((name) => builds.newer.has(name)))
    throw new Error('both versions have the same web app: name a former one with --from');
  let visits: Visits | undefined;
  let openPages: OpenPages | undefined;
  try {
    const report = await runCluster({
      seed: values.seed,
      servers: 2,
      former: checkout,
      lastsMs: Number(values.seconds) * 1000,
      say: (line) => console.log(line),
      async beside({ origin, members }) {
        for (const { name, port } of members) await warm(origin, name, port);
        visits = await startVisits(origin, builds);
        openPages = { withBuild: await visits.openFormerPage(), withoutBuild: await visits.openFormerPage() };
        return visits.start();
      },
      faults: upgradeSteps(builds, () => openPages),
    });
    checkBothAnswered(report);
    const browser = visits?.figures();
    if (!browser) throw new Broken('no page was loaded');
    checkAssets(browser);
    console.log(JSON.stringify(browser));
    storeResults('upgrade', { from, browser, openPage: { kept: 0, deleted: 1 }, ...report });
  } finally {
    await visits?.close();
  }
});

/** The former version. Ends the process with 2 if none runs on this schema. */
function former(): string {
  try {
    return formerCommit();
  } catch (error) {
    if (!(error instanceof NoFormerVersion)) throw error;
    console.log(`NOT RUN: ${error.message}`);
    process.exit(77);
  }
}
