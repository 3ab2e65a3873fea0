import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * From now on, whatever this process and its children put into the system's folder for what is temporary lies in one folder
 * of its own: servers that are killed on purpose leave theirs behind. The answer removes it, with all that is still in it.
 */
export function keepTogether(): () => void {
  const [folder, before] = [mkdtempSync(join(tmpdir(), 'hiram-tests-')), process.env.TMPDIR];
  // PostgreSQL runs as another user where we are root.
  chmodSync(folder, 0o755);
  process.env.TMPDIR = folder;
  return () => {
    if (before === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = before;
    rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
  };
}
