import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { pino } from 'pino';
import { createAppContext } from '../app/create-context.ts';
import type { AppContext } from '../context/app-context.ts';
import { type Config, readConfig } from '../context/config.ts';
import { readCell } from '../platform/cells/cell.ts';
import { inCell } from '../platform/cells/current-cell.ts';
import { actAs } from '../platform/database/actor.ts';
import { withAddressesOfFiles } from '../platform/database/connection/address-files.ts';
import { type Db, inLongWork, openDatabase, openPool } from '../platform/database/connection/connect.ts';
import { checkInstallation, openOwner } from '../platform/database/connection/owner.ts';
import { setCommandActor, setTwoPersons, type TwoPersons } from '../platform/database/operator.ts';
import { newId } from '../platform/ids.ts';
import { createLogger } from '../platform/logs/log.ts';
import type { DryRun, Session } from './command.ts';
import { rehearse } from './dry-run.ts';

export const root = fileURLToPath(new URL('../../../..', import.meta.url));

/** Options of a session. */
export interface SessionOptions {
  readonly command: string;
  readonly environment: NodeJS.ProcessEnv;
  readonly folder: string;
  readonly isDryRun: boolean;
  progress(line: string): void;
}

/** DATA_DIR: the folder of the embedded database and the pictures. */
export function dataFolder(environment: NodeJS.ProcessEnv): string {
  return resolve(root, environment.DATA_DIR || '.data');
}

/** SANDBOX as `npm start` sets it: without a database's address and outside production it is a sandbox. */
export function withSandbox(base: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const hasAddress = base.DATABASE_URL || base.DATABASE_OWNER_URL;
  return hasAddress || base.NODE_ENV === 'production' ? base : { SANDBOX: '1', ...base };
}

/** The servers' settings, for a command. Without a database's address they are the sandbox's, as for `npm start`. */
export function serverSettings(base: NodeJS.ProcessEnv): { environment: NodeJS.ProcessEnv; config: Config } {
  const environment = withSandbox(base);
  return {
    environment,
    config: readConfig({ ...environment, LOG_LEVEL: environment.LOG_LEVEL || 'error' }, root),
  };
}

/** The name in the audit trail: `command loans waive by Ana Cruz`. */
function actorName(command: string, by: string | undefined): string {
  return by === undefined ? command : `${command} by ${by}`;
}

/** Throws ConfigError if a file with a database's address cannot be read. */
export function openSession(given: SessionOptions): Session {
  const options = { ...given, environment: withAddressesOfFiles(given.environment) };
  const { environment, folder, isDryRun, progress } = options;
  return {
    environment,
    folder,
    isDryRun,
    progress,
    withApp: (work, by) => withApp(options, work, by),
    withOwner: (work, by, persons) => withOwner(options, work, by, persons),
  };
}

/** Throws ConfigError if there is no database of ours. */
async function withApp<Result>(
  { command, environment: base, isDryRun }: SessionOptions,
  work: (app: AppContext) => Promise<Result>,
  by: string | undefined,
): Promise<DryRun<Result>> {
  const { environment, config } = serverSettings(base);
  await checkInstallation(environment, config.dataDir);
  // Standard output is for the command's result.
  const log = createLogger(config.logLevel, pino.destination(2));
  const created = await createAppContext(config, log, { prepare: false });
  const app = created.appContext;
  try {
    return await inCell(app.cell.id, () =>
      actAs(`command ${actorName(command, by)}`, async () =>
        isDryRun
          ? rehearse(app.db, (db) => work({ ...app, db }))
          : { result: await work(app), changes: undefined },
      ),
    );
  } finally {
    await created.close();
  }
}

/** Throws ConfigError if there is no database of ours. */
async function withOwner<Result>(
  { command, environment, isDryRun }: SessionOptions,
  work: (db: Db) => Promise<Result>,
  by: string | undefined,
  persons: TwoPersons | undefined,
): Promise<DryRun<Result>> {
  const decisionId = newId();
  const database = await openOwner(environment, dataFolder(environment));
  const pool = openPool(database.owner, 1, async (client) => {
    await setCommandActor(client, actorName(command, by));
    if (persons) await setTwoPersons(client, decisionId, persons);
    await client.query('set statement_timeout = 0');
  });
  try {
    const db = openDatabase(pool);
    const { id: cell } = await readCell(db);
    return await inCell(cell, () =>
      actAs(`command ${actorName(command, by)}`, async () =>
        isDryRun
          ? rehearse(db, work)
          : // Its statements may take as long as they need, and so may their silence.
            { result: await inLongWork(() => work(db)), changes: undefined },
      ),
    );
  } finally {
    await pool.end();
    await database.stop();
  }
}
