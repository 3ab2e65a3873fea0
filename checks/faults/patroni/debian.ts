import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** The packages of a database machine. */
export const databasePackages = ['postgresql-17', 'patroni', 'python3-etcd', 'etcd-server', 'etcd-client'];

export function has(command: string): boolean {
  return spawnSync('sh', ['-c', `command -v ${command}`]).status === 0;
}

/** The tools that this machine lacks for machines of their own, each with its network. Empty: none. */
export function missing(root: string): string[] {
  const lacks: string[] = [];
  if (process.platform !== 'linux' || process.getuid?.() !== 0) lacks.push('root on Linux');
  for (const command of ['ip', 'unshare', 'chroot', 'haproxy', 'openssl'])
    if (!has(command)) lacks.push(`the command ${command}`);
  if (!existsSync(root) && !has('mmdebstrap')) lacks.push(`mmdebstrap, or Debian 13 in ${root}`);
  return lacks;
}

/** Makes a Debian 13 with these packages in `root`, unless it exists. Needs a Debian mirror. */
export function makeRoot(root: string, packages: readonly string[], say: (line: string) => void): void {
  if (existsSync(root)) return;
  say(`makes a Debian 13 in ${root}`);
  const made = spawnSync(
    'mmdebstrap',
    ['--quiet', '--variant=minbase', '--mode=root', `--include=${packages.join(',')}`, 'trixie', root],
    { stdio: 'inherit' },
  );
  if (made.status !== 0) throw new Error('mmdebstrap failed');
}

/** The versions that run: `PostgreSQL 17.5, Patroni 4.0.5, etcd 3.5.16`. */
export function versions(root: string): string {
  const of = (...command: string[]) =>
    /(\d+(\.\d+)+)/.exec(spawnSync('chroot', [root, ...command], { encoding: 'utf8' }).stdout)?.[1];
  const postgres = of('/usr/lib/postgresql/17/bin/postgres', '--version');
  return `PostgreSQL ${postgres}, Patroni ${of('patroni', '--version')}, etcd ${of('etcd', '--version')}`;
}
