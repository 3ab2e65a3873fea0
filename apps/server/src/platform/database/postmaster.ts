import { type SpawnOptions, spawn, spawnSync } from 'node:child_process';
import {
  chownSync,
  closeSync,
  existsSync,
  fchownSync,
  mkdirSync,
  openSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { EmbeddedDatabaseError } from './embedded-error.ts';
import type { EmbeddedFiles } from './embedded-files.ts';

/** Extra server settings, for throw-away clusters of tests. */
export type Settings = Readonly<Record<string, string>>;

/** What a running PostgreSQL says about itself in its folder. */
export interface Postmaster {
  readonly pid: number;
  /** Where its socket is: another folder than ours when it was started under another TMPDIR. */
  readonly socketDir: string | undefined;
}

/** The port is only a part of the socket's name. */
export const socketPort = 5432;

/** Makes the cluster in a folder beside and moves it into place whole, so that a kill in between leaves nothing half made. */
export function initialise(files: EmbeddedFiles, owner: string): void {
  if (existsSync(files.data)) return;
  const fresh = `${files.data}.${process.pid}`;
  rmSync(fresh, { recursive: true, force: true });
  mkdirSync(fresh, { mode: 0o700 });
  if (files.runAs) chownSync(fresh, files.runAs.uid, files.runAs.gid);
  const made = spawnSync(
    `${files.bin}/initdb`,
    ['-D', fresh, '-U', owner, '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-instructions'],
    { ...options(files), encoding: 'utf8' },
  );
  if (made.status !== 0) {
    rmSync(fresh, { recursive: true, force: true });
    throw new EmbeddedDatabaseError(
      `initdb failed: ${(made.stderr || made.error?.message || '').toString().trim()}`,
    );
  }
  try {
    renameSync(fresh, files.data);
  } catch {
    // Another server of the same folder was quicker; its cluster is as good.
    rmSync(fresh, { recursive: true, force: true });
  }
}

/** The PostgreSQL that runs on this folder, or undefined. A file left by a dead one does not count. */
export function runningPostmaster(data: string): Postmaster | undefined {
  try {
    const lines = readFileSync(`${data}/postmaster.pid`, 'utf8').split('\n');
    const pid = Number(lines[0]);
    if (!Number.isInteger(pid) || pid <= 1 || !isAlive(pid) || !worksIn(pid, data)) return undefined;
    return { pid, socketDir: lines[4] || undefined };
  } catch {
    return undefined;
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: it lives and is another user's.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** After a restart of the machine or container the number may be another program's. PostgreSQL's folder is its data's. */
function worksIn(pid: number, data: string): boolean {
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === realpathSync(data);
  } catch {
    return true;
  }
}

/**
 * Starts PostgreSQL; it outlives a killed server on purpose: the next one joins it instead of recovering from a crash.
 * The answer tells whether it has ended again.
 */
export function launch(files: EmbeddedFiles, settings: Settings): () => boolean {
  forgetForeignLock(files.data);
  const all: Settings = {
    listen_addresses: '',
    port: String(socketPort),
    unix_socket_directories: files.socketDir,
    unix_socket_permissions: '0700',
    shared_buffers: '64MB',
    max_connections: '100',
    timezone: 'UTC',
    jit: 'off',
    ...settings,
  };
  const log = openSync(logOf(files), 'a', 0o600);
  if (files.runAs) fchownSync(log, files.runAs.uid, files.runAs.gid);
  const child = spawn(
    `${files.bin}/postgres`,
    ['-D', files.data, ...Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])],
    { ...options(files), detached: true, stdio: ['ignore', log, log] },
  );
  let ended = false;
  const end = () => {
    ended = true;
  };
  child.on('error', end);
  child.on('exit', end);
  child.unref();
  closeSync(log);
  return () => ended;
}

/** How long a lock file may be empty: PostgreSQL fills it in at once, so an older one was left by a power cut. */
const emptyLockMs = 2_000;

/** PostgreSQL refuses to start while any process of its user bears the number in a dead one's file, or the file is empty. */
function forgetForeignLock(data: string): void {
  const file = `${data}/postmaster.pid`;
  if (!existsSync(file)) return;
  const pid = Number(readFileSync(file, 'utf8').split('\n')[0]);
  const isForeign = pid > 1 && isAlive(pid) && !worksIn(pid, data);
  const isEmpty = pid === 0 && Date.now() - statSync(file).mtimeMs > emptyLockMs;
  if (isForeign || isEmpty) rmSync(file, { force: true });
}

export function logOf(files: EmbeddedFiles): string {
  return `${files.data}.log`;
}

/** Why PostgreSQL last refused, in its own words. */
export function lastComplaint(files: EmbeddedFiles): string | undefined {
  try {
    const lines = readFileSync(logOf(files), 'utf8').split('\n');
    const word = /FATAL|PANIC|error while loading/;
    const line = lines.findLast((one) => word.test(one));
    return line?.slice(line.search(word));
  } catch {
    return undefined;
  }
}

/** While the old processes of a killed or ending PostgreSQL are still there a new one is refused: then another try helps. */
export function willPass(complaint: string | undefined): boolean {
  return (
    complaint === undefined ||
    /lock file|shared memory block|shutting down|starting up|terminating connection/.test(complaint)
  );
}

function options(files: EmbeddedFiles): SpawnOptions {
  return {
    ...files.runAs,
    cwd: '/',
    env: { PATH: process.env.PATH, LD_LIBRARY_PATH: files.lib, LC_ALL: 'C', TZ: 'UTC' },
  };
}
