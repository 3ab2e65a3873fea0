// The set-up that `npm start`, `npm test` and `npm run build` share: dependencies, the right version of Node, the built web app.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('..', import.meta.url));
const state = join(root, '.state');
const oldest = [22, 18];

/** Installs and builds what is missing or out of date. Returns the path of a Node that runs TypeScript. */
export async function prepare({ build }) {
  process.chdir(root);
  mkdirSync(state, { recursive: true });
  // Every program finds what a former one compiled: the server's start takes half as long.
  process.env.NODE_COMPILE_CACHE ??= join(state, 'compile-cache');
  installDependencies();
  const node = findNode();
  const missing = build && !isSetUpOnly() ? missingBuild() : undefined;
  if (missing) {
    for (const { args, complaint } of missing.programs) run(node, args, complaint);
    missing.keep();
  }
  return node;
}

function stamped(name, value) {
  const file = join(state, name);
  return {
    fresh: existsSync(file) && readFileSync(file, 'utf8') === value,
    keep: () => writeFileSync(file, value),
  };
}

function installDependencies() {
  const lock = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex');
  // The build needs development dependencies. npm leaves them out if NODE_ENV is `production`.
  const wanted = ['--include=optional', '--include=dev'];
  const stamp = stamped('installed', `${lock} ${wanted.join(' ')}`);
  if (stamp.fresh && existsSync(join(root, 'node_modules'))) return;
  if (isLink(join(root, 'node_modules'))) {
    console.error('node_modules is a link: its dependencies are used as they are.');
    stamp.keep();
    return;
  }
  console.log('Installing dependencies …');
  // Remove the stamp first, so that an interrupted run does not count as complete. `npm ci` starts from nothing.
  run(
    'npm',
    ['ci', ...wanted, '--no-audit', '--no-fund', '--loglevel=error'],
    'npm ci failed; its own words are above',
  );
  stamp.keep();
}

/** `npm ci` would empty the folder that a link leads to, which may be another checkout's. */
export function isLink(path) {
  return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() ?? false;
}

function version(command) {
  const answer = spawnSync(command, ['--version'], { encoding: 'utf8' });
  return answer.status === 0 ? answer.stdout.trim().replace('v', '').split('.').map(Number) : undefined;
}

function isNewEnough([major = 0, minor = 0] = []) {
  return major > oldest[0] || (major === oldest[0] && minor >= oldest[1]);
}

/**
 * The Node in the dependencies, by the path of its package. Three packages share the link `.bin/node`, and npm before 11.6
 * deletes it with the packages that it leaves out.
 */
function ownNode(folder) {
  const isWindows = process.platform === 'win32';
  const name = `node-${isWindows ? 'win' : process.platform}-${process.arch}`;
  return join(folder, 'node_modules', name, 'bin', isWindows ? 'node.exe' : 'node');
}

/** A Node that runs TypeScript: the Node in the dependencies of `folder`, or the Node that runs this program. */
export function findNode(folder = root) {
  for (const candidate of [ownNode(folder), process.execPath])
    if (isNewEnough(version(candidate))) return candidate;
  fail(
    `Install Node ${oldest.join('.')} or newer: none for ${process.platform} ${process.arch} came with the dependencies`,
  );
}

/** The path, size and modification time of every source file of the web app. */
function sourcesOf(folders) {
  const hash = createHash('sha256');
  const walk = (folder) => {
    for (const entry of readdirSync(folder, { withFileTypes: true }).sort((a, b) =>
      a.name < b.name ? -1 : 1,
    )) {
      if (['node_modules', 'dist', 'test', 'gallery'].includes(entry.name)) continue;
      const path = join(folder, entry.name);
      if (entry.isDirectory()) walk(path);
      else {
        const { size, mtimeMs } = statSync(path);
        hash.update(`${path}:${size}:${mtimeMs}\n`);
      }
    }
  };
  for (const folder of folders) walk(join(root, folder));
  return hash.digest('hex');
}

/** The folders of what web app and console are built from. A change in one of them builds both again. */
export const builtFrom = [
  'apps/borrower',
  'apps/console',
  'apps/host',
  'packages/contract',
  'packages/decision',
  'packages/bridge',
  'packages/loan',
  'packages/visitor-pages',
];

/** The files that the builds write last. */
const builtFiles = ['apps/borrower/dist/build.json', 'apps/console/dist/index.html'];

/**
 * The programs that build web app and console, and `keep`, which records that they succeeded; undefined if a build
 * of the same sources with the same MASK exists. The programs do not depend on each other.
 */
export function missingBuild() {
  const mask = process.env.MASK === 'all' ? 'all' : 'declared';
  const stamp = stamped('built', `${mask} ${sourcesOf(builtFrom)}`);
  if (stamp.fresh && builtFiles.every((file) => existsSync(join(root, file)))) return undefined;
  console.log('Building the web app …');
  return {
    programs: [
      {
        args: ['--conditions=source', 'apps/borrower/build/build.ts', '--mask', mask],
        complaint: 'the web app does not build',
      },
      {
        args: ['--conditions=source', 'apps/console/build/build.ts'],
        complaint: 'the console does not build',
      },
    ],
    keep: stamp.keep,
  };
}

export function run(command, args, complaint, options = {}) {
  const shell = process.platform === 'win32' && command === 'npm';
  const { status } = spawnSync(command, args, { stdio: 'inherit', cwd: root, shell, ...options });
  if (status !== 0) fail(complaint);
}

function isSetUpOnly() {
  return process.argv.includes('--set-up-only');
}

/**
 * Reports whether a command must stop after dependencies and Node are installed (`--set-up-only`). Prints the
 * version of Node. It does not build the web app: the build does not depend on the version of npm.
 */
export function setUpOnly(node) {
  if (!isSetUpOnly()) return false;
  console.log(`Set up: Node ${version(node).join('.')} in ${node}`);
  return true;
}

export function fail(message) {
  console.error(message);
  process.exit(1);
}

/** A search path on which `node` is the given Node, also for programs that start with `#!/usr/bin/env node`. */
export function searchPath(node) {
  return [dirname(node), join(root, 'node_modules', '.bin'), process.env.PATH].join(delimiter);
}

/** The operators' command that the sandbox, or whoever has the owner's address, runs before a server. */
const migration = ['apps/server/src/operations/main.ts', 'migrate'];

/**
 * Splits an environment in two: the server's, without the owner's address, and that of `hiram migrate`; undefined where somebody
 * else migrates, who has the owner's address.
 */
export function environmentsOf({ DATABASE_OWNER_URL, DATABASE_OWNER_URL_FILE, ...server }) {
  const ownersAddress = {
    ...(DATABASE_OWNER_URL && { DATABASE_OWNER_URL }),
    ...(DATABASE_OWNER_URL_FILE && { DATABASE_OWNER_URL_FILE }),
  };
  const hasEmbedded = server.SANDBOX === '1' && !server.DATABASE_URL && !server.DATABASE_URL_FILE;
  const migrates = hasEmbedded || Object.keys(ownersAddress).length > 0;
  return { server, migrating: migrates ? { ...server, ...ownersAddress } : undefined };
}

/** Brings the database to this version by its owner's login, if this machine has it. Returns whether it succeeded. */
export function migrateFirst(node, environment) {
  const { migrating } = environmentsOf(environment);
  if (!migrating) return true;
  const { status } = spawnSync(node, migration, {
    stdio: ['ignore', 'ignore', 'inherit'],
    cwd: root,
    env: migrating,
  });
  return status === 0;
}

/** Runs `hiram migrate` where it can, then the server, without the owner's address. Returns the exit code. */
export async function migrateThenServe(node, environment) {
  if (!migrateFirst(node, environment)) return 1;
  return runForeground(node, ['apps/server/src/main.ts'], environmentsOf(environment).server);
}

/** Runs a command until it ends. Passes stop signals on, so that the command can shut down properly. */
export function runForeground(command, args, environment = process.env) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { stdio: 'inherit', cwd: root, env: environment });
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
    whenNpmEnds(() => child.kill('SIGTERM'));
    child.on('error', (error) => fail(error.message));
    child.on('exit', (code, signal) => resolve(signal ? 1 : (code ?? 1)));
  });
}

/** Calls `stop` when npm, which runs this program, has ended: npm passes SIGTERM on to its shell, which passes nothing on. */
export function whenNpmEnds(stop) {
  if (process.env.npm_lifecycle_event === undefined) return;
  const shell = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === shell) return;
    clearInterval(timer);
    stop();
  }, 500).unref();
}
