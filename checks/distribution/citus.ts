import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { chmodSync, chownSync, mkdirSync, mkdtempSync, openSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { migrateInstallation } from '@hiram/server/src/app/migrate-installation.ts';
import { freePort } from '@hiram/server/test/support/free-port.ts';
import { type Cluster, ownerEndpoint } from '@hiram/server/test/support/throwaway-cluster.ts';
import pg from 'pg';

export interface CitusNode {
  readonly cluster: Required<Cluster>;
}

interface StartedNode extends CitusNode {
  start(): Promise<void>;
  /** As a crash of the machine. */
  kill(): Promise<void>;
}

export interface Citus {
  readonly coordinator: CitusNode;
  readonly workers: readonly CitusNode[];
  /** Undefined: the cluster was started outside this check. */
  readonly started: readonly StartedNode[] | undefined;
  readonly database: string;
  /** The version of Citus and PostgreSQL. */
  readonly engine: string;
  stop(): Promise<void>;
}

/** PostgreSQL does not run as root. */
const nobody = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : undefined;
const schema = 'cell_0';
const jobs = `${schema}_jobs`;

const settings = {
  listen_addresses: '127.0.0.1',
  shared_preload_libraries: 'citus',
  wal_level: 'logical',
  max_connections: '300',
  max_prepared_transactions: '300',
  timezone: 'UTC',
  jit: 'off',
  'citus.node_conninfo': 'sslmode=disable',
  'citus.enable_statistics_collection': 'off',
  // What the product needs: triggers on shards, which read other tables of their schema, and know who acts.
  'citus.enable_unsafe_triggers': 'on',
  'citus.allow_nested_distributed_execution': 'on',
  'citus.propagate_set_commands': 'local',
  'citus.recover_2pc_interval': '1s',
};

async function onNode<Result>(
  { cluster }: CitusNode,
  database: string,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client(ownerEndpoint(cluster, database));
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

async function startNode(bin: string, folder: string): Promise<StartedNode> {
  const data = join(folder, 'data');
  mkdirSync(data, { recursive: true, mode: 0o700 });
  chmodSync(folder, 0o755);
  if (nobody) for (const path of [folder, data]) chownSync(path, nobody.uid, nobody.gid);
  const made = spawnSync(
    join(bin, 'initdb'),
    ['-D', data, '-U', 'hiram_owner', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync'],
    { ...nobody, cwd: folder, encoding: 'utf8' },
  );
  if (made.status !== 0) throw new Error(`initdb: ${made.stderr || made.error?.message}`);
  const cluster = { socketDir: folder, host: '127.0.0.1', port: await freePort() };
  let child: ChildProcess | undefined;
  const node: StartedNode = {
    cluster,
    async start() {
      const all = { ...settings, port: cluster.port, unix_socket_directories: folder };
      const log = openSync(join(folder, 'log'), 'a');
      child = spawn(
        join(bin, 'postgres'),
        ['-D', data, ...Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])],
        { ...nobody, cwd: folder, stdio: ['ignore', log, log] },
      );
      for (let tries = 0; ; tries += 1)
        try {
          await onNode(node, 'postgres', async () => undefined);
          return;
        } catch (error) {
          if (tries === 600) throw error;
          await pause(100);
        }
    },
    async kill() {
      const ended = new Promise((resolve) => child?.once('exit', resolve));
      child?.kill('SIGQUIT');
      await ended;
    },
  };
  await node.start();
  return node;
}

/**
 * Makes the schema `cell_0` a schema of Citus, and commits what it shares with the queue in two phases. The queue stays on the
 * coordinator: pg-boss has statements that Citus refuses. Without a row that Citus manages, a transaction over a shard and a table of the
 * coordinator commits in one phase, and a crash between keeps the order and loses its job.
 */
const distribute = [
  `select citus_schema_distribute('${schema}')`,
  // The workers' views do not have these rights yet.
  ...[
    'every_loan_event',
    'every_journal',
    'every_journal_line',
    'every_gl_item',
    'contact_stopped',
    'late_promise',
  ].map((view) => `grant select on ${schema}.${view} to hiram_app`),
  `create table ${jobs}.together (once boolean)`,
  `create function ${jobs}.keep_nothing() returns trigger language plpgsql as $$ begin return null; end $$`,
  `create trigger keep_nothing before insert on ${jobs}.together for each row execute function ${jobs}.keep_nothing()`,
  `grant insert on ${jobs}.together to hiram_app`,
  `select citus_add_local_table_to_metadata('${jobs}.together')`,
  `create function ${jobs}.commit_together() returns trigger language plpgsql as $$ begin
    insert into ${jobs}.together values (true); return null; end $$`,
  ...['job', 'job_common'].map(
    (table) => `create trigger commit_together after insert or update on ${jobs}.${table}
      for each statement execute function ${jobs}.commit_together()`,
  ),
];

const address = ({ cluster: { host, port } }: CitusNode) => `'${host}', ${port}`;

/** Makes an empty database of a coordinator a cell that is a schema of Citus. Returns the versions of Citus and PostgreSQL. */
async function makeCell(coordinator: CitusNode, database: string, webDir: string): Promise<string> {
  const engine = await onNode(coordinator, database, async (client) => {
    await client.query(`create schema ${schema}`);
    await client.query(`alter database ${database} set search_path = ${schema}, public`);
    const { rows } = await client.query<{ engine: string }>(
      "select split_part(citus_version(), ' on', 1) || ', PostgreSQL ' || current_setting('server_version') as engine",
    );
    return rows[0]?.engine ?? '';
  });
  await migrateInstallation(ownerEndpoint(coordinator.cluster, database), { sandbox: true, webDir });
  await onNode(coordinator, database, async (client) => {
    for (const statement of distribute) await client.query(statement);
  });
  return engine;
}

/** Starts a coordinator and two workers with a cell. `bin`: the folder of their PostgreSQL's programs. */
export async function startCitus(bin: string, webDir: string): Promise<Citus> {
  const root = mkdtempSync(join(tmpdir(), 'hiram-citus-'));
  chmodSync(root, 0o755);
  const nodes: StartedNode[] = [];
  for (const name of ['coordinator', 'one', 'two']) nodes.push(await startNode(bin, join(root, name)));
  const [coordinator, ...workers] = nodes;
  if (!coordinator) throw new Error('no coordinator');
  const database = 'hiram';
  for (const node of nodes) {
    await onNode(node, 'postgres', (client) => client.query(`create database ${database}`));
    await onNode(node, database, (client) => client.query('create extension citus'));
  }
  await onNode(coordinator, database, async (client) => {
    await client.query(`select citus_set_coordinator_host(${address(coordinator)})`);
    for (const worker of workers) await client.query(`select citus_add_node(${address(worker)})`);
  });
  return {
    coordinator,
    workers,
    started: workers,
    database,
    engine: await makeCell(coordinator, database, webDir),
    async stop() {
      for (const node of nodes) await node.kill();
      rmSync(root, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
    },
  };
}

/**
 * Makes a cell in a given cluster, and removes it at the end. `url`: an empty database of its coordinator, which knows its workers
 * and has the settings of docs/scaling.md. Its nodes admit `hiram_owner`, a superuser, and `hiram_app` without a password.
 */
export async function openCitus(url: string, webDir: string): Promise<Citus> {
  const { hostname, port, pathname } = new URL(url);
  const database = pathname.slice(1);
  const nodeAt = (host: string, at: number): CitusNode => ({ cluster: { socketDir: '', host, port: at } });
  const coordinator = nodeAt(hostname, Number(port || 5432));
  const workers = await onNode(coordinator, database, async (client) => {
    const { rows } = await client.query<{ host: string; port: number }>(
      'select nodename as host, nodeport as port from pg_dist_node where groupid <> 0 and isactive order by nodeid',
    );
    return rows.map((row) => nodeAt(row.host, row.port));
  });
  return {
    coordinator,
    workers,
    started: undefined,
    database,
    engine: await makeCell(coordinator, database, webDir),
    async stop() {
      await onNode(coordinator, database, async (client) => {
        await client.query(`drop schema ${jobs}, ${schema} cascade`);
        await client.query(`alter database ${database} reset search_path`);
      });
    },
  };
}

/** The workers in the order of `workers` whose first one has the cell. */
export async function placesOf({ coordinator, workers, database }: Citus): Promise<readonly CitusNode[]> {
  const { rows } = await onNode(coordinator, database, (client) =>
    client.query<{ host: string; port: number }>(
      `select nodename as host, nodeport as port from citus_shards where table_name = '${schema}.borrower'::regclass`,
    ),
  );
  const has = ({ cluster: { host, port } }: CitusNode) => host === rows[0]?.host && port === rows[0]?.port;
  return workers.toSorted((one, other) => Number(has(other)) - Number(has(one)));
}

/** Moves the cell to another worker while it is used. */
export async function moveCell({ coordinator, database }: Citus, to: CitusNode): Promise<void> {
  await onNode(coordinator, database, (client) =>
    client.query(`select citus_schema_move('${schema}', ${address(to)}, 'force_logical')`),
  );
}
