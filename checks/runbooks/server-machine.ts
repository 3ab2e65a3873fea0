import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { chmodSync, copyFileSync, cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { end } from '@hiram/server/test/support/processes/end.ts';
import { ownRoot } from '../faults/cluster/balancer.ts';
import { documented } from './documented.ts';

const startPatienceMs = 60_000;

/** The unit's user, folder and command. */
function readUnit(): { user: string; folder: string; command: string; timeoutSeconds: number } {
  const unit = readFileSync(join(ownRoot, 'docs/deploy/hiram.service'), 'utf8');
  const of = (name: string) => new RegExp(`^${name}=(.*)$`, 'm').exec(unit)?.[1] ?? '';
  return {
    user: of('User'),
    folder: of('WorkingDirectory'),
    command: of('ExecStart'),
    timeoutSeconds: Number(of('TimeoutStopSec')),
  };
}

const withSettings = 'set -a; . /etc/hiram/settings; set +a;';
/** systemd and a login shell begin with this environment. */
const env = { PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin', LANG: 'C.UTF-8' };

/** Runs `command` in the Debian at `root`, with its own /proc. The child has the number of its first process. */
function spawnIn(root: string, command: string): ChildProcess {
  const enter = `mount -t proc proc ${root}/proc && exec chroot ${root} sh -c "$0"`;
  return spawn('unshare', ['--mount', 'sh', '-c', enter, command], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env,
  });
}

function outputOf(child: ChildProcess): () => string {
  let text = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (part: string) => {
      text += part;
    });
  return () => text;
}

async function isReady(port: number): Promise<boolean> {
  const response = await fetch(`http://127.0.0.1:${port}/health/ready`).catch(() => undefined);
  return response?.status === 200;
}

/** A bare Debian on which a server of Hiram is installed by docs/deploy.md. */
export class ServerMachine {
  readonly name: string;
  readonly port: number;
  readonly #root: string;
  #child: ChildProcess | undefined;
  #log = () => '';

  private constructor(name: string, root: string, port: number) {
    this.name = name;
    this.port = port;
    this.#root = root;
  }

  /** Copies the bare Debian at `bare` to `root` and installs all but the release and the settings. */
  static async install(
    name: string,
    { bare, root, port }: { readonly bare: string; readonly root: string; readonly port: number },
  ): Promise<ServerMachine> {
    execFileSync('cp', ['-a', '--reflink=auto', bare, root]);
    const machine = new ServerMachine(name, root, port);
    await machine.run(documented('useradd --system hiram'));
    await machine.run(documented('install -d /etc/hiram'));
    await machine.run(documented('ln -s /opt/hiram/bin/hiram /usr/local/bin/hiram'));
    cpSync(join(ownRoot, 'docs/deploy/hiram.service'), join(root, 'etc/systemd/system/hiram.service'));
    // systemd makes it: StateDirectory.
    await machine.run('install -d -o hiram -g hiram -m 700 /var/lib/hiram');
    return machine;
  }

  /** Unpacks an archive and leads /opt/hiram to it, as the first installation and each upgrade do. */
  async unpack(archive: string): Promise<void> {
    const copy = join(this.#root, 'root', basename(archive));
    copyFileSync(archive, copy);
    const folder = basename(archive, '.tar.zst');
    await this.run(
      documented('tar --zstd -xf hiram-….tar.zst -C /opt && ln -sfn hiram-… /opt/hiram', {
        'hiram-….tar.zst': `/root/${folder}.tar.zst`,
        'hiram-…': folder,
      }),
    );
    rmSync(copy);
  }

  /** Copies a folder of brands to where BRANDS_DIR of the settings says. */
  copyBrands(folder: string): void {
    cpSync(folder, join(this.#root, 'etc/hiram/brands'), { recursive: true });
  }

  /**
   * Writes a file in /etc/hiram, readable by root and by the group `hiram`; the settings and the owner's
   * address by root alone.
   */
  write(file: string, text: string): void {
    const path = join(this.#root, 'etc/hiram', file);
    writeFileSync(path, text);
    const isRoots = file === 'settings' || file === 'owner';
    if (!isRoots) execFileSync('chroot', [this.#root, 'chgrp', 'hiram', `/etc/hiram/${file}`]);
    chmodSync(path, isRoots ? 0o600 : 0o640);
  }

  /**
   * Runs a command as root with the servers' settings and the owner's address. Throws unless it ends with
   * `code`. Returns its output.
   */
  async run(command: string, code = 0): Promise<string> {
    const settings = `[ ! -e /etc/hiram/settings ] || { ${documented('set -a; . /etc/hiram/settings; . /etc/hiram/owner; set +a')}; }`;
    const child = spawnIn(this.#root, `${settings}; cd /root; ${command}`);
    const output = outputOf(child);
    const ended = await new Promise((resolve) => child.once('close', resolve));
    if (ended !== code) throw new Error(`${this.name}: ${command} ended with ${ended}: ${output()}`);
    return output();
  }

  /** Starts the service as `systemctl start hiram` does. Resolves when the server is ready. */
  async start(): Promise<void> {
    const { user, folder, command } = readUnit();
    const asUser = `setpriv --reuid=${user} --regid=${user} --clear-groups --no-new-privs`;
    const child = spawnIn(
      this.#root,
      `${withSettings} export NODE_ENV=production; cd ${folder}; umask 077; exec ${asUser} ${command}`,
    );
    this.#child = child;
    this.#log = outputOf(child);
    const deadline = performance.now() + startPatienceMs;
    while (!(await isReady(this.port))) {
      if (child.exitCode !== null || performance.now() > deadline)
        throw new Error(`${this.name} does not start: ${this.#log().slice(-3_000)}`);
      await pause(100);
    }
  }

  /** Stops the service as `systemctl stop hiram` does. Throws if the server does not end in good order. */
  async stop(): Promise<void> {
    const child = this.#child;
    this.#child = undefined;
    if (!child) return;
    const late = setTimeout(() => child.kill('SIGKILL'), readUnit().timeoutSeconds * 1000);
    await end(child, 'SIGTERM');
    clearTimeout(late);
    if (child.exitCode !== 0)
      throw new Error(`${this.name} did not stop in good order: ${this.#log().slice(-2_000)}`);
  }

  async kill(): Promise<void> {
    const child = this.#child;
    this.#child = undefined;
    if (child) await end(child);
  }

  /** Kills the server and deletes its disk. */
  async remove(): Promise<void> {
    await this.kill();
    rmSync(this.#root, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  }
}
