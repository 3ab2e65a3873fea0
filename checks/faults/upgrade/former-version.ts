import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readlinkSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../../..', import.meta.url));
export const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();

/**
 * Links the installed packages into a checkout. The workspaces are linked to the checkout's own folders: links to this version
 * would load this version's code.
 */
export function linkModules(checkout: string): void {
  const [ownModules, checkoutModules] = [join(root, 'node_modules'), join(checkout, 'node_modules')];
  mkdirSync(join(checkoutModules, '@hiram'), { recursive: true });
  for (const name of readdirSync(ownModules))
    if (name !== '@hiram' && !name.startsWith('.'))
      symlinkSync(join(ownModules, name), join(checkoutModules, name));
  for (const name of readdirSync(join(ownModules, '@hiram')))
    symlinkSync(readlinkSync(join(ownModules, '@hiram', name)), join(checkoutModules, '@hiram', name));
  for (const workspace of ['apps/borrower', 'apps/server', 'apps/host']) {
    const own = join(root, workspace, 'node_modules');
    if (existsSync(own)) symlinkSync(own, join(checkout, workspace, 'node_modules'));
  }
}

/** Builds a checkout's web app with its own build script. Throws if the build fails. */
export function buildWebApp(checkout: string): void {
  execFileSync(process.execPath, ['--conditions=source', 'apps/borrower/build/build.ts'], {
    cwd: checkout,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}

/** The file names of a checkout's built assets, without the compressed copies. */
export function assetsOf(checkout: string): Set<string> {
  const names = readdirSync(join(checkout, 'apps/borrower/dist/assets'));
  return new Set(names.filter((name) => !/\.(br|gz)$/.test(name)));
}

const migrations = 'apps/server/src/platform/database/migrations';
/** The sources of the assets: the pages that the server renders do not change any. */
const assetSources = ['apps/borrower/src', 'site', 'visitor'].map((path, index) =>
  index === 0 ? path : `:!apps/borrower/src/${path}`,
);

function isAncestor(commit: string, of: string): boolean {
  return spawnSync('git', ['merge-base', '--is-ancestor', commit, of], { cwd: root }).status === 0;
}

/**
 * The newest commit before the newest migration and before the newest change of the web app. If an existing migration was
 * edited after that commit, the commit cannot run on this schema: then the commit before the web app's newest change.
 */
export function formerCommit(): string {
  const added = git('log', '-1', '--diff-filter=A', '--format=%H', '--', migrations);
  const edited = git('log', '-1', '--diff-filter=MRD', '--format=%H', '--', migrations);
  const changed = git('log', '-1', '--format=%H', '--', ...assetSources, ':!apps/borrower/src/**/*.test.ts');
  const beforeBoth = git('merge-base', `${added}^`, `${changed}^`);
  if (edited === '' || isAncestor(edited, beforeBoth)) return beforeBoth;
  if (isAncestor(edited, `${changed}^`)) return git('rev-parse', `${changed}^`);
  throw new NoFormerVersion(
    'a migration was edited after the last change of the web app: name a former version with --from',
  );
}

/** This version changed the schema in place, which is allowed until the first release. No earlier version runs on it. */
export class NoFormerVersion extends Error {}

/** The newest commit before this one that runs on this schema, whatever its web app. Throws NoFormerVersion. */
export function formerRelease(): string {
  try {
    return formerCommit();
  } catch (error) {
    if (!(error instanceof NoFormerVersion)) throw error;
  }
  const edited = git('log', '-1', '--diff-filter=MRD', '--format=%H', '--', migrations);
  if (edited === git('rev-parse', 'HEAD'))
    throw new NoFormerVersion('this commit edits a migration: no earlier version runs on its schema');
  return edited;
}
