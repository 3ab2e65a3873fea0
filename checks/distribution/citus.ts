import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { chmodSync, chownSync, mkdirSync, mkdtempSync, openSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { addCell } from '@hiram/server/src/app/migrate-installation.ts';
import { type Cluster, ownerEndpoint } from '@hiram/server/test/support/database/throwaway-cluster.ts';
import { freePort } from '@hiram/server/test/support/processes/free-port.ts';
import pg from 'pg';

interface CitusNode {
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
  /** The same by those who started them. Undefined: the cluster was started outside this check. */
  readonly started:
    | { readonly coordinator: StartedNode; readonly workers: readonly StartedNode[] }
    | undefined;
  readonly database: string;
  /** Moves a cell to a worker while it is used, unless it is there. */
  move(cell: number, worker: number): Promise<void>;
  stop(): Promise<void>;
}

/** PostgreSQL does not run as root. */
const nobody = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : undefined;

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
 * Makes a schema a schema of Citus, and commits what it shares with the queue in two phases. The queue stays on the coordinator:
 * pg-boss has statements that Citus refuses. Without a row that Citus manages, a transaction over a shard and a table of the
 * coordinator commits in one phase, and a crash between keeps the order and loses its job.
 */
const distribute = (schema: string, jobs = `${schema}_jobs`) => [
  // A worker has another search path than who calls the coordinator: without its own, a function would find
  // the tables of another cell.
  `do $$ declare each regprocedure; begin
    for each in select oid from pg_proc where pronamespace = '${schema}'::regnamespace
      and coalesce(array_to_string(proconfig, ' '), '') !~ 'search_path' loop
      execute format('alter routine %s set search_path = ${schema}, public, pg_temp', each);
    end loop;
  end $$`,
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
const schemaOf = (cell: number) => `cell_${cell}`;

/** Makes cells of an empty database of the coordinator, each a schema of Citus. */
export async function addCitusCells(
  { coordinator, database }: Citus,
  cells: readonly number[],
  webDir: string,
): Promise<void> {
  const owner = ownerEndpoint(coordinator.cluster, database);
  for (const cell of cells) {
    await addCell(owner, { schema: schemaOf(cell), cell, sandbox: true, webDir });
    for (const statement of distribute(schemaOf(cell)))
      await onNode(coordinator, database, (client) => client.query(statement));
  }
  // Cell 0 is the schema of an address that names none.
  await onNode(coordinator, database, (client) =>
    client.query(`alter database ${database} set search_path = ${schemaOf(0)}, public`),
  );
}

/** Moves a cell to a worker while it is used, unless it is there. */
async function moveCell(
  { coordinator, database, workers }: Omit<Citus, 'move' | 'stop'>,
  cell: number,
  worker: number,
): Promise<void> {
  const to = workers[worker];
  if (!to) throw new Error(`no worker ${worker}`);
  await onNode(coordinator, database, async (client) => {
    const { rowCount } = await client.query(
      `select from citus_shards where table_name = '${schemaOf(cell)}.borrower'::regclass and (nodename, nodeport) = (${address(to)})`,
    );
    if (rowCount === 0)
      await client.query(`select citus_schema_move('${schemaOf(cell)}', ${address(to)}, 'force_logical')`);
  });
}

/** Starts a coordinator and two workers. `bin`: the folder of their PostgreSQL's programs. */
export async function startCitus(bin: string): Promise<Citus> {
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
  const citus = { coordinator, workers, started: { coordinator, workers }, database };
  return {
    ...citus,
    move: (cell, worker) => moveCell(citus, cell, worker),
    async stop() {
      for (const node of nodes) await node.kill();
      rmSync(root, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
    },
  };
}

/**
 * A given cluster, from which `stop` removes what was made. `url`: an empty database of its coordinator, which knows two workers
 * and has the settings of docs/scaling.md. Its nodes admit `hiram_owner`, a superuser, and `hiram_app` without a password.
 */
export async function openCitus(url: string): Promise<Citus> {
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
  const citus = { coordinator, workers, started: undefined, database };
  return {
    ...citus,
    move: (cell, worker) => moveCell(citus, cell, worker),
    stop: () =>
      onNode(coordinator, database, async (client) => {
        const { rows } = await client.query<{ schemas: string }>(
          "select string_agg(nspname, ', ') as schemas from pg_namespace where nspname ~ '^cell_[0-9]+(_jobs)?$'",
        );
        if (rows[0]?.schemas) await client.query(`drop schema ${rows[0].schemas} cascade`);
        await client.query(`alter database ${database} reset search_path`);
      }),
  };
}
