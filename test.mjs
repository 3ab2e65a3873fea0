// Sets up whatever is missing, then runs everything: types, lint, unit, database, browser. `--quick`: without database and browser.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { findChromium } from './scripts/chromium.mjs';
import { fail, prepare, root, searchPath, setUpOnly } from './setup.mjs';

const quick = process.argv.includes('--quick');
const node = await prepare({ build: !quick });
if (setUpOnly(node)) process.exit();
const bin = (name) => join(root, 'node_modules', '.bin', name);
const environment = { ...process.env, PATH: searchPath(node) };
const counts = { passed: 0, failed: 0 };
/** What failed, told once more at the end: a long run's first lines are far away by then. */
const failures = [];
/** What could not be tried on this machine: said at the end too. */
const untried = [];

function step(name, command, args, more = {}) {
  const started = Date.now();
  console.log(`\n— ${name}`);
  const { status } = spawnSync(command, args, {
    stdio: 'inherit',
    cwd: root,
    env: { ...environment, ...more },
  });
  console.log(`  ${((Date.now() - started) / 1000).toFixed(1)} s`);
  return status === 0;
}

/** Known faults of what we depend on: counted where the registry answers, and said where it does not. */
function audit() {
  console.log('\n— known faults of dependencies');
  const { status } = spawnSync(process.execPath, ['tools/audit.mjs'], { stdio: 'inherit', cwd: root });
  if (status !== 2) count('known faults of dependencies', status === 0);
}

/** The alert rules, by Prometheus' own tool. Where there is none to be had, the last lines say that they were not tried. */
function alertRules() {
  console.log('\n— alert rules');
  const { status } = spawnSync(process.execPath, ['tools/promtool.mjs'], { stdio: 'inherit', cwd: root });
  if (status === 2) untried.push('alert rules: no promtool');
  else count('alert rules', status === 0);
}

function count(name, ok) {
  counts[ok ? 'passed' : 'failed'] += 1;
  if (!ok) failures.push(name);
}

/** A step that is one check: it passes or fails as a whole. */
function check(name, command, args) {
  count(name, step(name, command, args));
}

function addReport(name, ok, file, read) {
  const { passed, failed } = existsSync(file)
    ? read(JSON.parse(readFileSync(file, 'utf8')))
    : { passed: 0, failed: [] };
  counts.passed += passed;
  counts.failed += failed.length;
  failures.push(...failed);
  // A run that failed outside its tests (a file that does not load, a setup that breaks) must not count as whole.
  if (failed.length === 0 && !(ok && passed > 0)) count(`${name}: outside its tests`, false);
}

function vitest(name, projects) {
  const file = join(root, '.state', 'vitest.json');
  rmSync(file, { force: true });
  const ok = step(name, bin('vitest'), [
    'run',
    ...projects.flatMap((project) => ['--project', project]),
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${file}`,
  ]);
  addReport(name, ok, file, ({ numPassedTests, testResults }) => ({
    passed: numPassedTests,
    failed: testResults.flatMap(({ name: path, assertionResults }) =>
      assertionResults
        .filter(({ status }) => status === 'failed')
        .map(({ fullName, failureMessages }) =>
          told(`${relative(root, path)}: ${fullName}`, failureMessages.join('\n')),
        ),
    ),
  }));
}

function playwright() {
  const file = join(root, '.state', 'playwright.json');
  rmSync(file, { force: true });
  const chromium = findChromium(root, environment);
  if (chromium === undefined) fail('The browser tests need a Chromium: install one, or name it in CHROMIUM');
  const ok = step('browser', bin('playwright'), ['test', '-c', 'e2e/playwright.config.ts'], {
    CHROMIUM: chromium,
    NODE_OPTIONS: '--conditions=source',
    PLAYWRIGHT_JSON_OUTPUT_NAME: file,
  });
  addReport('browser', ok, file, ({ stats, suites }) => ({
    passed: stats.expected + stats.flaky,
    failed: specsOf(suites)
      .flatMap(({ file: path, title, tests }) => tests.map((test) => ({ path, title, ...test })))
      .filter(({ status }) => status === 'unexpected')
      .map(({ path, title, results }) =>
        told(`e2e/${path}: ${title}`, results.map(({ error }) => error?.message ?? '').join('\n')),
      ),
  }));
}

function specsOf(suites = []) {
  return suites.flatMap((suite) => [...(suite.specs ?? []), ...specsOf(suite.suites)]);
}

/** A failure and the first lines of why. */
function told(title, why) {
  const lines = stripVTControlCharacters(why)
    .split('\n')
    .filter((line) => !line.includes('node_modules') && !line.includes('    at new Promise'))
    .slice(0, 12);
  return [title, ...lines.map((line) => `    ${line}`)].join('\n');
}

check('types of the server and the packages', bin('tsc'), ['--noEmit', '-p', 'tsconfig.json']);
check('types of the web app, for the oldest engine', bin('tsc'), [
  '--noEmit',
  '-p',
  'apps/borrower/tsconfig.json',
]);
check('types of the bridge, its tests and tools', bin('tsc'), [
  '--noEmit',
  '-p',
  'packages/bridge/tsconfig.json',
]);
check('lint', bin('biome'), ['ci', '--error-on-warnings', '.']);
audit();
if (!quick) alertRules();
vitest(quick ? 'unit' : 'unit and database', quick ? ['unit'] : ['unit', 'server']);
if (!quick) playwright();

if (failures.length > 0) console.log(`\nFailed:\n${failures.map((one) => `  ${one}`).join('\n')}`);
if (untried.length > 0) console.log(`\nNOT TRIED HERE: ${untried.join('; ')}`);
console.log(`\n${counts.passed} passed, ${counts.failed} failed`);
process.exitCode = counts.failed === 0 ? 0 : 1;
