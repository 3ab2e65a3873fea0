import { sql } from 'kysely';
import type pg from 'pg';
import { buildId } from '../../app/web/stored-builds.ts';
import type { Config } from '../../context/config.ts';
import { remoteWithoutTls } from '../../context/over-tls.ts';
import { readCell } from '../../platform/cells/cell.ts';
import { directorySchema } from '../../platform/cells/directory.ts';
import { clockGuard } from '../../platform/clock/clock-guard.ts';
import { createFieldCipher } from '../../platform/crypto/field-cipher.ts';
import {
  checkDatabase,
  connectionsOfConsole,
  connectionsPerServer,
  connectionsToMigrate,
} from '../../platform/database/connection/check-database.ts';
import { checkLogin, installationId } from '../../platform/database/connection/check-login.ts';
import { type Db, openDatabase, openPool } from '../../platform/database/connection/connect.ts';
import { endpointOf, hasInstallation, inSchema } from '../../platform/database/connection/endpoint.ts';
import { checkSchema } from '../../platform/database/schema/check-schema.ts';
import { maxBehindSeconds, replicaState } from '../../platform/reports.ts';
import { keysOfBackups } from '../backups/needed-keys.ts';
import { type Examination, NotTried, Warning } from './finding.ts';

const noSchema = 'hiram migrate has not run on this database yet';

/** The database by both logins, its clock and the key of its data. The lender's own database alone. */
export function databaseExaminations(config: Config): readonly Examination[] {
  const { databaseUrl, databaseOwnerUrl } = config;
  if (databaseUrl === undefined)
    return [
      {
        what: 'database',
        examine: () => Promise.reject(new NotTried('DATABASE_URL is not set: an embedded PostgreSQL')),
      },
    ];
  const server = endpointOf(databaseUrl);
  return [
    { what: 'database, owner', examine: () => ownerLine(databaseOwnerUrl, server) },
    { what: 'database, server', examine: () => serverLine(config, server) },
    ...(config.console?.readDatabaseUrl === undefined
      ? []
      : [{ what: 'database, replica', examine: () => replicaLine(config, server) }]),
    ...cellExaminations(config),
    { what: 'clock', examine: () => withDatabase(server, (db) => clockLine(config, db)) },
    { what: 'screening lists', examine: () => withDatabase(server, (db) => listsLine(config, db)) },
    { what: 'data key', examine: () => withDatabase(server, (db) => keyLine(config, db)) },
    {
      what: 'keys of backups',
      examine: () => withDatabase(server, (db, pool) => backupKeysLine(config, db, pool)),
    },
  ];
}

async function withDatabase<Result>(
  endpoint: pg.PoolConfig,
  work: (db: Db, pool: pg.Pool) => Promise<Result>,
): Promise<Result> {
  const pool = openPool(endpoint, 1);
  const db = openDatabase(pool);
  try {
    return await work(db, pool);
  } finally {
    await db.destroy();
  }
}

/** Each further cell, and the directory that all need. */
function cellExaminations(config: Config): readonly Examination[] {
  const { cells, databaseUrl = '', directoryUrl } = config;
  if (directoryUrl === undefined) return [];
  const needed = { sandbox: config.sandbox, build: buildId(config.webDir) };
  return [
    ...cells.map(({ id, url = databaseUrl, schema }) => ({
      what: `cell ${id}`,
      examine: () =>
        withDatabase(inSchema(endpointOf(url), schema), async (db) => {
          await checkSchema(db, needed);
          const { id: own } = await readCell(db);
          if (own !== id) throw new Error(`the schema ${schema} is cell ${own}`);
          await requireFinishedMoves(db);
          return `the schema ${schema} is this release's`;
        }),
    })),
    {
      what: 'moves between cells',
      examine: () =>
        withDatabase(endpointOf(databaseUrl), async (db) => {
          await requireFinishedMoves(db);
          return 'none of this cell was cut';
        }),
    },
    {
      what: 'directory',
      examine: () =>
        withDatabase(inSchema(endpointOf(directoryUrl), directorySchema), async (db) => {
          const { rows } = await sql<{ id: number; state: string }>`
            select id, state from cell order by id`.execute(db);
          const missing = cells.filter(({ id }) => rows.every((row) => row.id !== id));
          if (missing.length > 0)
            throw new Error(`it lacks cell ${missing.map(({ id }) => id).join(', ')}: hiram cells add`);
          return rows.map(({ id, state }) => `cell ${id} ${state}`).join(', ');
        }),
    },
  ];
}

/** Throws an error that names the command for a borrower who left the cell and is in no other one. */
async function requireFinishedMoves(db: Db): Promise<void> {
  const { rows } = await sql<{ borrower: string; to: number }>`
    select borrower_id as borrower, other_cell as to from cell_move where parcel is not null limit 1`.execute(
    db,
  );
  const [cut] = rows;
  if (cut) throw new Error(`a move was cut: hiram cells move --borrower ${cut.borrower} --to ${cut.to}`);
}

/** The installation's id; undefined: there is no schema yet. */
async function installationOf(db: Db): Promise<string | undefined> {
  const found = await sql<{ exists: boolean }>`
    select ${sql.raw(hasInstallation)} as exists`.execute(db);
  if (!found.rows[0]?.exists) return undefined;
  return (await sql.raw<{ id: string }>(installationId).execute(db)).rows[0]?.id;
}

async function ownerLine(url: string | undefined, server: pg.PoolConfig): Promise<string> {
  if (url === undefined)
    throw new NotTried('DATABASE_OWNER_URL is not set, as for a server: hiram migrate needs it');
  const endpoint = endpointOf(url);
  await checkDatabase(endpoint, connectionsToMigrate);
  return withDatabase(endpoint, async (owner) => {
    await requireTls(owner, 'DATABASE_OWNER_URL', url);
    const { rows } = await sql<{ version: string }>`
      select current_setting('server_version') as version`.execute(owner);
    const installed = await installationOf(owner);
    if (installed !== undefined && (await withDatabase(server, installationOf)) !== installed)
      throw new Error('DATABASE_URL and DATABASE_OWNER_URL are different databases');
    return `PostgreSQL ${rows[0]?.version}, ${installed === undefined ? noSchema : 'with a schema of Hiram'}`;
  });
}

/** A balancer on this machine may lead to a database on another one. */
async function requireTls(db: Db, name: string, url: string): Promise<void> {
  const { rows } = await sql<{ address: string | null; ssl: boolean }>`
    select host(inet_server_addr()) as address, ssl from pg_stat_ssl where pid = pg_backend_pid()`.execute(
    db,
  );
  const fault = rows[0] && remoteWithoutTls(name, url, rows[0]);
  if (fault) throw new Error(fault);
}

async function serverLine(config: Config, endpoint: pg.PoolConfig): Promise<string> {
  const needed = connectionsPerServer + (config.console ? connectionsOfConsole : 0);
  await checkDatabase(endpoint, needed);
  await withDatabase(endpoint, async (db, pool) => {
    await checkSchema(db, { sandbox: config.sandbox, build: buildId(config.webDir) });
    const excess = await checkLogin(pool);
    if (excess !== undefined) throw new Error(excess);
    await requireTls(db, 'DATABASE_URL', config.databaseUrl ?? '');
  });
  return `the schema is this release's, and the login has the server's rights and no others, and the ${needed} connections of a server`;
}

/** The replica of CONSOLE_DATABASE_URL. */
async function replicaLine(config: Config, server: pg.PoolConfig): Promise<string> {
  const url = config.console?.readDatabaseUrl;
  const replica = openDatabase(openPool(url === undefined ? {} : endpointOf(url), 1));
  try {
    const { isStandby, behindSeconds } = await replicaState(replica);
    if ((await withDatabase(server, installationOf)) !== (await installationOf(replica)))
      throw new Error('CONSOLE_DATABASE_URL is another database than DATABASE_URL, not its replica');
    if (!isStandby) throw new Error('CONSOLE_DATABASE_URL is a primary: name a standby of DATABASE_URL');
    if (behindSeconds === undefined)
      throw new Error('the standby has replayed no transaction yet: reports are read elsewhere');
    if (behindSeconds > maxBehindSeconds)
      throw new Error(`the standby is ${Math.round(behindSeconds)} s behind: reports are read elsewhere`);
    return `a standby, ${Math.round(behindSeconds)} s behind`;
  } finally {
    await replica.destroy();
  }
}

async function clockLine({ maxClockSkewMs = 10_000 }: Config, db: Db): Promise<string> {
  await clockGuard(() => new Date(), maxClockSkewMs).verify(db);
  return `within ${maxClockSkewMs / 1000} s of the database's`;
}

/** The lists in force of persons whom the lender must not deal with. */
async function listsLine({ sandbox, providers }: Config, db: Db): Promise<string> {
  if (sandbox) throw new NotTried('a sandbox needs none');
  if ((await installationOf(db)) === undefined) throw new NotTried(noSchema);
  const lists = await db
    .selectFrom('screening_list')
    .select(['list', 'entries', 'imported_at'])
    .where('superseded_at', 'is', null)
    .orderBy('list')
    .execute();
  if (lists.length === 0)
    throw new Warning(
      `none was imported, so ${providers.screening ? 'the screening service alone knows' : 'nobody is compared with'} persons whom you must not pay: hiram screening import`,
    );
  return lists
    .map(
      ({ list, entries, imported_at }) =>
        `${list} with ${entries} names of ${imported_at.toISOString().slice(0, 10)}`,
    )
    .join(', ');
}

async function keyLine({ dataKey }: Config, db: Db): Promise<string> {
  const stored =
    (await installationOf(db)) === undefined
      ? undefined
      : await db.selectFrom('key_check').select('encrypted').executeTakeFirst();
  if (!stored) throw new NotTried(noSchema);
  try {
    createFieldCipher(dataKey).decrypt(stored.encrypted);
  } catch {
    throw new Error(
      'DATA_KEY does not decrypt the data in this database: append the key that encrypted it, after a comma',
    );
  }
  return 'it decrypts the data in this database';
}

/** The number of days for which backups are kept, as far as doctor asks for their keys. */
const backupDays = 90;

/**
 * Every data key that a recent backup needs must still be known: by DATA_KEY, or by whoever runs this with
 * more keys than servers have.
 */
async function backupKeysLine({ dataKey }: Config, db: Db, pool: pg.Pool): Promise<string> {
  if ((await installationOf(db)) === undefined) throw new NotTried(noSchema);
  const { keyIds } = createFieldCipher(dataKey);
  const backups = await keysOfBackups(pool, backupDays);
  if (backups.length === 0) throw new NotTried(`no backup was made within ${backupDays} days`);
  const missing = backups.filter(({ id }) => !keyIds.includes(id));
  if (missing.length > 0)
    throw new Error(
      missing
        .map(({ id, last }) => `backups until ${last} need the data key ${id}, which DATA_KEY does not have`)
        .join('; '),
    );
  return `DATA_KEY has those of all backups within ${backupDays} days`;
}
