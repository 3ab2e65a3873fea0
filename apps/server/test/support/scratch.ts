import { chmodSync, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const memoryFolder = '/dev/shm';
const neededBytes = 4 * 2 ** 30;

/**
 * The folder of tests' temporary files: in memory where Linux offers enough of it, because each test's database consists of some
 * thousand files. A `TMPDIR` of the caller's own is kept.
 */
function scratchParent(): string {
  if (process.env.TMPDIR !== undefined || process.platform !== 'linux') return tmpdir();
  const mount = readFileSync('/proc/mounts', 'utf8')
    .split('\n')
    .find((line) => line.split(' ')[1] === memoryFolder);
  // Tests start programs from there.
  if (!mount || /\bnoexec\b/.test(mount)) return tmpdir();
  const { bavail, bsize } = statfsSync(memoryFolder);
  return bavail * bsize >= neededBytes ? memoryFolder : tmpdir();
}

/**
 * Makes one temporary folder for this process and its children, and sets `TMPDIR` to it: servers that a test kills leave
 * files behind. The returned function removes the folder with everything in it.
 */
export function keepTogether(): () => void {
  const [folder, before] = [mkdtempSync(join(scratchParent(), 'hiram-tests-')), process.env.TMPDIR];
  // PostgreSQL runs as another user when the tests run as root.
  chmodSync(folder, 0o755);
  process.env.TMPDIR = folder;
  return () => {
    if (before === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = before;
    rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
  };
}
