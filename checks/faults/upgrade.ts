/**
 * `npm run faults -- upgrade [--from REF]`: a server of the former version and one of this, each with its own build of the web
 * app, side by side on the new schema, under load, while a browser loads pages; the former one dies and starts again on the new
 * schema; then this version takes its place; then the former build is deleted. Two pages of the former build stay open: one goes
 * on with its build kept, one after it was deleted. REF: by default the newest commit that has neither the newest migration nor
 * the newest change of the web app; a whole checkout is needed, with its history.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readlinkSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { asOwner } from '@hiram/server/test/support/throwaway-cluster.ts';
import { storeResults } from '../../bench/rig/results.ts';
import { type LenderCluster, ownRoot } from './cluster/parts.ts';
import { type ClusterReport, runCluster } from './cluster/run.ts';
import { Broken } from './simulator/books.ts';
import { type Builds, type OpenPage, startVisits, type VisitFigures } from './upgrade/visits.ts';
import { wholeRun } from './whole-run.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();

/** Everything installed, but each workspace of the checkout's own: through this version's links its code would be loaded. */
function linkModules(checkout: string): void {
  const [ownModules, checkoutModules] = [join(root, 'node_modules'), join(checkout, 'node_modules')];
  mkdirSync(join(checkoutModules, '@hiram'), { recursive: true });
  for (const name of readdirSync(ownModules))
    if (name !== '@hiram' && !name.startsWith('.'))
      symlinkSync(join(ownModules, name), join(checkoutModules, name));
  for (const name of readdirSync(join(ownModules, '@hiram')))
    symlinkSync(readlinkSync(join(ownModules, '@hiram', name)), join(checkoutModules, '@hiram', name));
  for (const workspace of ['apps/borrower', 'apps/server', 'apps/host']) {
    const own = join(root, workspace, 'node_modules');
    if (existsSync(own)) symlinkSync(own, join(checkout, workspace, 'node_modules'));
  }
}

/** Builds a checkout's web app as that version builds it; throws where it does not build. */
function buildWebApp(checkout: string): void {
  execFileSync(process.execPath, ['--conditions=source', 'apps/borrower/build/build.ts'], {
    cwd: checkout,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}

function assetsOf(checkout: string): Set<string> {
  const names = readdirSync(join(checkout, 'apps/borrower/dist/assets'));
  return new Set(names.filter((name) => !/\.(br|gz)$/.test(name)));
}

const migrations = 'apps/server/src/platform/database/migrations';
/** What the assets are made of: pages that the server renders, and tests, change none. */
const assetSources = ['apps/borrower/src', 'site', 'visitor'].map((path, index) =>
  index === 0 ? path : `:!apps/borrower/src/${path}`,
);

function isAncestor(commit: string, of: string): boolean {
  return spawnSync('git', ['merge-base', '--is-ancestor', commit, of], { cwd: root }).status === 0;
}

/**
 * The newest commit without the newest migration and without the newest change of the web app. Where an existing migration was
 * edited after that commit, it cannot run on this schema: then the commit before the web app's newest change.
 */
function formerCommit(): string {
  const added = git('log', '-1', '--diff-filter=A', '--format=%H', '--', migrations);
  const edited = git('log', '-1', '--diff-filter=MRD', '--format=%H', '--', migrations);
  const changed = git('log', '-1', '--format=%H', '--', ...assetSources, ':!apps/borrower/src/**/*.test.ts');
  const beforeBoth = git('merge-base', `${added}^`, `${changed}^`);
  if (edited === '' || isAncestor(edited, beforeBoth)) return beforeBoth;
  if (isAncestor(edited, `${changed}^`)) return git('rev-parse', `${changed}^`);
  throw new Error('a migration was edited after the web app changed last: name a former version with --from');
}

async function isAnsweredBy(origin: string, name: string): Promise<boolean> {
  return (await fetch(`${origin}/health/live`)).headers.get('x-answered-by') === name;
}

/**
 * A sandbox's server of the former version fills all its pages at the first one that it is asked for, which takes seconds; with
 * a lender's they are filled before it is ready. Answers once the load balancer asks the server again.
 */
async function warm(origin: string, name: string, port: number): Promise<void> {
  await (await fetch(`http://127.0.0.1:${port}/login`)).text();
  while (!(await isAnsweredBy(origin, name))) await pause(50);
}

/** Deletes the former version's build, as a server does a month after it ran last, and starts each server anew without it. */
async function forgetBuild(lender: LenderCluster, { former, newer }: Builds): Promise<void> {
  const gone = [...former].filter((name) => !newer.has(name));
  await asOwner(lender.cluster, lender.database, async (owner) => {
    await owner.query('delete from web_build where asset_names && $1::text[]', [gone]);
    await owner.query('delete from web_asset where name = any ($1::text[])', [gone]);
  });
  for (const member of lender.members) {
    await member.kill();
    await member.start();
    // The next one stops once the load balancer asks this one again.
    while (!(await isAnsweredBy(lender.origin, member.name))) await pause(50);
  }
}

/** Throws unless each version's own assets were sent by each server. */
function holdBothSent({ assetsOfOne, documents }: VisitFigures): void {
  const wanted = ['former, server1', 'former, server2', 'newer, server1', 'newer, server2'];
  for (const text of wanted)
    if (!assetsOfOne[text]) throw new Broken(`no asset of ${text}: ${JSON.stringify(assetsOfOne)}`);
  for (const text of ['former, server1', 'newer, server2'])
    if (!documents[text]) throw new Broken(`no page of ${text}: ${JSON.stringify(documents)}`);
}

function holdReloads(what: string, reloads: number, wanted: number): void {
  if (reloads !== wanted) throw new Broken(`${what}: fetched afresh ${reloads} times, not ${wanted}`);
}

/** Throws unless each server answered well while both ran, else nothing was shown of it. */
function holdBothAnswered(report: ClusterReport): void {
  for (const { fault, by } of report.faults)
    if (!(Number(by.server1) > 0 && Number(by.server2) > 0))
      throw new Error(`${fault}: ${JSON.stringify(by)}`);
}

const { values } = parseArgs({
  options: { from: { type: 'string' }, seed: { type: 'string', default: String(Date.now()) } },
});
const from = git('rev-parse', values.from ?? formerCommit());
const former = mkdtempSync(join(tmpdir(), 'hiram-former-'));
process.once('exit', () => {
  spawnSync('git', ['worktree', 'remove', '--force', former], { cwd: root, stdio: 'ignore' });
  rmSync(former, { recursive: true, force: true });
});
console.log(`former version: ${git('log', '-1', '--format=%h %s', from)}`);
console.log(`seed ${values.seed}`);
await wholeRun(`npm run faults -- upgrade --from ${from} --seed ${values.seed}`, async () => {
  git('worktree', 'add', '--detach', '--force', former, from);
  linkModules(former);
  buildWebApp(former);
  const builds = { former: assetsOf(former), newer: assetsOf(root) };
  if ([...builds.former].every((name) => builds.newer.has(name)))
    throw new Error('both versions have the same web app: name a former one with --from');
  let visits: Awaited<ReturnType<typeof startVisits>> | undefined;
  let openPage: OpenPage | undefined;
  let forgotten: OpenPage | undefined;
  try {
    const report = await runCluster({
      seed: values.seed,
      servers: 2,
      former,
      lastsMs: 8_000,
      say: (line) => console.log(line),
      async beside({ origin, members }) {
        for (const { name, port } of members) await warm(origin, name, port);
        visits = await startVisits(origin, builds);
        [openPage, forgotten] = [await visits.openOfFormer(), await visits.openOfFormer()];
        return visits.start();
      },
      faults: [
        { name: 'both versions side by side', happen: (_lender, lasts) => pause(lasts) },
        {
          name: 'the former one dies and starts again on the newer schema',
          async happen(lender, lasts) {
            const [member] = lender.members;
            await member?.kill();
            await pause(lasts / 4);
            await member?.start();
            await pause(lasts);
          },
        },
        {
          name: 'the former one gives way to this version',
          async happen(lender, lasts) {
            const [member] = lender.members;
            await member?.kill();
            await member?.start(ownRoot);
            await pause(lasts);
            holdReloads('an open page with its build kept', (await openPage?.goOn()) ?? -1, 0);
          },
        },
        {
          name: 'the former build is deleted',
          async happen(lender, lasts) {
            await forgetBuild(lender, builds);
            await pause(lasts);
            holdReloads('an open page whose build is gone', (await forgotten?.goOn()) ?? -1, 1);
          },
        },
      ],
    });
    holdBothAnswered(report);
    const browser = visits?.figures();
    if (!browser) throw new Broken('no page was loaded');
    holdBothSent(browser);
    console.log(JSON.stringify(browser));
    storeResults('upgrade', { from, browser, openPage: { kept: 0, deleted: 1 }, ...report });
  } finally {
    await visits?.close();
  }
});
