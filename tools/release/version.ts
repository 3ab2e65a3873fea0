import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The version and the commit of the checkout. Throws if files differ from the commit, because the archive would then not be
 * what its commit says, or if the commit's tag names another version than package.json.
 */
export function versionOf(root: string, allowChanges: boolean): { text: string; commit: string } {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();
  if (!allowChanges && git('status', '--porcelain') !== '')
    throw new Error('the checkout has changes: commit them, or add --allow-changes to try');
  const commit = git('rev-parse', 'HEAD');
  const { version }: { version: string } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const tags = git('tag', '--points-at', 'HEAD', '--list', 'v*').split('\n').filter(Boolean);
  if (tags.length === 0) return { text: `${version}-${commit.slice(0, 12)}`, commit };
  if (!tags.includes(`v${version}`))
    throw new Error(`the tag ${tags.join(', ')} is not the version ${version} of package.json`);
  return { text: version, commit };
}
