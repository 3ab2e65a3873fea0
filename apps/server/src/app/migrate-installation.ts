import pg from 'pg';
import { checkDatabase, connectionsToMigrate } from '../platform/database/connection/check-database.ts';
import { defaultSchema, inSchema } from '../platform/database/connection/endpoint.ts';
import { migrate, migrations } from '../platform/database/migrate.ts';
import { ConfigError } from '../platform/errors/config-error.ts';
import { checkBuilt } from './web/check-build.ts';
import { storeBuild } from './web/stored-builds.ts';

interface Installation {
  readonly sandbox: boolean;
  readonly webDir: string;
  /** The number of a new schema's cell. */
  readonly cell?: number | undefined;
}

/**
 * Makes a schema of a database a cell, or brings it to this release, as `migrateInstallation` does. Throws ConfigError if the
 * schema is another cell.
 */
export async function addCell(
  owner: pg.PoolConfig,
  { schema, cell, ...installation }: Installation & { readonly schema: string; readonly cell: number },
): Promise<readonly string[]> {
  const endpoint = inSchema(owner, schema);
  const client = new pg.Client(endpoint);
  await client.connect();
  try {
    await client.query(`create schema if not exists ${schema}`);
    const ran = await migrateInstallation(endpoint, { ...installation, cell });
    const { rows } = await client.query<{ cell: number }>('select cell from installation');
    if (rows[0]?.cell !== cell) throw new ConfigError(`the schema ${schema} is cell ${rows[0]?.cell}`);
    return ran;
  } finally {
    await client.end();
  }
}

/** Gives a cell, and cell 0 if it is in the same database, the secret by which they know each other's reference data. */
export async function shareReferenceKey(owner: pg.PoolConfig, schema: string, secret: Buffer): Promise<void> {
  const client = new pg.Client(owner);
  await client.connect();
  try {
    const { rows } = await client.query<{ is_home: boolean }>(
      "select to_regclass('public.installation') is not null as is_home",
    );
    for (const each of new Set([schema, ...(rows[0]?.is_home ? [defaultSchema] : [])]))
      await client.query(`insert into ${each}.reference_key (secret) values ($1) on conflict do nothing`, [
        secret,
      ]);
  } finally {
    await client.end();
  }
}

/**
 * Does what only the schema's owner may do before servers of this version start: it migrates the schema, grants the server's role
 * its rights, and stores the web app's build. Returns the names of the migrations that it ran. It may be repeated, and run
 * several times at once. Throws ConfigError if the database does not fit or
 * there is no build.
 */
export async function migrateInstallation(
  owner: pg.PoolConfig,
  { sandbox, webDir, cell }: Installation,
): Promise<readonly string[]> {
  checkBuilt(webDir);
  await checkDatabase(owner, connectionsToMigrate);
  const ran = await migrate(owner, sandbox, migrations, cell);
  // Last: a server takes a stored build as the sign that everything before it is done.
  await storeBuild(owner, webDir);
  return ran;
}
