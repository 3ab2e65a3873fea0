import { existsSync } from 'node:fs';
import pg from 'pg';
import { ConfigError } from '../errors/config-error.ts';
import { startEmbedded } from './embedded.ts';
import { embeddedFiles } from './embedded-files.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** The address of the schema's owner: its own, or the one address that serves for both. */
export function ownerUrl({ DATABASE_OWNER_URL, DATABASE_URL }: Environment): string | undefined {
  return DATABASE_OWNER_URL || DATABASE_URL || undefined;
}

/** Whether a database is named, or DATA_DIR has one. */
export function hasDatabase(environment: Environment, dataDir: string): boolean {
  return ownerUrl(environment) !== undefined || existsSync(embeddedFiles(dataDir).data);
}

/** The database as the schema's owner sees it. */
export interface OwnersDatabase {
  readonly owner: pg.PoolConfig;
  stop(): Promise<void>;
}

/**
 * The database as the operator's tools open it: as the schema's owner. Without an address it is the one of DATA_DIR. Throws
 * ConfigError in one line where there is none, it does not answer, or it holds nothing of ours; none is made.
 */
export async function openOwner(environment: Environment, dataDir: string): Promise<OwnersDatabase> {
  if (!hasDatabase(environment, dataDir))
    throw new ConfigError(
      `there is no database in ${dataDir}: give the servers' settings, DATABASE_OWNER_URL above all, or their DATA_DIR`,
    );
  const database = await openOwnerOfAny(environment, dataDir);
  try {
    if (await isOurs(database.owner)) return database;
  } catch (error) {
    await database.stop();
    const why = error instanceof Error ? error.message : 'no answer';
    throw new ConfigError(
      `the database does not let us in: check DATABASE_OWNER_URL and DATABASE_URL (${why})`,
    );
  }
  await database.stop();
  throw new ConfigError('this database holds nothing of ours: no server has started on it yet');
}

/** As `openOwner`, where the database may be new, and one of DATA_DIR is made. */
export async function openOwnerOfAny(environment: Environment, dataDir: string): Promise<OwnersDatabase> {
  const connectionString = ownerUrl(environment);
  if (connectionString !== undefined) return { owner: { connectionString }, stop: async () => undefined };
  const embedded = await startEmbedded(dataDir);
  return { owner: embedded.endpoints.owner, stop: () => embedded.stop() };
}

async function isOurs(owner: pg.PoolConfig): Promise<boolean> {
  const client = new pg.Client({ ...owner, connectionTimeoutMillis: 10_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ stands: boolean }>(
      `select to_regclass('public.installation') is not null as stands`,
    );
    return rows[0]?.stands === true;
  } finally {
    await client.end().catch(() => undefined);
  }
}
