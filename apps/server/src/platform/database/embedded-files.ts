import { createHash } from 'node:crypto';
import { chmodSync, existsSync, lchownSync, lstatSync, mkdirSync, readFileSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { postgresPackage, runnableBinaries } from './embedded-binaries.ts';
import { EmbeddedDatabaseError } from './embedded-error.ts';

/** Where the embedded PostgreSQL's parts lie, and as whom it runs. */
export interface EmbeddedFiles {
  readonly bin: string;
  readonly lib: string;
  readonly data: string;
  readonly socketDir: string;
  /** PostgreSQL refuses root, so there it runs as the data's owner, or `nobody`; undefined: as ourselves. */
  readonly runAs: User | undefined;
  /** Set when the data could not lie in DATA_DIR: worth a line to whoever started us. */
  readonly elsewhere: boolean;
}

interface User {
  readonly uid: number;
  readonly gid: number;
}

/** A socket's path of more bytes is refused on the narrowest system. */
const maxSocketPath = 103;

/**
 * Finds or makes every place that the embedded server needs. `dataDir` is DATA_DIR. Throws EmbeddedDatabaseError when
 * the platform has no PostgreSQL, the data are of another major version or user, or somebody else sits in our place.
 */
export function embeddedFiles(dataDir: string): EmbeddedFiles {
  const installed = postgresPackage();
  mkdirSync(dataDir, { recursive: true });
  const runAs = process.getuid?.() === 0 ? substitute(join(dataDir, 'postgres')) : undefined;
  const home = runnableBinaries(installed, runAs !== undefined);
  const key = createHash('sha256').update(resolve(dataDir)).digest('hex').slice(0, 12);
  const elsewhere = runAs !== undefined && !isEnterable(dataDir) && !existsSync(join(dataDir, 'postgres'));
  const parent = elsewhere ? `/var/lib/hiram-${key}` : resolve(dataDir);
  mkdirSync(parent, { recursive: true, mode: 0o755 });
  const data = join(parent, 'postgres');
  checkData(data, runAs, installed.version);
  return {
    bin: join(home, 'native/bin'),
    lib: join(home, 'native/lib'),
    data,
    socketDir: socketFolder(`hiram-${key}`, runAs),
    runAs,
    elsewhere,
  };
}

/** Whom PostgreSQL runs as when we are root: the owner of data that an ordinary user made, else a user without rights. */
function substitute(data: string): User {
  if (existsSync(data)) {
    const { uid, gid } = statSync(data);
    if (uid !== 0) return { uid, gid };
  }
  const user = userOf('nobody') ?? userOf('postgres');
  if (user) return user;
  throw new EmbeddedDatabaseError(
    'PostgreSQL does not run as root and there is neither a user nobody nor postgres here',
  );
}

function userOf(name: string): User | undefined {
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

function checkData(data: string, runAs: User | undefined, version: string): void {
  if (!existsSync(data)) return;
  const uid = runAs?.uid ?? process.getuid?.();
  if (statSync(data).uid !== uid)
    throw new EmbeddedDatabaseError(
      `${data} belongs to another user: start as that user, or set another DATA_DIR`,
    );
  if (!existsSync(join(data, 'PG_VERSION'))) return;
  const found = readFileSync(join(data, 'PG_VERSION'), 'utf8').trim();
  const [major] = version.split('.');
  if (found !== major)
    throw new EmbeddedDatabaseError(
      `${data} was made by PostgreSQL ${found} and this is ${major}: set another DATA_DIR, or DATABASE_URL`,
    );
}

/**
 * The folder of the socket: short, the same for every server of one DATA_DIR, and closed to everyone but the user that
 * PostgreSQL runs as and root, since whoever reaches the socket is let in.
 */
function socketFolder(name: string, runAs: User | undefined): string {
  const places = [tmpdir(), '/tmp'];
  const parent = places.find(
    (place) =>
      Buffer.byteLength(join(place, name, '.s.PGSQL.5432')) <= maxSocketPath &&
      (runAs === undefined || isEnterable(place)),
  );
  if (parent === undefined)
    throw new EmbeddedDatabaseError('there is no short folder for a socket: set TMPDIR to one');
  const folder = join(parent, name);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const own = process.getuid?.() ?? 0;
  const { uid, gid } = runAs ?? { uid: own, gid: process.getgid?.() ?? 0 };
  const found = lstatSync(folder);
  if (!found.isDirectory() || (found.uid !== own && found.uid !== uid))
    throw new EmbeddedDatabaseError(`${folder} was laid there by somebody else: remove it, or set TMPDIR`);
  if (found.uid !== uid) lchownSync(folder, uid, gid);
  if ((found.mode & 0o777) !== 0o700) chmodSync(folder, 0o700);
  return folder;
}
