/*
 * Installs and builds what is missing, then runs all checks: types, lint, unit, database, browser. `npm test -- <name> …` runs
 * the test files whose path contains a name; for a name in no path, the tests whose title contains it. `--quick`: without
 * database and browser. `--verify`: with the tests in `*.verify.test.ts`, the checks of what
 * is released, and the fault runs.
 */
import { rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { findChromium } from './chromium.mjs';
import { faultRuns } from './fault-runs.mjs';
import { fail, missingBuild, prepare, root, searchPath, setUpOnly } from './setup.mjs';
import { createRun } from './stages.mjs';
import { readPlaywright, readVitest } from './test-reports.mjs';
import { patternOf, selectTests } from './test-selection.mjs';

const options = process.argv.slice(2);
const names = options.filter((word) => !word.startsWith('-'));
const [quick, verify] = ['--quick', '--verify'].map((option) => options.includes(option));
const selection = names.length > 0 ? selectTests(root, names) : undefined;
if (selection?.unknown.length > 0) fail(`No test's file or title contains: ${selection.unknown.join(', ')}`);

const started = Date.now();
/** The workers of the database tests and of the browser tests, which run in parallel. */
const workers = Math.min(4, Math.max(2, availableParallelism()));
/**
 * A whole run tries a failed test once more, because one stalled process must not hide what two thousand other tests found. The
 * end of the run names such a test. A run of named tests tries each once, so that its cause can be found.
 */
const tries = 2;
const node = await prepare({ build: !quick && selection !== undefined && needsBuild(selection) });
if (setUpOnly(node)) process.exit();
const bin = (name) => join(root, 'node_modules', '.bin', name);
const run = createRun({
  cwd: root,
  started,
  environment: {
    ...process.env,
    PATH: searchPath(node),
    // Tests start many processes that load the same modules. They share one compile cache.
    NODE_COMPILE_CACHE: join(root, '.state', 'compile-cache'),
    ...(verify ? { PROPERTY_RUNS: 'all' } : {}),
    ...(verify || selection ? { VERIFY: '1' } : {}),
  },
});
run.add('set-up', run.spentUntilNow());

if (selection) await runSelection(selection);
else await runAll();
process.exitCode = run.report() ? 0 : 1;

/** Unit tests need no built web app. */
function needsBuild(selected) {
  return [selected.whole, selected.titled].some(
    ({ vitest: files, browser }) => browser.length > 0 || files.some(needsServer),
  );
}

function needsServer(file) {
  return file.startsWith('apps/server/') || file.startsWith('checks/faults/');
}

async function runSelection({ whole, titled, titles }) {
  await runFiles(whole);
  await runFiles(titled, patternOf(titles));
}

/** Runs the tests of these files; with `pattern`, only those whose title matches. */
async function runFiles({ vitest: files, browser: specs }, pattern) {
  const selected = quick ? files.filter((file) => !needsServer(file)) : files;
  if (selected.length > 0)
    await vitest('unit and database', [...selected, ...(pattern ? ['-t', pattern] : [])], true);
  if (specs.length > 0 && !quick)
    await playwright([...specs, ...(pattern ? ['-g', pattern, '--pass-with-no-tests'] : [])], true);
}

async function runAll() {
  // Run all in parallel: while one test waits for a page, a provider or a process, others use the processor.
  await Promise.all([checkSources(), quick ? vitest('unit', ['--project', 'unit']) : buildAndTest()]);
  if (!verify) return;
  for (const [name, script] of [
    ['reference hosts of the bridge', 'checks/bridge/hosts.ts'],
    ['Kubernetes manifests and the systemd unit', 'checks/release/manifests.ts'],
    ['package of the loan engine', 'checks/release/loan-package.ts'],
    ['release', 'checks/release/release.ts'],
    ['image', 'checks/release/image.ts'],
    ['runbooks on bare machines', 'checks/runbooks/runbooks.ts'],
  ])
    await run.check(name, node, ['--conditions=source', script], { mayBeMissing: true });
  await vitest('long database tests', ['--project', 'verify', '--maxWorkers=1']);
  for (const name of faultRuns(root)) {
    const stage = `fault run: ${name}`;
    const { code, ...spent } = await run.watch(stage, process.execPath, ['scripts/faults.mjs', name]);
    if (code === 2) run.miss(stage);
    else addResult({ name: stage, spent, ok: code === 0 }, { passed: code === 0 ? 1 : 0, failed: [] });
  }
}

async function buildAndTest() {
  await build();
  await Promise.all([
    // One worker more than the browser tests have: these tests wait more, and otherwise end last with a core idle.
    vitest('unit and database', [
      ...['--project', 'unit', '--project', 'server', `--maxWorkers=${workers + 1}`],
      `--retry=${tries - 1}`,
    ]),
    playwright([`--workers=${workers}`, `--retries=${tries - 1}`]),
  ]);
}

/** Builds what the sources changed. Types and lint need no build, so they run beside it. */
async function build() {
  const missing = missingBuild();
  if (!missing) return;
  await Promise.all(
    missing.programs.map(async ({ args, complaint }) => {
      const { code, ...spent } = await run.watch('web build', node, args);
      if (code !== 0) fail(complaint);
      run.add('web build', spent);
    }),
  );
  missing.keep();
}

async function checkSources() {
  const types = (project) => ['--noEmit', '-p', project];
  await run.check('lint', bin('biome'), ['ci', '--error-on-warnings', '.']);
  await run.check('types of the server and the packages', bin('tsc'), types('tsconfig.json'));
  await run.check(
    'types of the web app, for the oldest engine',
    bin('tsc'),
    types('apps/borrower/tsconfig.json'),
  );
  await run.check('types of the console', bin('tsc'), types('apps/console/tsconfig.json'));
  await run.check(
    'types of the bridge, its tests and tools',
    bin('tsc'),
    types('packages/bridge/tsconfig.json'),
  );
  await run.check('known vulnerabilities of dependencies', process.execPath, ['tools/audit.mjs'], {
    mayBeMissing: true,
  });
  if (!quick)
    await run.check('alert rules', process.execPath, ['tools/promtool.mjs'], { mayBeMissing: true });
}

async function vitest(name, args, mayBeEmpty = false) {
  const file = join(root, '.state', 'vitest.json');
  rmSync(file, { force: true });
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  const { code, ...spent } = await run.watch(name, bin('vitest'), ['run', ...args, ...reporters]);
  addResult({ name, spent, ok: code === 0 }, readVitest(file, root), mayBeEmpty);
}

async function playwright(args, mayBeEmpty = false) {
  const file = join(root, '.state', 'playwright.json');
  rmSync(file, { force: true });
  const chromium = findChromium(root, { ...process.env, PATH: searchPath(node) });
  if (chromium === undefined) fail('The browser tests need a Chromium: install one, or name it in CHROMIUM');
  const { code, ...spent } = await run.watch(
    'browser',
    bin('playwright'),
    ['test', '-c', 'e2e/playwright.config.ts', ...args],
    { CHROMIUM: chromium, NODE_OPTIONS: '--conditions=source', PLAYWRIGHT_JSON_OUTPUT_NAME: file },
  );
  addResult({ name: 'browser', spent, ok: code === 0 }, readPlaywright(file), mayBeEmpty);
}

/** A stage that fails outside its tests (a file that does not load, a set-up that fails) must not count as passed. */
function addResult({ name, spent, ok }, report, mayBeEmpty = false) {
  const broken = report.failed.length === 0 && !(ok && (report.passed > 0 || mayBeEmpty));
  run.add(name, spent, broken ? { ...report, failed: [`${name}: outside its tests`] } : report);
}
