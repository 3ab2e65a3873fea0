/*
 * `npm test`: installs and builds what is missing, then runs the checks, the unit and database tests (Vitest) and the browser
 * tests (Playwright). `npm test -- order T012` runs the test files whose path contains a word, or the tests whose title does.
 * `--quick` (`npm run check`): the checks and the unit tests alone. `--verify`: also what a release needs. `--part=checks`, `unit` or
 * `browser`: one part, for machines side by side; `--shard=1/2`: a half of it.
 */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { findChromium } from './chromium.mjs';
import { faultRuns } from './fault-runs.mjs';
import { fail, prepare, root, searchPath, setUpOnly } from './setup.mjs';

const words = process.argv.slice(2).filter((word) => !word.startsWith('-'));
const [quick, verify] = ['--quick', '--verify'].map((option) => process.argv.includes(option));
const option = (name) => process.argv.find((word) => word.startsWith(`--${name}=`))?.split('=')[1];
const part = option('part');
const shard = option('shard') ? [`--shard=${option('shard')}`] : [];
const node = await prepare({ build: !quick && part !== 'checks' });
if (setUpOnly(node)) process.exit();
const environment = { ...process.env, PATH: searchPath(node) };
if (verify) environment.PROPERTY_RUNS = 'all';
if (verify || words.length > 0) environment.VERIFY = '1';
const notRun = [];
const failed = [];

if (words.length > 0) await runNamed();
else if (quick) await Promise.all([runChecks(), vitest(['--project', 'unit'])]);
else await runParts();
if (verify) await runVerify();
if (notRun.length > 0) console.log(`\nNOT RUN HERE: ${notRun.join(', ')}`);
console.log(failed.length > 0 ? `\nFAILED: ${failed.join(', ')}` : '\nAll passed.');
process.exitCode = failed.length > 0 ? 1 : 0;

/** Runs a command. Unless it is `live`, its output is printed when it has ended. The exit code 2 of `missable`: it cannot run here. */
async function run(name, command, args, { live = false, missable = false, more = {} } = {}) {
  const started = Date.now();
  const env = { ...environment, ...more };
  const child = spawn(command, args, {
    cwd: root,
    env,
    stdio: live ? 'inherit' : ['ignore', 'pipe', 'pipe'],
  });
  const output = [];
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => output.push(chunk));
  const [code] = await once(child, 'close');
  const isMissing = missable && code === 2;
  if (isMissing) notRun.push(name);
  else if (code !== 0) failed.push(name);
  const result = isMissing ? 'not run here' : code === 0 ? 'passed' : 'FAILED';
  console.log(`\n— ${name}: ${result}, ${((Date.now() - started) / 1000).toFixed(1)} s`);
  process.stdout.write(Buffer.concat(output));
}

function vitest(args) {
  return run('unit and database tests', 'vitest', ['run', ...args], { live: true });
}

function playwright(args, live) {
  const chromium = findChromium(root, environment);
  if (chromium === undefined) fail('The browser tests need a Chromium: install one, or name it in CHROMIUM');
  const config = ['test', '-c', 'e2e/playwright.config.ts'];
  return run('browser tests', 'playwright', [...config, ...args], {
    live,
    more: { CHROMIUM: chromium, NODE_OPTIONS: '--conditions=source' },
  });
}

async function runChecks() {
  await run('lint', 'biome', ['ci', '--error-on-warnings', '.']);
  await run('imports', 'depcruise', ['apps', 'packages', '--config', '.dependency-cruiser.mjs']);
  for (const project of ['.', 'apps/borrower', 'apps/console', 'packages/bridge'])
    await run(`types of ${project}`, 'tsc', ['--noEmit', '-p', join(project, 'tsconfig.json')]);
  await run('known vulnerabilities', node, ['tools/audit.mjs'], { missable: true });
  await run('alert rules', node, ['tools/promtool.mjs'], { missable: true });
}

/** The parts side by side, or the named one: while one waits for a page or a process, the others use the processor. */
async function runParts() {
  const parts = { checks: runChecks, unit: runDatabaseTests, browser: runBrowserTests };
  if (part !== undefined && !parts[part]) fail(`--part is one of: ${Object.keys(parts).join(', ')}`);
  await Promise.all(Object.keys(parts).map((name) => (part ?? name) === name && parts[name]()));
}

function runDatabaseTests() {
  return vitest(['--project', 'unit', '--project', 'server', '--reporter=dot', ...shard]);
}

function runBrowserTests() {
  return playwright(['--workers=2', '--retries=1', '--reporter=dot', ...shard], false);
}

/** The test files whose path contains a word; for a word in no path, the tests whose title contains it. */
async function runNamed() {
  const git = (...args) => spawnSync('git', args, { cwd: root, encoding: 'utf8' }).stdout.split('\n');
  const isTest = (file) => /\.(test|spec)\.tsx?$/.test(file);
  const all = git('ls-files', '--cached', '--others', '--exclude-standard').filter(isTest);
  const inPath = all.filter((file) => words.some((word) => file.includes(word)));
  if (inPath.length > 0) await runFiles(inPath);
  for (const word of words.filter((title) => !all.some((file) => file.includes(title)))) {
    const inText = git('grep', '--untracked', '-lF', word).filter(isTest);
    if (inText.length === 0) fail(`No test's file or title contains: ${word}`);
    await runFiles(inText, word.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&'));
  }
}

/** Runs the tests of these files; with `title`, a regular expression, only those whose title matches. */
async function runFiles(files, title) {
  const [specs, others] = [true, false].map((isSpec) =>
    files.filter((file) => file.startsWith('e2e/') === isSpec),
  );
  if (others.length > 0) await vitest([...others, ...(title ? ['-t', title] : [])]);
  if (specs.length > 0)
    await playwright([...specs, ...(title ? ['-g', title, '--pass-with-no-tests'] : [])], true);
}

async function runVerify() {
  const scripts = [
    'bridge/hosts',
    'release/manifests',
    'release/loan-package',
    'release/release',
    'release/image',
    'runbooks/runbooks',
  ];
  for (const script of scripts)
    await run(script, node, ['--conditions=source', `checks/${script}.ts`], { missable: true });
  await vitest(['--project', 'verify', '--maxWorkers=1']);
  for (const name of faultRuns(root))
    await run(`fault run: ${name}`, process.execPath, ['scripts/faults.mjs', name], {
      missable: true,
      live: true,
    });
}
