/**
 * `npm run torture -- upgrade [--from REF]`: a server of the former version and one of this, side by side on the new schema, under
 * load; the former one dies and starts again on the new schema; then this version takes its place. REF: by default the commit
 * before the newest migration came; a whole checkout is needed, with its history.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readlinkSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { keepResults } from '../bench/rig/results.ts';
import { ownRoot } from './cluster/parts.ts';
import { type ClusterReport, runCluster } from './cluster/run.ts';
import { wholeRun } from './whole-run.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();

/** Everything installed, but each workspace of the checkout's own: through this version's links its code would be loaded. */
function linkModules(checkout: string): void {
  const [ours, theirs] = [join(root, 'node_modules'), join(checkout, 'node_modules')];
  mkdirSync(join(theirs, '@hiram'), { recursive: true });
  for (const name of readdirSync(ours))
    if (name !== '@hiram' && !name.startsWith('.')) symlinkSync(join(ours, name), join(theirs, name));
  for (const name of readdirSync(join(ours, '@hiram')))
    symlinkSync(readlinkSync(join(ours, '@hiram', name)), join(theirs, '@hiram', name));
}

/** Throws unless each server answered well while both ran, else nothing was shown of it. */
function holdBothAnswered(report: ClusterReport): void {
  for (const { fault, by } of report.faults)
    if (!(Number(by.server1) > 0 && Number(by.server2) > 0))
      throw new Error(`${fault}: ${JSON.stringify(by)}`);
}

const newest = readdirSync(join(root, 'apps/server/src/db/migrations')).sort().at(-1) ?? '';
const { values } = parseArgs({
  options: { from: { type: 'string' }, seed: { type: 'string', default: String(Date.now()) } },
});
const came = git(
  'log',
  '-1',
  '--diff-filter=A',
  '--format=%H',
  '--',
  `apps/server/src/db/migrations/${newest}`,
);
const from = git('rev-parse', values.from ?? `${came}^`);
const former = mkdtempSync(join(tmpdir(), 'hiram-former-'));
process.once('exit', () => {
  spawnSync('git', ['worktree', 'remove', '--force', former], { cwd: root, stdio: 'ignore' });
  rmSync(former, { recursive: true, force: true });
});
console.log(`former version: ${git('log', '-1', '--format=%h %s', from)}`);
console.log(`seed ${values.seed}`);
await wholeRun(`npm run torture -- upgrade --from ${from} --seed ${values.seed}`, async () => {
  git('worktree', 'add', '--detach', '--force', former, from);
  linkModules(former);
  symlinkSync(join(root, 'apps/borrower/dist'), join(former, 'apps/borrower/dist'));
  const report = await runCluster({
    seed: values.seed,
    servers: 2,
    former,
    lastsMs: 8_000,
    say: (line) => console.log(line),
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
        },
      },
    ],
  });
  holdBothAnswered(report);
  keepResults('upgrade', { from, ...report });
});
