import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

interface LockEntry {
  readonly version?: string;
  readonly integrity?: string;
  readonly dev?: boolean;
  readonly devOptional?: boolean;
  readonly peer?: boolean;
  readonly optional?: boolean;
  readonly dependencies?: Readonly<Record<string, string>>;
}

export type LockFile = Readonly<Record<string, LockEntry>>;

export function readLockFile(root: string): LockFile {
  return JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages;
}

/** A package and all that it depends on, optional parts left out: names of folders in `node_modules`. */
export function withDependencies(lock: LockFile, names: readonly string[]): readonly string[] {
  const found = new Set<string>();
  const add = (name: string) => {
    if (found.has(name)) return;
    found.add(name);
    for (const dependency of Object.keys(lock[`node_modules/${name}`]?.dependencies ?? {})) add(dependency);
  };
  for (const name of names) add(name);
  return [...found].sort();
}

/**
 * The folder of a package, by its path in the lock file: the installed one, or, for another platform than this one, the
 * registry's archive of the version and with the digest that the lock file has. `store`: where such archives are unpacked.
 */
export function packageFolder(root: string, lock: LockFile, path: string, store: string): string {
  const installed = join(root, path);
  if (existsSync(installed)) return installed;
  const entry = lock[path];
  if (!entry?.version || !entry.integrity) throw new Error(`${path} is not in the lock file`);
  const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
  const folder = join(store, name.replace('/', '-'));
  const unpacked = join(folder, 'package');
  if (existsSync(unpacked)) return unpacked;
  mkdirSync(folder, { recursive: true });
  const report = execFileSync(
    'npm',
    ['pack', `${name}@${entry.version}`, '--json', '--silent', '--pack-destination', folder],
    { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const [{ filename }] = JSON.parse(report) as [{ filename: string }];
  const archive = join(folder, filename.replace('@', '').replace('/', '-'));
  const digest = `sha512-${createHash('sha512').update(readFileSync(archive)).digest('base64')}`;
  if (digest !== entry.integrity) throw new Error(`${name}: the archive has not the lock file's digest`);
  execFileSync('tar', ['-xzf', archive, '-C', folder]);
  return unpacked;
}
