import { existsSync } from 'node:fs';
import pg from 'pg';
import { ConfigError } from '../../errors/config-error.ts';
import { startEmbedded } from '../embedded/embedded.ts';
import { embeddedFiles } from '../embedded/embedded-files.ts';
import { endpointOf, hasInstallation } from './endpoint.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** The address of the schema's owner. No server has it. */
export function ownerUrl({ DATABASE_OWNER_URL }: Environment): string | undefined {
  return DATABASE_OWNER_URL || undefined;
}

/** Reports whether the environment names a database, or DATA_DIR contains one. */
export function hasDatabase(environment: Environment, dataDir: string): boolean {
  return (
    Boolean(ownerUrl(environment) || environment.DATABASE_URL) || existsSync(embeddedFiles(dataDir).data)
  );
}

/** A connection to the database as the schema's owner. */
export interface OwnersDatabase {
  readonly owner: pg.PoolConfig;
  /** The folder of an embedded database. */
  readonly dataFolder?: string;
  stop(): Promise<void>;
}

/**
 * Opens the database for an operator's command, as the schema's owner. Without an address it is the one in DATA_DIR. Throws
 * ConfigError with a one-line message if there is no database, it does not answer, or it is not an installation of ours.
 * Creates none.
 */
export async function openOwner(environment: Environment, dataDir: string): Promise<OwnersDatabase> {
  if (!hasDatabase(environment, dataDir))
    throw new ConfigError(
      `there is no database in ${dataDir}: set DATABASE_OWNER_URL and the servers' other settings, or their DATA_DIR`,
    );
  const database = await openOwnerOfAny(environment, dataDir);
  try {
    await requireInstallation(database.owner, 'DATABASE_OWNER_URL');
    return database;
  } catch (error) {
    await database.stop();
    throw error;
  }
}

/**
 * Checks that the servers' database is one of ours, by the servers' own login. Throws ConfigError with a one-line message as
 * `openOwner` does.
 */
export async function checkInstallation(environment: Environment, dataDir: string): Promise<void> {
  const connectionString = environment.DATABASE_URL;
  if (connectionString) await requireInstallation(endpointOf(connectionString), 'DATABASE_URL');
  else await (await openOwner(environment, dataDir)).stop();
}

/** Like `openOwner`, but accepts a new database, and creates one in DATA_DIR unless the servers have another one. */
export async function openOwnerOfAny(environment: Environment, dataDir: string): Promise<OwnersDatabase> {
  const connectionString = ownerUrl(environment);
  if (connectionString !== undefined)
    return { owner: endpointOf(connectionString), stop: async () => undefined };
  if (environment.DATABASE_URL)
    throw new ConfigError(
      "DATABASE_OWNER_URL (or DATABASE_OWNER_URL_FILE) is required: the address of the schema's owner",
    );
  const embedded = await startEmbedded(dataDir);
  const { endpoints, dataFolder } = embedded;
  return { owner: endpoints.owner, dataFolder, stop: () => embedded.stop() };
}

/** `setting`: where the address comes from. */
async function requireInstallation(endpoint: pg.PoolConfig, setting: string): Promise<void> {
  let isOurs: boolean;
  try {
    isOurs = await isInstallation(endpoint);
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'no answer';
    throw new ConfigError(`the database rejects the login: check ${setting} (${reason})`);
  }
  if (!isOurs) throw new ConfigError('this database has no schema of Hiram yet: run hiram migrate');
}

async function isInstallation(owner: pg.PoolConfig): Promise<boolean> {
  const client = new pg.Client({ ...owner, connectionTimeoutMillis: 10_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ exists: boolean }>(`select ${hasInstallation} as exists`);
    return rows[0]?.exists === true;
  } finally {
    await client.end().catch(() => undefined);
  }
}
