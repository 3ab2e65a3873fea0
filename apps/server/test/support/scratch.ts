import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * From now on, all temporary files of this process and its children are in one folder: servers that are
 * killed on purpose leave files behind. Returns a function that removes the folder.
 */
export function keepTogether(): () => void {
  const [folder, before] = [mkdtempSync(join(tmpdir(), 'hiram-tests-')), process.env.TMPDIR];
  // PostgreSQL runs as another user when the tests run as root.
  chmodSync(folder, 0o755);
  process.env.TMPDIR = folder;
  return () => {
    if (before === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = before;
    rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
  };
}
