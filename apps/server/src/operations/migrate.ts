import { setTimeout as pause } from 'node:timers/promises';
import { migrateInstallation } from '../app/migrate-installation.ts';
import { startFailureMessage } from '../app/start/start-failure.ts';
import { checkBuilt } from '../app/web/check-build.ts';
import { buildId } from '../app/web/stored-builds.ts';
import { webFolder } from '../context/config.ts';
import { checkDatabaseTls } from '../context/over-tls.ts';
import { openDatabase, openPool } from '../platform/database/connection/connect.ts';
import { endpointOf } from '../platform/database/connection/endpoint.ts';
import { openOwnerOfAny, ownerUrl } from '../platform/database/connection/owner.ts';
import { OtherSchema } from '../platform/database/migrate.ts';
import { checkSchema, NotMigrated } from '../platform/database/schema/check-schema.ts';
import { ConfigError } from '../platform/errors/config-error.ts';
import { defineCommand, type Outcome, type Session } from './command.ts';
import { flag } from './parameters.ts';
import { dataFolder, root, withSandbox } from './session.ts';

const waitMs = 500;

export const migrateDatabase = defineCommand({
  name: 'migrate',
  summary: 'bring the database to this release, before its servers start',
  description:
    "Needs DATABASE_OWNER_URL, the address of the schema's owner, and SANDBOX and WEB_DIR as the servers have them. Servers of the former release may run. Several runs at once wait for each other.",
  arguments: {},
  options: {
    wait: flag(
      "change nothing, and wait by the servers' own login until another run has brought the database to this release",
    ),
  },
  examples: ['migrate', 'migrate --wait'],
  async run({ wait }, session) {
    try {
      return await (wait ? waitUntilMigrated(session) : migrateNow(session));
    } catch (error) {
      throw new ConfigError(startFailureMessage(error, wait ? 'DATABASE_URL' : 'DATABASE_OWNER_URL'));
    }
  },
});

/** The servers' settings that the command needs. The owner's address shall not need the servers' secrets beside it. */
function settingsOf({ environment: base }: Session) {
  const environment = withSandbox(base);
  return { environment, sandbox: environment.SANDBOX === '1', webDir: webFolder(environment.WEB_DIR, root) };
}

async function migrateNow(session: Session): Promise<Outcome> {
  const { environment, sandbox, webDir } = settingsOf(session);
  const url = ownerUrl(environment);
  if (!sandbox) {
    if (url === undefined)
      throw new ConfigError(
        "DATABASE_OWNER_URL (or DATABASE_OWNER_URL_FILE) is required: the address of the schema's owner",
      );
    checkDatabaseTls('DATABASE_OWNER_URL', url);
  }
  const database = await openOwnerOfAny(environment, dataFolder(environment));
  try {
    const ran = await migrateInstallation(database.owner, { sandbox, webDir });
    return {
      data: { ran },
      lines: [
        ran.length > 0 ? `Migrated: ${ran.join(', ')}.` : 'The schema was up to date.',
        'Servers of this release can start.',
      ],
    };
  } catch (error) {
    if (!(error instanceof OtherSchema) || database.dataFolder === undefined) throw error;
    throw new ConfigError(
      `The sandbox's database was made by another state of Hiram, which this one cannot use: delete ${database.dataFolder} with all that is in it, or set another DATA_DIR`,
    );
  } finally {
    await database.stop();
  }
}

async function waitUntilMigrated(session: Session): Promise<Outcome> {
  const { environment, sandbox, webDir } = settingsOf(session);
  const connectionString = environment.DATABASE_URL;
  if (!connectionString) throw new ConfigError('DATABASE_URL (or DATABASE_URL_FILE) is required with --wait');
  checkBuilt(webDir);
  const db = openDatabase(openPool(endpointOf(connectionString), 1));
  try {
    for (let said = ''; ; await pause(waitMs)) {
      try {
        await checkSchema(db, { sandbox, build: buildId(webDir) });
        return { data: {}, lines: ['Servers of this release can start.'] };
      } catch (error) {
        if (!(error instanceof NotMigrated)) throw error;
        if (said !== error.message) session.progress(`Waiting: ${error.message}`);
        said = error.message;
      }
    }
  } finally {
    await db.destroy();
  }
}
