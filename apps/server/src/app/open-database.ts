import type { FastifyBaseLogger } from 'fastify';
import type { Pool } from 'pg';
import type { Config } from '../context/config.ts';
import {
  checkDatabase,
  connectionsPerServer,
  connectionsToMigrate,
} from '../platform/database/check-database.ts';
import { checkLogin } from '../platform/database/check-login.ts';
import { type Endpoints, serverRole, startEmbedded } from '../platform/database/embedded.ts';
import { migrate } from '../platform/database/migrate.ts';
import { ConfigError } from '../platform/errors/config-error.ts';
import { keepBuild } from './web/kept-builds.ts';

/** Where the database is: given, named by DATABASE_URL, or a PostgreSQL of our own, which is started. */
export async function openEndpoints(
  config: Config,
  given: Endpoints | undefined,
): Promise<{ endpoints: Endpoints; elsewhere: string | undefined; stopDatabase: () => Promise<void> }> {
  const nothing = async () => undefined;
  if (given) return { endpoints: given, elsewhere: undefined, stopDatabase: nothing };
  if (config.databaseUrl !== undefined) {
    const server = { connectionString: config.databaseUrl };
    return {
      endpoints: config.databaseOwnerUrl
        ? { owner: { connectionString: config.databaseOwnerUrl }, server }
        : // One address for both: the server gives up the owner's rights on every connection.
          { owner: server, server: { ...server, options: `-c role=${serverRole}` } },
      elsewhere: undefined,
      stopDatabase: nothing,
    };
  }
  const embedded = await startEmbedded(config.dataDir);
  return {
    endpoints: embedded.endpoints,
    elsewhere: embedded.elsewhere,
    stopDatabase: () => embedded.stop(),
  };
}

/** Brings the schema up to date and stores the server's build. Answers what tells this installation from another. */
export async function prepareDatabase(endpoints: Endpoints, config: Config): Promise<string> {
  await checkDatabase(endpoints.owner, connectionsToMigrate);
  const installed = await migrate(endpoints.owner, config.sandbox);
  await checkDatabase(endpoints.server, connectionsPerServer);
  await keepBuild(endpoints.owner, config.webDir);
  return installed;
}

/** A server that could rewrite the books does not start outside the sandbox; there it says so. Throws ConfigError. */
export async function refusePower(
  pool: Pool,
  config: Config,
  installed: string,
  log: FastifyBaseLogger,
): Promise<void> {
  const isOne = config.databaseUrl !== undefined && config.databaseOwnerUrl === undefined;
  const wrong = await checkLogin(pool, isOne ? 'one address' : 'own login', installed);
  if (!wrong) return;
  if (wrong.kind === 'power' && config.sandbox) {
    log.warn(wrong.line);
    return;
  }
  throw new ConfigError(wrong.line);
}
