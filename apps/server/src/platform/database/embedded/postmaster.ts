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

/** Extra server settings for temporary clusters of tests. */
export type Settings = Readonly<Record<string, string>>;

/** A running PostgreSQL, read from its `postmaster.pid`. */
export interface Postmaster {
  readonly pid: number;
  /** The folder of its socket. It differs from ours if the server was started under another TMPDIR. */
  readonly socketDir: string | undefined;
}

/** The port only names the socket. */
export const socketPort = 5432;

/**
 * Creates the cluster in a temporary folder and renames it, so that a kill leaves no incomplete cluster. Throws
 * EmbeddedDatabaseError if `initdb` fails.
 */
export function initialise(files: EmbeddedFiles, owner: string): void {
  if (existsSync(files.data)) return;
  const fresh = `${files.data}.${process.pid}`;
  rmSync(fresh, { recursive: true, force: true });
  mkdirSync(fresh, { mode: 0o700 });
  if (files.runAs) chownSync(fresh, files.runAs.uid, files.runAs.gid);
  const initdb = spawnSync(
    `${files.bin}/initdb`,
    ['-D', fresh, '-U', owner, '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-instructions'],
    { ...options(files), encoding: 'utf8' },
  );
  if (initdb.status !== 0) {
    rmSync(fresh, { recursive: true, force: true });
    throw new EmbeddedDatabaseError(
      `initdb failed: ${(initdb.stderr || initdb.error?.message || '').toString().trim()}`,
    );
  }
  try {
    renameSync(fresh, files.data);
  } catch {
    // Another server of the same folder was faster; its cluster is equal.
    rmSync(fresh, { recursive: true, force: true });
  }
}

/** The PostgreSQL that runs on this folder, or undefined. A stale file of a dead one does not count. */
export function runningPostmaster(data: string): Postmaster | undefined {
  try {
    const lines = readFileSync(`${data}/postmaster.pid`, 'utf8').split('\n');
    const pid = Number(lines[0]);
    if (!Number.isInteger(pid) || pid <= 1 || !isAlive(pid) || !runsInFolder(pid, data)) return undefined;
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
    // EPERM: the process is alive and belongs to another user.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/**
 * Reports whether the process works in the data folder, as PostgreSQL does. After a restart of the machine or container another
 * program may have the process number.
 */
function runsInFolder(pid: number, data: string): boolean {
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === realpathSync(data);
  } catch {
    return true;
  }
}

/**
 * Starts PostgreSQL detached, so that it survives a killed server: the next server joins it without crash recovery. Returns
 * a function that says whether it has ended.
 */
export function launch(files: EmbeddedFiles, settings: Settings): () => boolean {
  removeStaleLock(files.data);
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
  let hasEnded = false;
  const markEnded = () => {
    hasEnded = true;
  };
  child.on('error', markEnded);
  child.on('exit', markEnded);
  child.unref();
  closeSync(log);
  return () => hasEnded;
}

/** The time for which a lock file may be empty. PostgreSQL fills it at once, so an older empty file is from a power failure. */
const emptyLockMs = 2_000;

/**
 * Removes a stale lock file. PostgreSQL does not start while a process of its user has the number in the file, or the file
 * is empty.
 */
function removeStaleLock(data: string): void {
  const file = `${data}/postmaster.pid`;
  if (!existsSync(file)) return;
  const pid = Number(readFileSync(file, 'utf8').split('\n')[0]);
  const isForeign = pid > 1 && isAlive(pid) && !runsInFolder(pid, data);
  const isEmpty = pid === 0 && Date.now() - statSync(file).mtimeMs > emptyLockMs;
  if (isForeign || isEmpty) rmSync(file, { force: true });
}

export function logOf(files: EmbeddedFiles): string {
  return `${files.data}.log`;
}

/** PostgreSQL's last fatal log line. */
export function lastComplaint(files: EmbeddedFiles): string | undefined {
  try {
    const lines = readFileSync(logOf(files), 'utf8').split('\n');
    const severity = /FATAL|PANIC|error while loading/;
    const line = lines.findLast((logLine) => severity.test(logLine));
    return line?.slice(line.search(severity));
  } catch {
    return undefined;
  }
}

/** Reports whether another attempt may help: a start fails while processes of a killed or ending PostgreSQL still exist. */
export function isTransient(complaint: string | undefined): boolean {
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
