import type pg from 'pg';
import { checkDatabase, connectionsToMigrate } from '../platform/database/check-database.ts';
import { migrate } from '../platform/database/migrate.ts';
import { checkBuilt } from './web/check-build.ts';
import { storeBuild } from './web/stored-builds.ts';

/**
 * Does what only the schema's owner may do before servers of this version start: it migrates the schema, grants the server's role
 * its rights, and stores the web app's build. Returns the names of the migrations that it ran. It may be repeated, and run
 * several times at once. Throws ConfigError if the database does not fit or
 * there is no build.
 */
export async function migrateInstallation(
  owner: pg.PoolConfig,
  { sandbox, webDir }: { readonly sandbox: boolean; readonly webDir: string },
): Promise<readonly string[]> {
  checkBuilt(webDir);
  await checkDatabase(owner, connectionsToMigrate);
  const ran = await migrate(owner, sandbox);
  // Last: a server takes a stored build as the sign that everything before it is done.
  await storeBuild(owner, webDir);
  return ran;
}
