import type { FastifyBaseLogger } from 'fastify';
import type pg from 'pg';
import type { Config } from '../context/config.ts';
import {
  checkConnections,
  connectionsOfConsole,
  connectionsPerServer,
} from '../platform/database/connection/check-database.ts';
import { checkLogin } from '../platform/database/connection/check-login.ts';
import type { Db } from '../platform/database/connection/connect.ts';
import { endpointOf } from '../platform/database/connection/endpoint.ts';
import { startEmbedded } from '../platform/database/embedded/embedded.ts';
import { checkSchema } from '../platform/database/schema/check-schema.ts';
import { poolOf } from '../platform/database/statements/statements.ts';
import { ConfigError } from '../platform/errors/config-error.ts';
import { buildId } from './web/stored-builds.ts';

/** The database of a server, by the server's own login. No server has the login of the schema's owner. */
export interface ServersDatabase {
  readonly endpoint: pg.PoolConfig;
  /** The folder of the embedded database if it is not in DATA_DIR. */
  readonly otherDataFolder: string | undefined;
  stop(): Promise<void>;
}

/**
 * Finds the database: the given one, the one of DATABASE_URL, or in the sandbox an embedded PostgreSQL, which is started. Throws
 * ConfigError outside the sandbox without an address.
 */
export async function openServersDatabase(
  config: Config,
  existing: pg.PoolConfig | undefined,
): Promise<ServersDatabase> {
  const endpoint = existing ?? (config.databaseUrl && endpointOf(config.databaseUrl));
  if (endpoint) return { endpoint, otherDataFolder: undefined, stop: async () => undefined };
  // A database of its own in a folder of one server is no place for a lender's books.
  if (!config.sandbox)
    throw new ConfigError(
      'DATABASE_URL (or DATABASE_URL_FILE) is required outside the sandbox: the address of your PostgreSQL',
    );
  const embedded = await startEmbedded(config.dataDir);
  return {
    endpoint: embedded.endpoints.server,
    otherDataFolder: embedded.otherDataFolder,
    stop: () => embedded.stop(),
  };
}

/**
 * Checks that a server can work with this database: version, connections, schema and login. It changes nothing: `hiram migrate`
 * does. A login that could rewrite the ledger is logged as a warning in the sandbox; elsewhere it is refused. Throws ConfigError
 * with a one-line message.
 */
export async function checkServersDatabase({
  pool,
  db,
  config,
  log,
}: {
  readonly pool: pg.Pool;
  readonly db: Db;
  readonly config: Config;
  readonly log: FastifyBaseLogger;
}): Promise<void> {
  const needed = connectionsPerServer + (config.console && !config.sandbox ? connectionsOfConsole : 0);
  await checkConnections(pool, needed);
  await checkSchema(db, { sandbox: config.sandbox, build: buildId(config.webDir) });
  const excess = await checkLogin(pool);
  if (excess === undefined) return;
  if (!config.sandbox) throw new ConfigError(excess);
  log.warn(excess);
}

/**
 * Checks, outside the sandbox, that the login of a further database of a server leads to no owner. A database
 * that does not answer is not checked: a server works without it. `setting`: where its address comes from.
 * Throws ConfigError with a one-line message.
 */
export async function checkFurtherLogin(db: Db, setting: string, config: Config): Promise<void> {
  const pool = poolOf(db);
  if (config.sandbox || !pool) return;
  const excess = await checkLogin(pool, setting).catch(() => undefined);
  if (excess !== undefined) throw new ConfigError(excess);
}
