import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { copyBinaries, postgresPackage, repairLibraryLinks } from './embedded-binaries.ts';
import { embeddedFiles } from './embedded-files.ts';

let folder: string;
const tmp = process.env.TMPDIR;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'hiram-files-'));
  chmodSync(folder, 0o755);
});
afterEach(() => {
  if (tmp === undefined) delete process.env.TMPDIR;
  else process.env.TMPDIR = tmp;
  rmSync(folder, { recursive: true, force: true });
});

const isRoot = process.getuid?.() === 0;

/** The package as `npm ci --ignore-scripts` installs it: its links are missing. */
function withoutLinks(): string {
  const bare = join(folder, 'package');
  cpSync(postgresPackage().folder, bare, {
    recursive: true,
    filter: (path) => !lstatSync(path).isSymbolicLink(),
  });
  return bare;
}

const runs = (home: string) =>
  spawnSync(join(home, 'native/bin/postgres'), ['--version'], {
    env: { LD_LIBRARY_PATH: join(home, 'native/lib') },
    encoding: 'utf8',
  }).stdout;

test('missing library links are created once when install scripts are disabled', () => {
  const bare = withoutLinks();
  expect(runs(bare)).toBe('');
  repairLibraryLinks(bare);
  repairLibraryLinks(bare);
  expect(runs(bare)).toMatch(/^postgres \(PostgreSQL\) 18/);
});

test('a copy is readable by everyone, whatever the umask and the package’s permissions', () => {
  const bare = withoutLinks();
  chmodSync(join(bare, 'native/bin'), 0o700);
  const umask = process.umask(0o077);
  try {
    const copy = copyBinaries(bare, join(folder, 'copy'));
    expect(runs(copy)).toMatch(/^postgres/);
    for (const path of ['', 'native', 'native/bin', 'native/bin/postgres', 'native/share'])
      expect([path, lstatSync(join(copy, path)).mode & 0o755]).toEqual([path, 0o755]);
  } finally {
    process.umask(umask);
  }
});

test('binaries that other users could have written are not run', () => {
  const copy = copyBinaries(withoutLinks(), join(folder, 'copy'));
  chmodSync(copy, 0o777);
  expect(() => copyBinaries(postgresPackage().folder, copy)).toThrow(/belongs to another user/);
  const link = join(folder, 'link');
  chmodSync(copy, 0o755);
  symlinkSync(copy, link);
  expect(() => copyBinaries(postgresPackage().folder, link)).toThrow(/belongs to another user/);
});

test('a socket’s path stays short enough for any length of the temporary folder’s path', () => {
  const long = join(folder, 'x'.repeat(100));
  mkdirSync(long, { mode: 0o755 });
  process.env.TMPDIR = long;
  const { socketDir } = embeddedFiles(join(folder, 'data'));
  expect(Buffer.byteLength(join(socketDir, '.s.PGSQL.5432'))).toBeLessThanOrEqual(103);
  expect(lstatSync(socketDir).mode & 0o777).toBe(0o700);
  rmSync(socketDir, { recursive: true });
});

test('the same folder under another name has the same sockets and locks', () => {
  const { socketDir, data } = embeddedFiles(join(folder, 'data'));
  expect(embeddedFiles(join(folder, 'other/../data/'))).toMatchObject({ socketDir, data });
  rmSync(socketDir, { recursive: true });
});

test('data of another major version stay unchanged, and the message says what to change', () => {
  const { data, socketDir, runAs } = embeddedFiles(join(folder, 'data'));
  mkdirSync(data);
  if (runAs) chownSync(data, runAs.uid, runAs.gid);
  writeFileSync(join(data, 'PG_VERSION'), '16\n');
  expect(() => embeddedFiles(join(folder, 'data'))).toThrow(
    /created by PostgreSQL 16, and this is 18: set another DATA_DIR/,
  );
  rmSync(socketDir, { recursive: true });
});

test.runIf(isRoot)(
  'root: a socket folder that another user prepared is rejected, as a link or as a folder',
  () => {
    const dataDir = join(folder, 'data');
    const { socketDir } = embeddedFiles(dataDir);
    rmSync(socketDir, { recursive: true });
    const victim = join(folder, 'victim');
    mkdirSync(victim);
    symlinkSync(victim, socketDir);
    expect(() => embeddedFiles(dataDir)).toThrow(/belongs to another user/);
    expect(lstatSync(victim).uid).toBe(0);
    rmSync(socketDir);
    mkdirSync(socketDir);
    chownSync(socketDir, 12_345, 12_345);
    expect(() => embeddedFiles(dataDir)).toThrow(/belongs to another user/);
    rmSync(socketDir, { recursive: true });
  },
);

test.runIf(isRoot)('root: data that an ordinary user created run as that user, in place', () => {
  const dataDir = join(folder, 'data');
  mkdirSync(join(dataDir, 'postgres'), { recursive: true });
  chownSync(join(dataDir, 'postgres'), 12_345, 12_346);
  chmodSync(dataDir, 0o700);
  const { runAs, isOutsideDataDir: elsewhere, data, socketDir } = embeddedFiles(dataDir);
  expect({ runAs, elsewhere, data }).toEqual({
    runAs: { uid: 12_345, gid: 12_346 },
    elsewhere: false,
    data: join(dataDir, 'postgres'),
  });
  expect(existsSync(`/var/lib/${socketDir.split('/').at(-1)}`)).toBe(false);
  rmSync(socketDir, { recursive: true });
});
