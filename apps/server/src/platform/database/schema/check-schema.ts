import { sql } from 'kysely';
import { ConfigError } from '../../errors/config-error.ts';
import type { Db } from '../connection/connect.ts';
import { hasInstallation } from '../connection/endpoint.ts';
import { hasJobTables } from '../install-queue.ts';
import { type Migrations, migrations, WrongInstallation, wrongInstallation } from '../migrate.ts';

/** The schema is older than the server, or `hiram migrate` has not come to its end. */
export class NotMigrated extends ConfigError {}

const remedy = 'run `hiram migrate` of this release with DATABASE_OWNER_URL, then start the server';

/** The schema that a server of this version needs. */
export interface NeededSchema {
  readonly sandbox: boolean;
  /** The id of the server's web app, which `hiram migrate` stores last. */
  readonly build: string;
  /** Another version's migrations, for tests. */
  readonly list?: Migrations;
}

/**
 * Checks by the server's own login that the schema is the one that this version works with, and changes nothing. A schema of a
 * newer version is accepted while that version says that this one may still work on it, so that a server of the former version
 * may start again during an upgrade. Throws NotMigrated, ConfigError or WrongInstallation with a
 * one-line message.
 */
export async function checkSchema(
  db: Db,
  { sandbox, build, list = migrations }: NeededSchema,
): Promise<void> {
  const { rows: readable } = await sql<{ exists: boolean; serves: boolean; login: string }>`
    select ${sql.raw(hasInstallation)} and to_regclass(current_schema() || '.kysely_migration') is not null as exists,
      coalesce((select pg_has_role(current_user, oid, 'USAGE') from pg_roles where rolname = 'hiram_app'), false) as serves,
      current_user::text as login`.execute(db);
  const [{ exists = false, serves = false, login = '' } = {}] = readable;
  if (!exists) throw new NotMigrated(`The database has no schema of Hiram yet: ${remedy}`);
  if (!serves)
    throw new ConfigError(
      `DATABASE_URL signs in as ${login}, which lacks the rights of hiram_app: grant hiram_app to ${login}`,
    );
  const done = new Set(await migrationsOf(db));
  const missing = Object.keys(list).filter((name) => !done.has(name));
  if (missing.length > 0)
    throw new NotMigrated(`The schema is older than this server (it lacks ${missing.join(', ')}): ${remedy}`);
  const installation = await db
    .selectFrom('installation')
    .select(['sandbox', 'needed_migration'])
    .executeTakeFirst();
  if (installation && !(installation.needed_migration in list))
    throw new ConfigError(
      `The schema is newer than this server, which does not know ${installation.needed_migration}: start the release that migrated it, or a later one`,
    );
  if (!installation || !(await isPrepared(db, build)))
    throw new NotMigrated(`The database is not prepared for this release: ${remedy}`);
  if (installation.sandbox !== sandbox) throw new WrongInstallation(wrongInstallation(sandbox));
}

async function migrationsOf(db: Db): Promise<readonly string[]> {
  const { rows: access } = await sql<{ may: boolean }>`
    select has_table_privilege('kysely_migration', 'SELECT') as may`.execute(db);
  // `hiram migrate` grants this with the rest, so a schema without it is one that was not migrated to its end.
  if (!access[0]?.may) return [];
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db);
  return rows.map(({ name }) => name);
}

/** Reports whether the job queue is this version's, and the web app is stored. */
async function isPrepared(db: Db, build: string): Promise<boolean> {
  if (!(await hasJobTables(db))) return false;
  const stored = await db.selectFrom('web_build').select('id').where('id', '=', build).executeTakeFirst();
  return stored !== undefined;
}
