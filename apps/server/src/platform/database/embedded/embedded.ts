import { existsSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { EmbeddedDatabaseError } from './embedded-error.ts';
import { type EmbeddedFiles, embeddedFiles } from './embedded-files.ts';
import {
  initialise,
  isTransient,
  lastComplaint,
  launch,
  logOf,
  runningPostmaster,
  type Settings,
  socketPort,
} from './postmaster.ts';

/** Connection settings of the schema's owner and of the server, which has fewer rights. */
export interface Endpoints {
  readonly owner: pg.PoolConfig;
  readonly server: pg.PoolConfig;
}

export interface EmbeddedDatabase {
  readonly endpoints: Endpoints;
  readonly dataFolder: string;
  /** The data folder if it is not in DATA_DIR. */
  readonly otherDataFolder: string | undefined;
  /** Shuts PostgreSQL down cleanly, unless another server is connected to it. `force`: in any case. */
  stop(force?: boolean): Promise<void>;
}

const database = 'hiram';
const owner = 'hiram_owner';
/** The server's own login. It can never become the owner. */
export const serverRole = 'hiram_app';
const startTimeoutMs = 20_000;
/** The time for which a running PostgreSQL may be unreachable before its socket counts as lost. */
const lostSocketMs = 3_000;
const watchMs = 500;

/**
 * Starts PostgreSQL on the data folder, or joins the one that already runs there, another server's or an orphan. Restarts it
 * if it dies. It asks for no password: only its user can enter the folder of its socket. Throws EmbeddedDatabaseError with a
 * one-line message that says what to change.
 */
export async function startEmbedded(dataDir: string, settings: Settings = {}): Promise<EmbeddedDatabase> {
  const files = embeddedFiles(dataDir);
  initialise(files, owner);
  let hasEnded = () => true;
  let launches = 0;
  const keepRunning = () => {
    if (runningPostmaster(files.data) || !hasEnded()) return launches;
    hasEnded = launch(files, settings);
    launches += 1;
    return launches;
  };
  const socketDir = await waitUntilReachable(files, keepRunning);
  const endpoint = (user: string, name = database): pg.PoolConfig => ({
    host: socketDir,
    port: socketPort,
    user,
    database: name,
  });
  await createDatabase(endpoint(owner, 'postgres'));
  const supervisor = setInterval(() => {
    try {
      keepRunning();
    } catch {
      // For example a full disk: the next round tries again.
    }
  }, watchMs).unref();
  return {
    endpoints: { owner: endpoint(owner), server: endpoint(serverRole) },
    dataFolder: files.data,
    otherDataFolder: files.isOutsideDataDir ? files.data : undefined,
    stop: async (force = false) => {
      clearInterval(supervisor);
      if (force || !(await hasOtherClients(endpoint(owner, 'postgres')))) await shutDown(files);
    },
  };
}

/** Waits until PostgreSQL answers. Returns the folder of its socket. Throws EmbeddedDatabaseError if it does not start. */
async function waitUntilReachable(files: EmbeddedFiles, keepRunning: () => number): Promise<string> {
  const startedAt = Date.now();
  for (;;) {
    const running = runningPostmaster(files.data);
    const socketDir = running?.socketDir ?? files.socketDir;
    if (await answers(socketDir, files.data)) return socketDir;
    const waitedMs = Date.now() - startedAt;
    if (waitedMs > startTimeoutMs || (keepRunning() > 3 && !isTransient(lastComplaint(files))))
      throw new EmbeddedDatabaseError(
        `PostgreSQL does not start: ${lastComplaint(files) ?? 'it printed no error'} (its log is ${logOf(files)})`,
      );
    if (running && waitedMs > lostSocketMs && !existsSync(join(socketDir, `.s.PGSQL.${socketPort}`)))
      requestShutdown(running.pid);
    await pause(25);
  }
}

async function answers(socketDir: string, data: string): Promise<boolean> {
  const client = new pg.Client({
    host: socketDir,
    port: socketPort,
    user: owner,
    database: 'postgres',
    connectionTimeoutMillis: 2_000,
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ data_directory: string }>('show data_directory');
    if (realpathSync(rows[0]?.data_directory ?? '') !== realpathSync(data))
      throw new EmbeddedDatabaseError(`another PostgreSQL holds the socket of ${dirname(data)}`);
    return true;
  } catch (error) {
    if (error instanceof EmbeddedDatabaseError) throw error;
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function createDatabase(endpoint: pg.PoolConfig): Promise<void> {
  const client = new pg.Client(endpoint);
  await client.connect();
  try {
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [database]);
    if (rowCount) return;
    await client.query(`create database ${database}`);
  } catch (error) {
    // Another server of the same folder created it first.
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code !== '42P04' && code !== '23505') throw error;
  } finally {
    await client.end();
  }
}

async function shutDown(files: EmbeddedFiles): Promise<void> {
  const running = runningPostmaster(files.data);
  if (!running) return;
  requestShutdown(running.pid);
  const deadline = Date.now() + startTimeoutMs;
  while (runningPostmaster(files.data)?.pid === running.pid && Date.now() < deadline) await pause(20);
}

/** Asks PostgreSQL for a fast shutdown. */
function requestShutdown(pid: number): void {
  try {
    process.kill(pid, 'SIGINT');
  } catch {
    // It has just ended, or belongs to another user: then it is not ours to end.
  }
}

/**
 * Reports whether others are connected. Connections that were just closed may be listed for a moment, so it
 * checks for a moment.
 */
async function hasOtherClients(endpoint: pg.PoolConfig): Promise<boolean> {
  const client = new pg.Client(endpoint);
  client.on('error', () => undefined);
  try {
    await client.connect();
    for (let check = 0; check < 10; check += 1) {
      const { rows } = await client.query<{ others: number }>(
        "select count(*)::int as others from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()",
      );
      if (rows[0]?.others === 0) return false;
      await pause(30);
    }
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}
