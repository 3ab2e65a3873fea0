import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, readlinkSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { end } from '@hiram/server/test/support/end.ts';
import { ownRoot } from '../cluster/balancer.ts';

/** The network of the machines; the host is `.254`. The documented files have `10.0.0`. */
export const network = '10.214.77';
const bridge = 'hiramdb';
export const password = 'of-a-run-alone';

/**
 * A machine of the database: PostgreSQL under Patroni and a member of etcd, with processes and a network of their own
 * (namespaces of the kernel). Its disk is a folder that outlives its processes.
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
  /** The last lines of its logs. */
  log(): string;
}

const ip = (...words: string[]) => execFileSync('ip', words, { stdio: ['ignore', 'ignore', 'pipe'] });

/** Removes what a killed run left: its networks outlive it, its processes do not. */
function removeLeftovers(): void {
  const words = ['db1', 'db2', 'db3'].flatMap((name) => [
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

/** The documented configuration, with this run's addresses, without TLS, archive and watchdog. */
function settingsOf(index: number, folder: string): string {
  const example = readFileSync(join(ownRoot, 'docs/deploy/database/patroni.yml'), 'utf8');
  return (
    example
      .replace('name: db1', `name: db${index}`)
      .replaceAll(/((?:listen|connect_address): )10\.0\.0\.1/g, `$1${network}.${index}`)
      .replaceAll('10.0.0', network)
      .replaceAll(/'<password \d>'/g, password)
      .replace(/^ctl:\n(?: .*\n)+/m, '')
      .replace(
        /^ +(ssl|protocol|cacert|cert|key|cafile|certfile|keyfile|verify_client|authentication: \{).*\n/gm,
        '',
      )
      // No archive: `archive_mode` without a repository would keep all changes.
      .replace(/^ +archive_.*\n/gm, '')
      .replace(/^ {2}recovery_conf:\n.*\n/m, '')
      .replaceAll('hostssl', 'host')
      .replace('data_dir: /var/lib/postgresql/17/hiram', `data_dir: ${folder}/data`)
      .replace('unix_socket_directories: /var/run/postgresql', `unix_socket_directories: ${folder}`)
      .replace('mode: automatic', "mode: 'off'")
  );
}

/** The command of the machine's first process, which starts etcd and Patroni and ends last. */
function boot(index: number, folder: string): string {
  const address = `http://${network}.${index}`;
  const members = [1, 2, 3].map((member) => `db${member}=http://${network}.${member}:2380`).join(',');
  const etcd = [
    `etcd --name db${index} --data-dir ${folder}/etcd --initial-cluster ${members} --initial-cluster-token hiram`,
    `--listen-peer-urls ${address}:2380 --initial-advertise-peer-urls ${address}:2380`,
    `--listen-client-urls ${address}:2379,http://127.0.0.1:2379 --advertise-client-urls ${address}:2379`,
    '--heartbeat-interval 250 --election-timeout 2500',
  ].join(' ');
  const as = 'HOME=/var/lib/postgresql setpriv --reuid=postgres --regid=postgres --init-groups';
  return [
    `cd ${folder}`,
    `${as} ${etcd} >>${folder}/etcd.log 2>&1 &`,
    `${as} patroni ${folder}/patroni.yml >>${folder}/patroni.log 2>&1 &`,
    'wait',
  ].join('\n');
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

/** An empty disk with the configuration. `folder` is its path in `root`. */
function layOutDisk(root: string, index: number, folder: string): void {
  const disk = join(root, folder);
  rmSync(disk, { recursive: true, force: true });
  mkdirSync(disk);
  writeFileSync(join(disk, 'patroni.yml'), settingsOf(index, folder));
  execFileSync('chroot', [root, 'chown', '-R', 'postgres:', folder]);
  execFileSync('chroot', [root, 'chmod', '700', folder]);
}

/** Makes machine 1, 2 or 3 in the Debian at `root`, with its cable in the bridge. Does not start it. */
export function makeMachine(root: string, index: number): Machine {
  const name = `db${index}`;
  const space = `hiram-${name}`;
  const cable = `hiram-${name}`;
  const address = `${network}.${index}`;
  const folder = `/var/lib/hiram-${name}`;
  const disk = join(root, folder);
  const others = [1, 2, 3].filter((other) => other !== index);
  connectCable(space, cable, address);
  layOutDisk(root, index, folder);
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
      child = spawn('nsenter', [`--net=/run/netns/${space}`, 'unshare', ...words, boot(index, folder)], {
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
        ip('-n', space, 'route', isIsolated ? 'add' : 'del', 'blackhole', `${network}.${other}/32`);
    },
    async remove() {
      if (child) await end(child);
      ip('link', 'del', cable);
      ip('netns', 'del', space);
      rmSync(disk, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
    },
    log: () =>
      ['patroni.log', 'etcd.log']
        .map((file) => readFileSync(join(disk, file), 'utf8').split('\n').slice(-15).join('\n'))
        .join('\n'),
  };
}
