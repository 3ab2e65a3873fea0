import { type Kysely, sql } from 'kysely';
import type pg from 'pg';
import { ConfigError } from '../../errors/config-error.ts';

/** Lower case, so that no statement has to quote it. `pg_` and `jobs` have other uses. */
const schemaName = /^(?!pg_|jobs$)[a-z][a-z0-9_]{0,30}$/;

export const isSchemaName = (name: string): boolean => schemaName.test(name);

/** The schema of every installation with one cell. */
export const defaultSchema = 'public';

/**
 * The endpoint of an address. `?schema=cell_1` in it names another schema than `public`. Throws ConfigError
 * for a name that is none.
 */
export function endpointOf(url: string): pg.PoolConfig {
  const [, schema] = /[?&]schema=([^&]*)/.exec(url) ?? [];
  if (schema === undefined) return { connectionString: url };
  const rest = url.replace(/([?&])schema=[^&]*&?/, '$1').replace(/[?&]$/, '');
  return inSchema({ connectionString: rest }, schema);
}

/** The same database with another schema first. Extensions are in `public`. Throws ConfigError for a name that is none. */
export function inSchema(endpoint: pg.PoolConfig, schema: string): pg.PoolConfig {
  if (schema === defaultSchema) return endpoint;
  if (!isSchemaName(schema)) throw new ConfigError(`${schema} is no name of a schema`);
  const option = `-c search_path=${schema},public`;
  const { connectionString: url } = endpoint;
  if (url === undefined)
    return { ...endpoint, options: [endpoint.options, option].filter(Boolean).join(' ') };
  const [, present] = /[?&]options=([^&]*)/.exec(url) ?? [];
  const added = encodeURIComponent(present === undefined ? option : ` ${option}`);
  const connectionString =
    present === undefined
      ? `${url}${url.includes('?') ? '&' : '?'}options=${added}`
      : url.replace(`options=${present}`, `options=${present}${added}`);
  return { ...endpoint, connectionString };
}

/** An expression of SQL: the schema that an endpoint names first, whether it exists or not; with none, `public`. */
export const namedSchema = `case split_part(current_setting('search_path'), ',', 1)
  when '"$user"' then current_schema() else split_part(current_setting('search_path'), ',', 1) end`;

/** An expression of SQL: true if the named schema has an installation. A missing schema would fall through to `public`. */
export const hasInstallation = `to_regclass(${namedSchema} || '.installation') is not null`;

/** The schema of a connection's tables. Throws ConfigError if the named one does not exist. */
export async function currentSchema<Schema>(db: Kysely<Schema>): Promise<string> {
  const { rows } = await sql<{ named: string; schema: string }>`
    select ${sql.raw(namedSchema)} as named, current_schema() as schema`.execute(db);
  const [{ named, schema } = { named: defaultSchema, schema: defaultSchema }] = rows;
  if (named !== schema)
    throw new ConfigError(`there is no schema ${named} in this database: run hiram cells add`);
  return schema;
}
