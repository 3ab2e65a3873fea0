/*
 * `npm run dev`: runs the sandbox's server and rebuilds when sources change. A change of the server restarts it. A change of the
 * web app rebuilds the web app first. Reload pages by hand: their documents come from the build. Plain JavaScript, so that
 * Node 20 can run it.
 */
import { spawn } from 'node:child_process';
import { watch } from 'node:fs';
import { join } from 'node:path';
import { environmentsOf, migrateFirst, prepare, root } from './setup.mjs';

/** Files that an editor writes at the same time count as one change. */
const settleMs = 150;
const served = ['apps/server/src', 'brands'];
const built = ['apps/borrower/src', 'apps/borrower/build', 'apps/borrower/locales', 'apps/host/src'];
const shared = ['packages/contract/src', 'packages/loan/src', 'packages/bridge/src'];

const node = await prepare({ build: true });
const environment = { SANDBOX: '1', ...process.env };
let server;
let stopping = false;
let pending;
let needsBuild = false;
let current = Promise.resolve();

function start() {
  // A failed migration says why; the next change tries again.
  if (!migrateFirst(node, environment)) return;
  const { server: env } = environmentsOf(environment);
  server = spawn(node, ['apps/server/src/main.ts'], { stdio: 'inherit', cwd: root, env });
}

function stop() {
  const ended = new Promise((resolve) => {
    if (!server || server.exitCode !== null || server.signalCode !== null) resolve();
    else server.once('exit', resolve);
  });
  server?.kill('SIGTERM');
  return ended;
}

function build() {
  return new Promise((resolve) => {
    const args = ['--conditions=source', 'apps/borrower/build/build.ts'];
    const builder = spawn(node, args, { stdio: ['ignore', 'ignore', 'inherit'], cwd: root });
    builder.once('exit', (code) => resolve(code === 0));
  });
}

/** Rebuilds if needed and restarts the server. If the build fails, the running server continues. */
async function renew() {
  const started = Date.now();
  const withBuild = needsBuild;
  needsBuild = false;
  if (withBuild && !(await build()))
    return console.error('The web app does not build: see above. The former build is served.');
  await stop();
  if (stopping) return;
  start();
  console.log(
    `Started again after ${((Date.now() - started) / 1000).toFixed(1)} s${withBuild ? ', the web app built' : ''}`,
  );
}

function onChange(isBuilt, name) {
  if (stopping || !name || /\.test\.tsx?$|~$|\.swp$/.test(name)) return;
  needsBuild ||= isBuilt;
  clearTimeout(pending);
  pending = setTimeout(() => {
    current = current.then(renew);
  }, settleMs);
}

for (const [folders, isBuilt] of [
  [served, false],
  [[...built, ...shared], true],
])
  for (const folder of folders)
    watch(join(root, folder), { recursive: true }, (_event, name) => onChange(isBuilt, name));

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
  process.on(signal, async () => {
    stopping = true;
    clearTimeout(pending);
    await stop();
    process.exit(0);
  });

start();
