import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { end } from '@hiram/server/test/support/processes/end.ts';
import { freePort } from '@hiram/server/test/support/processes/free-port.ts';
import pg from 'pg';

const bin = '/usr/lib/postgresql/17/bin';
const patienceMs = 30_000;
/** Without them a query of a PostgreSQL that is killed meanwhile never ends. */
const timeouts = { connectionTimeoutMillis: 2_000, query_timeout: 10_000 };
/** The superuser's. */
const password = 'of-a-run-alone';

/** Debian's PostgreSQL 17 on a free port of the loopback interface, in the Debian at `root`. */
export interface Postgres {
  readonly port: number;
  /** Queries a database as the superuser. */
  query(database: string, statement: string): Promise<pg.QueryResult>;
  start(): Promise<void>;
  /** Ends all of its processes at once, as a power failure does. */
  kill(): Promise<void>;
  /** Kills it and deletes its disk. */
  remove(): Promise<void>;
}

interface Disk {
  readonly root: string;
  /** Its path in `root`. */
  readonly folder: string;
  readonly port: number;
}

const asPostgres = 'setpriv --reuid=postgres --regid=postgres --init-groups';

/** Runs a shell command in the Debian as `postgres`. */
function inDebian(root: string, command: string): void {
  execFileSync('chroot', [root, 'sh', '-c', `${asPostgres} ${command}`], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', PGPASSWORD: password, LC_ALL: 'C.UTF-8' },
  });
}

function emptyFolder(root: string, folder: string): void {
  rmSync(join(root, folder), { recursive: true, force: true });
  mkdirSync(join(root, folder));
  execFileSync('chroot', [root, 'chown', 'postgres:', folder]);
}

async function query(port: number, database: string, statement: string): Promise<pg.QueryResult> {
  const client = new pg.Client({
    host: '127.0.0.1',
    port,
    user: 'postgres',
    password,
    database,
    ...timeouts,
  });
  await client.connect();
  try {
    return await client.query(statement);
  } finally {
    await client.end();
  }
}

const answers = (port: number): Promise<boolean> =>
  query(port, 'postgres', 'select 1').then(
    () => true,
    () => false,
  );

function onDisk({ root, folder, port }: Disk): Postgres {
  let child: ChildProcess | undefined;
  const settings = `-c listen_addresses=127.0.0.1 -c port=${port} -c unix_socket_directories= -c wal_level=replica`;
  const postgres: Postgres = {
    port,
    query: (database, statement) => query(port, database, statement),
    async start() {
      const run = `mount -t proc proc ${root}/proc && mount -t tmpfs tmpfs ${root}/dev/shm && exec chroot ${root} sh -c "$0"`;
      // The shell stays: a process that changes its user is not killed together with its parent.
      const command = `${asPostgres} ${bin}/postgres -D ${folder}/data ${settings} & wait`;
      // The processes end with the first one of their namespace.
      child = spawn(
        'unshare',
        ['--mount', '--pid', '--fork', '--kill-child=SIGKILL', 'sh', '-c', run, command],
        {
          stdio: ['ignore', 'ignore', process.env.TEST_LOG ? 'inherit' : 'ignore'],
        },
      );
      const deadline = performance.now() + patienceMs;
      for (;;) {
        if (await answers(port)) return;
        if (performance.now() > deadline || child.exitCode !== null)
          throw new Error('PostgreSQL does not start');
        await pause(100);
      }
    },
    async kill() {
      const killed = child;
      child = undefined;
      if (!killed) return;
      await end(killed);
      // Its other processes end a moment later.
      while (await answers(port)) await pause(50);
    },
    async remove() {
      await postgres.kill();
      rmSync(join(root, folder), { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
    },
  };
  return postgres;
}

/** An empty PostgreSQL. Does not start it. */
export async function newPostgres(root: string, name: string): Promise<Postgres> {
  const folder = `/var/lib/hiram-${name}`;
  emptyFolder(root, folder);
  inDebian(
    root,
    `sh -c 'echo ${password} >${folder}/password && ${bin}/initdb -D ${folder}/data -U postgres -A scram-sha-256 -E UTF8 --locale=C.UTF-8 --pwfile=${folder}/password'`,
  );
  return onDisk({ root, folder, port: await freePort() });
}

/** A streaming replica of a running PostgreSQL, by its own backup. Does not start it. */
export async function newReplica(root: string, name: string, of: Postgres): Promise<Postgres> {
  const folder = `/var/lib/hiram-${name}`;
  emptyFolder(root, folder);
  inDebian(
    root,
    `${bin}/pg_basebackup -D ${folder}/data -h 127.0.0.1 -p ${of.port} -U postgres -R -c fast -X stream`,
  );
  return onDisk({ root, folder, port: await freePort() });
}
