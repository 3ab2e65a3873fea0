import { execFileSync } from 'node:child_process';
import { existsSync, globSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const platform = `linux-${process.arch}`;

/** Makes the archive of a checkout, also one with changes, by its own `npm run release`. Returns its path. */
export function makeArchive(checkout: string, outDir: string): string {
  execFileSync(
    process.execPath,
    [
      '--conditions=source',
      'tools/release/release.ts',
      '--platform',
      platform,
      '--out',
      outDir,
      '--allow-changes',
    ],
    { cwd: checkout, stdio: ['ignore', 'ignore', 'inherit'] },
  );
  return join(outDir, globSync('*.tar.zst', { cwd: outDir })[0] ?? '');
}

/**
 * The archive of this checkout, in a folder of its own. Several checks in a row share it: one that was made of the same commit
 * has the same bytes. A checkout with changes gets a new one each time.
 */
export function archiveOfThisVersion(): string {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();
  const folder = join(root, '.state/checked-release', git('rev-parse', 'HEAD'));
  const [made] = globSync('*.tar.zst', { cwd: folder });
  if (made !== undefined && git('status', '--porcelain') === '') return join(folder, made);
  if (existsSync(join(folder, '..'))) rmSync(join(folder, '..'), { recursive: true });
  mkdirSync(folder, { recursive: true });
  return makeArchive(root, folder);
}
