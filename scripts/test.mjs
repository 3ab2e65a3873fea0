/*
 * `npm test` installs and builds what is missing, then runs the checks, the unit and database tests (Vitest)
 * and the browser tests (Playwright) side by side: while one waits for a page or a process, the others use
 * the processor. `npm test -- order T012`: the test files whose path contains a word; for a word in no path,
 * the tests whose title contains it. `--quick`: the checks and the unit tests. `--part=checks`, `unit` or
 * `browser`: one part; `--shard=1/2`: a half of it.
 */
import { spawnSync } from 'node:child_process';
import { parseArgs } from 'node:util';
import { findChromium } from './chromium.mjs';
import { report, run } from './run.mjs';
import { fail, prepare, root, searchPath, setUpOnly } from './setup.mjs';

const [text, flag] = [{ type: 'string' }, { type: 'boolean' }];
const { values: options, positionals: words } = parseArgs({
  allowPositionals: true,
  options: { part: text, shard: text, quick: flag, 'set-up-only': flag },
});
const parts = {
  checks: runChecks,
  unit: () =>
    vitest([
      ...['--project=unit', '--project=*screens', '--project=server'],
      ...['--retry=1', '--reporter=dot', '--reporter=./tools/second-tries.ts'],
      ...shard,
    ]),
  browser: () => playwright(['--workers=2', '--retries=1', '--reporter=dot', ...shard], !options.part),
};
if (options.part && !parts[options.part]) fail(`--part is one of: ${Object.keys(parts).join(', ')}`);
const node = await prepare({ build: !options.quick && options.part !== 'checks' });
if (setUpOnly(node)) process.exit();
process.env.PATH = searchPath(node);
const shard = options.shard ? [`--shard=${options.shard}`] : [];

if (words.length > 0) await runNamed();
else if (options.quick) await Promise.all([runChecks(), vitest(['--project=unit', '--project=*screens'])]);
else if (options.part) await parts[options.part]();
else await Promise.all(Object.values(parts).map((runPart) => runPart()));
process.exitCode = report();

function vitest(args) {
  return run('unit and database tests', ['vitest', 'run', ...args]);
}

function playwright(args, printAtEnd = false) {
  const env = { CHROMIUM: findChromium(root), NODE_OPTIONS: '--conditions=source' };
  const command = ['playwright', 'test', '-c', 'e2e/playwright.config.ts', ...args];
  return run('browser tests', command, { printAtEnd, env });
}

async function runChecks() {
  // The compiler's four checkers each work out the same types: one alone takes half the processor time. The next run checks
  // again only what depends on a changed file.
  const types = (project) =>
    `tsc --noEmit --checkers 1 --incremental --tsBuildInfoFile .state/types/${project}/tsbuildinfo -p ${project}`;
  const checks = {
    lint: 'biome ci --error-on-warnings .',
    imports: 'depcruise apps packages --config .dependency-cruiser.mjs',
    'types of server and tools': types('.'),
    'types of the web app': types('apps/borrower'),
    'types of the console': types('apps/console'),
    'types of the bridge': types('packages/bridge'),
    'types of the borrower screens’ tests': types('apps/borrower/test'),
    'types of the console screens’ tests': types('apps/console/test'),
    'known vulnerabilities': 'node tools/audit.mjs',
    'alert rules': 'node tools/promtool.mjs',
  };
  for (const [name, command] of Object.entries(checks))
    await run(name, command.split(' '), { printAtEnd: true });
}

async function runNamed() {
  process.env.VERIFY = '1';
  const tests = ['*.test.ts', '*.test.tsx', '*.spec.ts'];
  const git = (...args) => spawnSync('git', args, { encoding: 'utf8' }).stdout.split('\n').filter(Boolean);
  const all = git('ls-files', '--cached', '--others', '--exclude-standard', ...tests);
  const inPath = all.filter((file) => words.some((word) => file.includes(word)));
  await runFiles(inPath);
  for (const word of words.filter((title) => !all.some((file) => file.includes(title)))) {
    const inText = git('grep', '--untracked', '-lF', word, '--', ...tests);
    if (inText.length === 0) fail(`No test's file or title contains: ${word}`);
    await runFiles(inText, word.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&'));
  }
}

/** Runs these test files; with `title`, a regular expression, the tests whose title matches. */
async function runFiles(files, title = '') {
  const specs = files.filter((file) => file.endsWith('.spec.ts'));
  const others = files.filter((file) => !file.endsWith('.spec.ts'));
  if (others.length > 0) await vitest([...others, '-t', title]);
  if (specs.length > 0) await playwright([...specs, '-g', title, '--pass-with-no-tests']);
}
