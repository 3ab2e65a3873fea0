import type { FastifyBaseLogger } from 'fastify';
import type { Pool } from 'pg';
import type { Config } from '../context/config.ts';
import {
  checkDatabase,
  connectionsOfConsole,
  connectionsPerServer,
  connectionsToMigrate,
} from '../platform/database/check-database.ts';
import { checkLogin } from '../platform/database/check-login.ts';
import { type Endpoints, serverRole, startEmbedded } from '../platform/database/embedded.ts';
import { migrate } from '../platform/database/migrate.ts';
import { ConfigError } from '../platform/errors/config-error.ts';
import { storeBuild } from './web/stored-builds.ts';

/**
 * Finds the database: the given one, the one of DATABASE_URL, or in the sandbox an embedded PostgreSQL, which is started. Throws
 * ConfigError outside the sandbox without an address.
 */
export async function openEndpoints(
  config: Config,
  existing: Endpoints | undefined,
): Promise<{ endpoints: Endpoints; otherDataFolder: string | undefined; stopDatabase: () => Promise<void> }> {
  const doNothing = async () => undefined;
  if (existing) return { endpoints: existing, otherDataFolder: undefined, stopDatabase: doNothing };
  if (config.databaseUrl !== undefined) {
    const server = { connectionString: config.databaseUrl };
    return {
      endpoints: config.databaseOwnerUrl
        ? { owner: { connectionString: config.databaseOwnerUrl }, server }
        : // One address for both: each connection of the server drops the owner's rights.
          { owner: server, server: { ...server, options: `-c role=${serverRole}` } },
      otherDataFolder: undefined,
      stopDatabase: doNothing,
    };
  }
  // A database of its own in a folder of one server is no place for a lender's books.
  if (!config.sandbox)
    throw new ConfigError(
      'DATABASE_URL (or DATABASE_URL_FILE) is required outside the sandbox: the address of your PostgreSQL',
    );
  const embedded = await startEmbedded(config.dataDir);
  return {
    endpoints: embedded.endpoints,
    otherDataFolder: embedded.otherDataFolder,
    stopDatabase: () => embedded.stop(),
  };
}

/**
 * Migrates the schema and stores the server's build. Returns the installation id. Throws ConfigError if the database does
 * not fit.
 */
export async function prepareDatabase(endpoints: Endpoints, config: Config): Promise<string> {
  await checkDatabase(endpoints.owner, connectionsToMigrate);
  const installationId = await migrate(endpoints.owner, config.sandbox);
  await checkDatabase(
    endpoints.server,
    connectionsPerServer + (config.console && !config.sandbox ? connectionsOfConsole : 0),
  );
  await storeBuild(endpoints.owner, config.webDir);
  return installationId;
}

/**
 * Checks the server's login. If it could rewrite the ledger, the sandbox logs a warning; elsewhere the start fails. Throws
 * ConfigError.
 */
export async function checkServerLogin(
  pool: Pool,
  config: Config,
  installationId: string,
  log: FastifyBaseLogger,
): Promise<void> {
  const isOneAddress = config.databaseUrl !== undefined && config.databaseOwnerUrl === undefined;
  const fault = await checkLogin(pool, isOneAddress ? 'one address' : 'own login', installationId);
  if (!fault) return;
  if (fault.kind === 'power' && config.sandbox) {
    log.warn(fault.line);
    return;
  }
  throw new ConfigError(fault.line);
}
