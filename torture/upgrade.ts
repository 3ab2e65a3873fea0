/**
 * `npm run torture -- upgrade [--from REF]`: a server of the former version and one of this, side by side on the new schema, under
 * load; then the former one is replaced. REF: by default the commit before the newest migration came.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { keepResults } from '../bench/rig/results.ts';
import { runCluster } from './cluster/run.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();
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
console.log(`former version: ${git('log', '-1', '--format=%h %s', from)}`);
try {
  git('worktree', 'add', '--detach', '--force', former, from);
  symlinkSync(join(root, 'node_modules'), join(former, 'node_modules'));
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
        name: 'the former one stops',
        async happen(lender, lasts) {
          const [member] = lender.members;
          await member?.kill();
          await pause(lasts);
        },
      },
    ],
  });
  keepResults('upgrade', { from, ...report });
} catch (error) {
  console.error(error);
  process.exitCode = 1;
} finally {
  git('worktree', 'remove', '--force', former);
  rmSync(former, { recursive: true, force: true });
}
