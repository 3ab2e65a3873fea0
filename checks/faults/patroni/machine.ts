import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, readlinkSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { end } from '@hiram/server/test/support/processes/end.ts';
import { ownRoot } from '../cluster/balancer.ts';
import { issueCertificate } from './certificates.ts';

/** The network of the machines; the host is `.254`. The documented files have `10.0.0`. */
export const network = '10.214.77';
const bridge = 'hiramdb';
export const password = 'of-a-run-alone';

const etcdAddress = (index: number) => `${network}.1${index}`;

/**
 * A machine with PostgreSQL under Patroni, or with a member of etcd: its processes and network are its own (namespaces of the
 * kernel), and its disk is a folder that outlives its processes.
 */
export interface Machine {
  readonly name: string;
  readonly address: string;
  start(): void;
  /** Ends all processes at once, as a power failure does. */
  kill(): Promise<void>;
  /** Stops (SIGSTOP) or continues all processes. */
  freeze(isFrozen: boolean): void;
  /** Pulls out or puts back its network cable. */
  cut(isCut: boolean): void;
  /** Cuts it off from the other machines, and not from the host: servers still reach it. */
  isolate(isIsolated: boolean): void;
  /** Ends its processes and removes its disk and its network. */
  remove(): Promise<void>;
  /** The last lines of its log. */
  log(): string;
  /** Copies its log into a folder, before it is removed. */
  keepLog(folder: string): void;
}

const ip = (...words: string[]) => execFileSync('ip', words, { stdio: ['ignore', 'ignore', 'pipe'] });

/** Removes what a killed run left: its networks outlive it, its processes do not. */
function removeLeftovers(): void {
  const words = ['db1', 'db2', 'db3', 'etcd1', 'etcd2', 'etcd3'].flatMap((name) => [
    ['link', 'del', `hiram-${name}`],
    ['netns', 'del', `hiram-${name}`],
  ]);
  for (const left of [...words, ['link', 'del', bridge]])
    try {
      ip(...left);
    } catch {
      // It does not exist.
    }
}

export function makeBridge(): void {
  removeLeftovers();
  ip('link', 'add', bridge, 'type', 'bridge');
  ip('addr', 'add', `${network}.254/24`, 'dev', bridge);
  ip('link', 'set', bridge, 'up');
}

export function removeBridge(): void {
  ip('link', 'del', bridge);
}

/**
 * The documented configuration, with this run's addresses, without archive and watchdog. The servers of the run reach PostgreSQL
 * without TLS.
 */
function settingsOf(index: number, folder: string): string {
  const example = readFileSync(join(ownRoot, 'docs/deploy/database/patroni.yml'), 'utf8');
  return (
    example
      .replace('name: db1', `name: db${index}`)
      .replaceAll(/((?:listen|connect_address): )10\.0\.0\.1/g, `$1${network}.${index}`)
      .replaceAll('10.0.0', network)
      .replaceAll(/'<password \d>'/g, password)
      .replaceAll('/etc/patroni', folder)
      // No archive: `archive_mode` without a repository would keep all changes.
      .replace(/^ +archive_.*\n/gm, '')
      .replace(/^ {2}recovery_conf:\n.*\n/m, '')
      .replace('hostssl all', 'host all')
      .replace('data_dir: /var/lib/postgresql/17/hiram', `data_dir: ${folder}/data`)
      .replace('unix_socket_directories: /var/run/postgresql', `unix_socket_directories: ${folder}`)
      .replace('mode: automatic', "mode: 'off'")
  );
}

/** The command line of a member of etcd. It tells its metrics without TLS, at port 2381. */
function etcdCommand(index: number, folder: string): string {
  const address = `https://${etcdAddress(index)}`;
  const members = [1, 2, 3].map((member) => `etcd${member}=https://${etcdAddress(member)}:2380`).join(',');
  const tls = ['', 'peer-'].map(
    (kind) =>
      `--${kind}client-cert-auth --${kind}trusted-ca-file ${folder}/ca.crt --${kind}cert-file ${folder}/server.crt --${kind}key-file ${folder}/server.key`,
  );
  return [
    `etcd --name etcd${index} --data-dir ${folder}/etcd --initial-cluster ${members} --initial-cluster-token hiram`,
    `--listen-peer-urls ${address}:2380 --initial-advertise-peer-urls ${address}:2380`,
    `--listen-client-urls ${address}:2379 --advertise-client-urls ${address}:2379`,
    `--listen-metrics-urls http://${etcdAddress(index)}:2381`,
    ...tls,
  ].join(' ');
}

/** The host's numbers of all processes in a process namespace. */
function processesOf(namespace: string): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        return readlinkSync(`/proc/${pid}/ns/pid`) === namespace;
      } catch {
        return false;
      }
    })
    .map(Number);
}

/** A network of its own, with a cable to the bridge. */
function connectCable(space: string, cable: string, address: string): void {
  ip('netns', 'add', space);
  ip('link', 'add', cable, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', space);
  ip('link', 'set', cable, 'master', bridge, 'up');
  ip('-n', space, 'addr', 'add', `${address}/24`, 'dev', 'eth0');
  for (const device of ['lo', 'eth0']) ip('-n', space, 'link', 'set', device, 'up');
}

/** An empty disk with these files. `folder` is its path in `root`. */
function layOutDisk(root: string, folder: string, files: Readonly<Record<string, string>>): void {
  const disk = join(root, folder);
  rmSync(disk, { recursive: true, force: true });
  mkdirSync(disk);
  // PostgreSQL does not start with a key that others can read.
  for (const [file, text] of Object.entries(files)) writeFileSync(join(disk, file), text, { mode: 0o600 });
  execFileSync('chroot', [root, 'chown', '-R', 'postgres:', folder]);
  execFileSync('chroot', [root, 'chmod', '700', folder]);
}

interface Made {
  readonly name: string;
  readonly address: string;
  /** The path of its disk in the Debian. */
  readonly folder: string;
  readonly files: Readonly<Record<string, string>>;
  /** What it runs as `postgres`. */
  readonly command: string;
  /** The addresses from which `isolate` cuts it off. */
  readonly others: readonly string[];
}

/**
 * Machine 1, 2 or 3 of PostgreSQL in the Debian at `root`, with its cable in the bridge, and a certificate by
 * the CA in `authority`. Does not start it.
 */
export function makeDatabase(root: string, index: number, authority: string): Machine {
  const folder = `/var/lib/hiram-db${index}`;
  const addresses = [1, 2, 3].flatMap((other) => [`${network}.${other}`, etcdAddress(other)]);
  const address = `${network}.${index}`;
  return makeMachine(root, {
    name: `db${index}`,
    address,
    folder,
    files: {
      'patroni.yml': settingsOf(index, folder),
      ...issueCertificate(authority, `db${index}`, address),
    },
    command: `patroni ${folder}/patroni.yml`,
    others: addresses.filter((other) => other !== address),
  });
}

/** Machine 1, 2 or 3 of etcd. */
export function makeEtcd(root: string, index: number, authority: string): Machine {
  const folder = `/var/lib/hiram-etcd${index}`;
  return makeMachine(root, {
    name: `etcd${index}`,
    address: etcdAddress(index),
    folder,
    files: issueCertificate(authority, `etcd${index}`, etcdAddress(index)),
    command: etcdCommand(index, folder),
    others: [],
  });
}

function makeMachine(root: string, { name, address, folder, files, command, others }: Made): Machine {
  const space = `hiram-${name}`;
  const cable = `hiram-${name}`;
  const disk = join(root, folder);
  connectCable(space, cable, address);
  layOutDisk(root, folder, files);
  let child: ChildProcess | undefined;
  /** The first process of the machine is the only child of `unshare`. */
  const spaceOfProcesses = () => {
    const first = readFileSync(`/proc/${child?.pid}/task/${child?.pid}/children`, 'utf8').trim();
    return readlinkSync(`/proc/${first}/ns/pid`);
  };
  return {
    name,
    address,
    start() {
      const enter = `mount -t proc proc ${root}/proc && mount -t tmpfs tmpfs ${root}/dev/shm && exec chroot ${root} sh -c "$0"`;
      const words = ['--mount', '--pid', '--fork', '--kill-child=SIGKILL', 'sh', '-c', enter];
      const as = 'HOME=/var/lib/postgresql setpriv --reuid=postgres --regid=postgres --init-groups';
      // The shell is the machine's first process and ends last.
      const boot = `cd ${folder}\n${as} ${command} >>${folder}/log 2>&1 &\nwait`;
      child = spawn('nsenter', [`--net=/run/netns/${space}`, 'unshare', ...words, boot], {
        stdio: ['ignore', 'ignore', 'inherit'],
      });
    },
    async kill() {
      const killed = child;
      child = undefined;
      if (killed) await end(killed);
    },
    freeze(isFrozen) {
      const namespace = spaceOfProcesses();
      // A process may start another one meanwhile.
      for (let round = 0; round < 2; round += 1)
        for (const pid of processesOf(namespace))
          try {
            process.kill(pid, isFrozen ? 'SIGSTOP' : 'SIGCONT');
          } catch {
            // It has ended.
          }
    },
    cut: (isCut) => void ip('link', 'set', cable, isCut ? 'down' : 'up'),
    isolate(isIsolated) {
      for (const other of others)
        ip('-n', space, 'route', isIsolated ? 'add' : 'del', 'blackhole', `${other}/32`);
    },
    async remove() {
      if (child) await end(child);
      ip('link', 'del', cable);
      ip('netns', 'del', space);
      rmSync(disk, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
    },
    log: () => readFileSync(join(disk, 'log'), 'utf8').split('\n').slice(-15).join('\n'),
    keepLog: (to) => cpSync(join(disk, 'log'), join(to, `${name}.log`)),
  };
}
