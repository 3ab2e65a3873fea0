import { sql } from 'kysely';
import { openEndpoints } from '../../app/open-database.ts';
import type { Config } from '../../context/config.ts';
import { remoteWithoutTls } from '../../context/over-tls.ts';
import { clockGuard } from '../../platform/clock/clock-guard.ts';
import { createFieldCipher } from '../../platform/crypto/field-cipher.ts';
import {
  checkDatabase,
  connectionsOfConsole,
  connectionsPerServer,
  connectionsToMigrate,
} from '../../platform/database/check-database.ts';
import { checkLogin, installationId } from '../../platform/database/check-login.ts';
import { type Db, openDatabase, openPool } from '../../platform/database/connect.ts';
import { maxBehindSeconds, replicaState } from '../../platform/reports.ts';
import { type Examination, NotTried } from './finding.ts';

const noSchema = 'no server has started on this database yet';

interface Connected {
  readonly owner: Db;
  /** The installation's id; undefined: there is no schema yet. */
  readonly installed: string | undefined;
}

/** The database by both logins, its clock and the key of its data. The lender's own database alone. */
export function databaseExaminations(config: Config): readonly Examination[] {
  if (config.databaseUrl === undefined)
    return [
      {
        what: 'database',
        examine: () => Promise.reject(new NotTried('DATABASE_URL is not set: an embedded PostgreSQL')),
      },
    ];
  return [
    {
      what: 'database, owner',
      examine: () => withOwner(config, (connected) => ownerLine(config, connected)),
    },
    { what: 'database, server', examine: () => serverLine(config) },
    ...(config.console?.readDatabaseUrl === undefined
      ? []
      : [{ what: 'database, replica', examine: () => replicaLine(config) }]),
    { what: 'clock', examine: () => withOwner(config, ({ owner }) => clockLine(config, owner)) },
    { what: 'data key', examine: () => withOwner(config, (connected) => keyLine(config, connected)) },
  ];
}

async function withOwner<Result>(
  config: Config,
  work: (connected: Connected) => Promise<Result>,
): Promise<Result> {
  const { endpoints } = await openEndpoints(config, undefined);
  const owner = openDatabase(openPool(endpoints.owner, 1));
  try {
    return await work({ owner, installed: await installationOf(owner) });
  } finally {
    await owner.destroy();
  }
}

async function installationOf(owner: Db): Promise<string | undefined> {
  const found = await sql<{ exists: boolean }>`
    select to_regclass('public.installation') is not null as exists`.execute(owner);
  if (!found.rows[0]?.exists) return undefined;
  return (await sql.raw<{ id: string }>(installationId).execute(owner)).rows[0]?.id;
}

async function ownerLine(config: Config, { owner, installed }: Connected): Promise<string> {
  const { endpoints } = await openEndpoints(config, undefined);
  await checkDatabase(endpoints.owner, connectionsToMigrate);
  const { rows } = await sql<{ version: string }>`
    select current_setting('server_version') as version`.execute(owner);
  await requireTls(owner, 'DATABASE_OWNER_URL', config.databaseOwnerUrl ?? config.databaseUrl ?? '');
  return `PostgreSQL ${rows[0]?.version}, ${installed === undefined ? noSchema : 'with a schema of Hiram'}`;
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

async function serverLine(config: Config): Promise<string> {
  const { endpoints } = await openEndpoints(config, undefined);
  const needed = connectionsPerServer + (config.console ? connectionsOfConsole : 0);
  const installed = await withOwner(config, async (connected) => connected.installed);
  if (installed === undefined) throw new NotTried(noSchema);
  await checkDatabase(endpoints.server, needed);
  const pool = openPool(endpoints.server, 1);
  try {
    const mode = config.databaseOwnerUrl === undefined ? 'one address' : 'own login';
    const fault = await checkLogin(pool, mode, installed);
    if (fault) throw new Error(fault.line);
    await requireTls(openDatabase(pool), 'DATABASE_URL', config.databaseUrl ?? '');
  } finally {
    await pool.end();
  }
  return `it has the server's rights and no others, and the ${needed} connections of a server`;
}

/** The replica of CONSOLE_DATABASE_URL. */
async function replicaLine(config: Config): Promise<string> {
  const url = config.console?.readDatabaseUrl;
  const replica = openDatabase(openPool({ connectionString: url }, 1));
  try {
    const { isStandby, behindSeconds } = await replicaState(replica);
    const own = await withOwner(config, async ({ installed }) => installed);
    if (own !== (await installationOf(replica)))
      throw new Error('CONSOLE_DATABASE_URL is another database than DATABASE_URL, not its replica');
    if (!isStandby) throw new Error('CONSOLE_DATABASE_URL is a primary: name a standby of DATABASE_URL');
    if (behindSeconds === undefined || behindSeconds > maxBehindSeconds)
      throw new Error(
        `the standby is ${Math.round(behindSeconds ?? 0)} s behind: reports are read elsewhere`,
      );
    return `a standby, ${Math.round(behindSeconds)} s behind`;
  } finally {
    await replica.destroy();
  }
}

async function clockLine({ maxClockSkewMs = 10_000 }: Config, owner: Db): Promise<string> {
  await clockGuard(() => new Date(), maxClockSkewMs).verify(owner);
  return `within ${maxClockSkewMs / 1000} s of the database's`;
}

async function keyLine({ dataKey }: Config, { owner, installed }: Connected): Promise<string> {
  const stored =
    installed === undefined
      ? undefined
      : await owner.selectFrom('key_check').select('encrypted').executeTakeFirst();
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
