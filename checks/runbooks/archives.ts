import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ownRoot } from '../faults/cluster/balancer.ts';
import { formerRelease, git } from '../faults/upgrade/former-version.ts';
import { makeArchive } from '../release/archive.ts';

/** The archive of the newest version that this one can replace; `commit`: of another one. */
export function formerArchive(scratch: string, commit = formerRelease()): string {
  // On the file system of the packages, because hard links need one; the scratch folder may be in memory.
  const state = join(ownRoot, '.state');
  mkdirSync(state, { recursive: true });
  const checkout = mkdtempSync(join(state, 'former-'));
  git('worktree', 'add', '--detach', '--force', checkout, commit);
  try {
    // Hard links: the packages' files are the same, and are not written.
    for (const folder of ['node_modules', 'apps/borrower/node_modules'])
      if (existsSync(join(ownRoot, folder)))
        execFileSync('cp', ['-al', join(ownRoot, folder), join(checkout, folder)]);
    return makeArchive(checkout, join(scratch, 'former'));
  } finally {
    git('worktree', 'remove', '--force', checkout);
    rmSync(checkout, { recursive: true, force: true });
  }
}
