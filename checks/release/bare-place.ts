import { execFileSync, type SpawnOptions } from 'node:child_process';
import { chmodSync, copyFileSync, existsSync, globSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** A folder in which an unpacked release runs with nothing else beside it. */
export interface BarePlace {
  readonly name: string;
  /** The release's folder and the database's socket, as its programs see them. */
  readonly folder: string;
  readonly socketDir: string;
  /** The command line and the folder of a program of the release. */
  command(program: string, args: readonly string[]): { file: string; args: readonly string[] };
  readonly options: SpawnOptions;
}

/** A folder of its own, an empty environment. */
export function bareFolder(folder: string, socketDir: string): BarePlace {
  return {
    name: 'a folder of its own, empty environment',
    folder,
    socketDir,
    command: (program, args) => ({ file: join(folder, program), args }),
    options: { cwd: '/' },
  };
}

/** The libraries that a program loads, by the system's own list. */
function librariesOf(program: string): string[] {
  const list = execFileSync('ldd', [program], { encoding: 'utf8' });
  return [...list.matchAll(/(\/\S+) \(0x/g)].map(([, path = '']) => path);
}

/**
 * A root of nothing but the release, the C and C++ libraries that its programs name, and the devices for randomness. It has no
 * shell, so programs are started by Node itself. Needs root's rights.
 */
export function emptyRoot(root: string, release: string, sockets: string): BarePlace {
  const native = globSync(`${release}/node_modules/@img/**/*.{node,so*}`, { cwd: root });
  for (const library of [`${release}/bin/node`, ...native].flatMap((file) => librariesOf(join(root, file)))) {
    if (library.startsWith(root)) continue;
    const to = join(root, library);
    mkdirSync(dirname(to), { recursive: true });
    if (!existsSync(to)) copyFileSync(library, to);
  }
  mkdirSync(join(root, 'dev'), { recursive: true });
  for (const [name, minor] of [
    ['null', '3'],
    ['urandom', '9'],
  ])
    execFileSync('mknod', ['-m', '666', join(root, 'dev', String(name)), 'c', '1', String(minor)]);
  mkdirSync(join(root, 'etc'), { recursive: true });
  writeFileSync(join(root, 'etc/passwd'), 'root:x:0:0::/:/bin/false\n');
  mkdirSync(join(root, 'tmp'), { recursive: true });
  chmodSync(join(root, 'tmp'), 0o1777);
  const inside = `/${release}`;
  return {
    name: 'a root with the release and the C and C++ libraries alone',
    folder: inside,
    socketDir: sockets,
    command: (program, args) => ({
      file: '/usr/sbin/chroot',
      args: [root, `${inside}/bin/node`, `${inside}/${programOf(program)}`, ...args],
    }),
    options: { cwd: '/' },
  };
}

/** The program that a shell script of `bin` starts. */
function programOf(launcher: string): string {
  return launcher === 'bin/hiram' ? 'server/hiram.js' : 'server/main.js';
}
