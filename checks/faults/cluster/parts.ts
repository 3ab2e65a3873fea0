import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import {
  asOwner,
  type Cluster,
  createDatabase,
  startThrowawayCluster,
} from '@hiram/server/test/support/database/throwaway-cluster.ts';
import { end } from '@hiram/server/test/support/processes/end.ts';
import { freePort } from '@hiram/server/test/support/processes/free-port.ts';
import { hasSwift, type Swift, startSwift } from '@hiram/server/test/support/servers/swift.ts';
import { type Line, line } from '@hiram/server/test/support/servers/tcp-proxy.ts';
import type { Provider } from '../simulator/provider.ts';
import { hasBalancer, ownRoot, startBalancer } from './balancer.ts';

/** One of the lender's servers, with its own proxied connections to the database and to the store. */
export interface Member {
  readonly name: string;
  readonly port: number;
  readonly database: Line;
  readonly store: Line | undefined;
  readonly pid: number;
  /** The end of the process, if it ended without being killed. */
  readonly fell: string | undefined;
  kill(): Promise<void>;
  /** Starts it from the checkout at `version`; without `version`, from the same checkout as before. */
  start(version?: string): Promise<void>;
  /** Kills it and closes its connections. */
  stop(): Promise<void>;
}

/** A database with durable writes, on which the servers work. `stop` ends it. */
export interface LenderDatabase {
  readonly cluster: Cluster;
  /** Its name. */
  readonly database: string;
  stop(): Promise<void>;
}

/** Several servers, one database and one store, behind HAProxy. */
export interface LenderCluster {
  readonly origin: string;
  readonly members: readonly Member[];
  readonly swift: Swift | undefined;
  readonly cluster: Cluster;
  readonly database: string;
  readonly balancerPid: number;
  restartBalancer(): Promise<void>;
  stop(): Promise<void>;
}

async function startMember(
  name: string,
  argument: Cluster & { database: string; environment: Record<string, string> },
  swift: Swift | undefined,
  checkout = ownRoot,
): Promise<Member> {
  let root = checkout;
  const port = await freePort();
  const database = await line(
    argument.port === undefined
      ? { path: join(argument.socketDir, '.s.PGSQL.5432') }
      : { port: argument.port },
  );
  const store = swift ? await line({ port: swift.port }) : undefined;
  const environment = {
    ...argument.environment,
    PORT: String(port),
    TRUST_PROXY: '1',
    ...(swift && store
      ? {
          FILES_URL: `s3://${swift.bucket}/pictures?endpoint=http://127.0.0.1:${store.port}&pathStyle=1`,
          FILES_KEY: `${swift.accessKeyId}:${swift.secretAccessKey}`,
        }
      : {}),
  };
  let child: ChildProcess | undefined;
  let fell: string | undefined;
  const member: Member = {
    name,
    port,
    database,
    store,
    get pid() {
      return child?.pid ?? 0;
    },
    get fell() {
      return fell;
    },
    async kill() {
      const killed = child;
      child = undefined;
      if (killed) await end(killed);
    },
    async stop() {
      await member.kill();
      await database.close();
      await store?.close();
    },
    async start(version = root) {
      root = version;
      const expectedText = JSON.stringify({ ...argument, port: database.port, environment });
      const script = join(root, 'checks/faults/simulator/serve.ts');
      const made = spawn(process.execPath, ['--conditions=source', script, expectedText], {
        cwd: root,
        stdio: ['pipe', 'pipe', 'inherit'],
      });
      child = made;
      await new Promise<void>((resolve, reject) => {
        made.once('exit', (code, signalled) => {
          if (child === made) fell = `server ${name} ended with ${code ?? signalled}`;
          reject(new Error(`server ${name} ended with ${code ?? signalled}`));
        });
        createInterface({ input: made.stdout }).on('line', (text) => {
          if (text.startsWith('origin ')) resolve();
          // The server's log, if TEST_LOG is set.
          else console.error(`${name} ${text}`);
        });
      });
    },
  };
  try {
    await member.start();
    return member;
  } catch (error) {
    await member.stop();
    throw error;
  }
}

/**
 * Throws unless the schema is exactly the former version's. If a checkout's modules resolved to this version, it would create
 * this version's schema, and the former version would not be tested.
 */
async function holdFormer(cluster: Cluster, database: string, former: string): Promise<void> {
  const own = readdirSync(join(former, 'apps/server/src/platform/database/migrations'))
    .filter((file) => file.endsWith('.ts'))
    .map((file) => file.replace(/\.ts$/, ''));
  const { rows } = await asOwner(cluster, database, (owner) =>
    owner.query<{ name: string }>('select name from kysely_migration'),
  );
  const foreign = rows.map((row) => row.name).filter((name) => !own.includes(name));
  if (foreign.length > 0 || rows.length !== own.length)
    throw new Error(
      `the first server is not of the former version: it ran the migrations ${foreign.join(', ')}`,
    );
}

async function emptyDatabase(cluster: Cluster): Promise<string> {
  const name = `t_upgrade_${process.pid}`;
  await asOwner(cluster, 'postgres', (owner) => owner.query(`create database ${name} owner hiram_owner`));
  return name;
}

export interface LenderOptions {
  /** A checkout of the former version, which the first server runs. It creates the schema. */
  readonly former?: string | undefined;
  /** An empty database instead of a PostgreSQL of its own. The caller stops it. */
  readonly database?: LenderDatabase | undefined;
}

/** A PostgreSQL of this run alone. */
async function ownDatabase(former: string | undefined): Promise<LenderDatabase> {
  const { cluster, stop } = await startThrowawayCluster({});
  try {
    const database = former === undefined ? await createDatabase(cluster) : await emptyDatabase(cluster);
    return { cluster, database, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Starts all parts. If one fails to start, stops those that have started. */
export async function startLender(
  servers: number,
  provider: Provider,
  options: LenderOptions = {},
): Promise<LenderCluster> {
  if (!hasBalancer()) throw new Error('HAProxy is needed: install it (Debian: haproxy)');
  const started = new AsyncDisposableStack();
  try {
    return await startParts(servers, provider, options, started);
  } catch (error) {
    await started.disposeAsync();
    throw error;
  }
}

async function startParts(
  servers: number,
  provider: Provider,
  { former, database: given }: LenderOptions,
  /** Stops the parts that have started. */
  started: AsyncDisposableStack,
): Promise<LenderCluster> {
  const folder = mkdtempSync(join(tmpdir(), 'hiram-data-'));
  started.defer(() => rmSync(folder, { recursive: true, force: true }));
  const { cluster, database, stop } = given ?? (await ownDatabase(former));
  if (!given) started.defer(stop);
  const swift = hasSwift() ? await startSwift() : undefined;
  if (swift) started.defer(() => swift.stop());
  if (!swift)
    console.log('OpenStack Swift is not installed: pictures are stored in a folder that the servers share.');
  const environment = {
    PROVIDER_URL: provider.url,
    PROVIDER_SECRET: provider.secret,
    WEBHOOK_SECRET: provider.webhookSecret,
    DATA_DIR: folder,
  };
  const members: Member[] = [];
  for (let index = 0; index < servers; index += 1) {
    const argument = { ...cluster, database, environment, besideFormer: former !== undefined };
    const root = index === 0 && former !== undefined ? former : ownRoot;
    const member = await startMember(`server${index + 1}`, argument, swift, root);
    members.push(member);
    started.defer(() => member.stop());
    if (index === 0 && former !== undefined) await holdFormer(cluster, database, former);
  }
  const balancer = await startBalancer(folder, members, started);
  return {
    origin: balancer.origin,
    members,
    swift,
    cluster,
    database,
    get balancerPid() {
      return balancer.pid;
    },
    restartBalancer: balancer.restart,
    stop: () => started.disposeAsync(),
  };
}
