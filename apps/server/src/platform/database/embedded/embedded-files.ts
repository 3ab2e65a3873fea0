import { createHash } from 'node:crypto';
import { chmodSync, existsSync, lchownSync, lstatSync, mkdirSync, readFileSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { postgresPackage, runnableBinaries } from './embedded-binaries.ts';
import { EmbeddedDatabaseError } from './embedded-error.ts';

/** Locations of the embedded PostgreSQL's files, and the user it runs as. */
export interface EmbeddedFiles {
  readonly bin: string;
  readonly lib: string;
  readonly data: string;
  readonly socketDir: string;
  /**
   * PostgreSQL does not run as root, so a root server starts it as the data's owner or `nobody`. Undefined: as the current
   * user.
   */
  readonly runAs: User | undefined;
  /** True if the data could not be stored in DATA_DIR, which is worth a line to the operator. */
  readonly isOutsideDataDir: boolean;
}

interface User {
  readonly uid: number;
  readonly gid: number;
}

/** The longest path of a socket in bytes on the most restrictive system. */
const maxSocketPath = 103;

/**
 * Finds or creates every folder that the embedded server needs. `dataDir` is DATA_DIR. Throws EmbeddedDatabaseError if the
 * platform has no PostgreSQL, the data belong to another major version or user, or another user owns our folder.
 */
export function embeddedFiles(dataDir: string): EmbeddedFiles {
  const installed = postgresPackage();
  mkdirSync(dataDir, { recursive: true });
  const runAs = process.getuid?.() === 0 ? unprivilegedUser(join(dataDir, 'postgres')) : undefined;
  const home = runnableBinaries(installed, runAs !== undefined);
  const key = createHash('sha256').update(resolve(dataDir)).digest('hex').slice(0, 12);
  const isOutsideDataDir =
    runAs !== undefined && !isEnterable(dataDir) && !existsSync(join(dataDir, 'postgres'));
  const parent = isOutsideDataDir ? `/var/lib/hiram-${key}` : resolve(dataDir);
  mkdirSync(parent, { recursive: true, mode: 0o755 });
  const data = join(parent, 'postgres');
  checkData(data, runAs, installed.version);
  return {
    bin: join(home, 'native/bin'),
    lib: join(home, 'native/lib'),
    data,
    socketDir: socketFolder(`hiram-${key}`, runAs),
    runAs,
    isOutsideDataDir,
  };
}

/** The user that PostgreSQL runs as under root: the owner of existing data, else a user without rights. */
function unprivilegedUser(data: string): User {
  if (existsSync(data)) {
    const { uid, gid } = statSync(data);
    if (uid !== 0) return { uid, gid };
  }
  const user = userOf('nobody') ?? userOf('postgres');
  if (user) return user;
  throw new EmbeddedDatabaseError(
    'PostgreSQL does not run as root and this machine has neither the user nobody nor postgres',
  );
}

function userOf(name: string): User | undefined {
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((entry) => entry.startsWith(`${name}:`));
  const [, , uid, gid] = line?.split(':') ?? [];
  return uid === undefined || gid === undefined ? undefined : { uid: Number(uid), gid: Number(gid) };
}

/** Reports whether every user can enter this folder and all its parents. */
function isEnterable(path: string): boolean {
  for (let folder = resolve(path); ; folder = dirname(folder)) {
    if (existsSync(folder) && (statSync(folder).mode & 0o001) === 0) return false;
    if (folder === dirname(folder)) return true;
  }
}

function checkData(data: string, runAs: User | undefined, version: string): void {
  if (!existsSync(data)) return;
  const uid = runAs?.uid ?? process.getuid?.();
  if (statSync(data).uid !== uid)
    throw new EmbeddedDatabaseError(
      `${data} belongs to another user: start as that user, or set another DATA_DIR`,
    );
  if (!existsSync(join(data, 'PG_VERSION'))) return;
  const dataVersion = readFileSync(join(data, 'PG_VERSION'), 'utf8').trim();
  const [major] = version.split('.');
  if (dataVersion !== major)
    throw new EmbeddedDatabaseError(
      `${data} was created by PostgreSQL ${dataVersion}, and this is ${major}: set another DATA_DIR, or DATABASE_URL`,
    );
}

/**
 * The folder of the socket. Its path is short and the same for every server of one DATA_DIR. Only root and the user that
 * PostgreSQL runs as can enter it, because a user who reaches the socket can connect.
 */
function socketFolder(name: string, runAs: User | undefined): string {
  const places = [tmpdir(), '/tmp'];
  const parent = places.find(
    (place) =>
      Buffer.byteLength(join(place, name, '.s.PGSQL.5432')) <= maxSocketPath &&
      (runAs === undefined || isEnterable(place)),
  );
  if (parent === undefined)
    throw new EmbeddedDatabaseError(
      'every folder for the socket has a too long path: set TMPDIR to a shorter one',
    );
  const folder = join(parent, name);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const own = process.getuid?.() ?? 0;
  const { uid, gid } = runAs ?? { uid: own, gid: process.getgid?.() ?? 0 };
  const stats = lstatSync(folder);
  if (!stats.isDirectory() || (stats.uid !== own && stats.uid !== uid))
    throw new EmbeddedDatabaseError(`${folder} belongs to another user: remove it, or set TMPDIR`);
  if (stats.uid !== uid) lchownSync(folder, uid, gid);
  if ((stats.mode & 0o777) !== 0o700) chmodSync(folder, 0o700);
  return folder;
}
