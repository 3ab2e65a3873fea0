import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import type pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import {
  asOwner,
  type Cluster,
  createDatabase,
  dropDatabase,
  ownerEndpoint,
} from '../../../test/support/database/throwaway-cluster.ts';
import { tryAll } from '../../../test/support/inputs/property-runs.ts';
import { openPool } from './connection/connect.ts';
import { migrate, migrations, OtherSchema, WrongInstallation } from './migrate.ts';
import { statementsOf } from './sql-statements.ts';

let cluster: Cluster;
const databases: string[] = [];
let lender: string;

beforeAll(async () => {
  cluster = inject('cluster');
  lender = `lender_${randomBytes(4).toString('hex')}`;
  await asOwner(cluster, 'postgres', (client) =>
    client.query(`create role ${lender} login createrole nosuperuser`),
  );
});
afterAll(async () => {
  for (const name of databases.splice(0)) await dropDatabase(cluster, name);
});

async function emptyDatabase(owner = 'hiram_owner'): Promise<string> {
  const name = `t_${randomBytes(6).toString('hex')}`;
  databases.push(name);
  await asOwner(cluster, 'postgres', (client) => client.query(`create database ${name} owner ${owner}`));
  return name;
}

/** A sandbox's database, as a start leaves it: a copy costs a tenth of the migrations. */
async function migratedDatabase(): Promise<string> {
  const name = await createDatabase(cluster);
  databases.push(name);
  return name;
}

test('pg-boss creates its schema while no other transaction of the migration is open @verify [T750]', async () => {
  const name = await emptyDatabase();
  await asOwner(cluster, name, (client) =>
    client.query(`
      create table open_elsewhere (count integer not null);
      create function count_open() returns event_trigger language plpgsql as $$ begin
        if exists (select from pg_event_trigger_ddl_commands() where object_identity = 'jobs') then
          insert into open_elsewhere select count(*) from pg_stat_activity
            where datname = current_database() and pid <> pg_backend_pid() and state = 'idle in transaction';
        end if;
      end $$;
      create event trigger count_open on ddl_command_end when tag in ('CREATE SCHEMA') execute function count_open()`),
  );
  await migrate(ownerEndpoint(cluster, name), true);
  const { rows } = await asOwner(cluster, name, (client) => client.query('select count from open_elsewhere'));
  expect(rows).toEqual([{ count: 0 }]);
});

test('six servers that start at once on an empty database migrate it once', async () => {
  const name = await emptyDatabase();
  const startSix = () =>
    Promise.all(Array.from({ length: 6 }, () => migrate(ownerEndpoint(cluster, name), true)));
  await startSix();
  // Runs again on the finished schema: what each start does must tolerate other servers.
  for (let round = 0; round < (tryAll ? 5 : 1); round += 1) await startSix();
  const { rows } = await asOwner(cluster, name, (client) =>
    client.query('select name from kysely_migration order by name'),
  );
  // Every file of the folder is in the list, and was run.
  const files = readdirSync(new URL('./migrations', import.meta.url))
    .filter((file) => file.endsWith('.ts'))
    .map((file) => basename(file, '.ts'));
  expect(files.length).toBeGreaterThan(0);
  expect(rows.map((row) => row.name)).toEqual(files.sort());
});

test('each file of the baseline is in its list, and defines a table once', async () => {
  const name = await migratedDatabase();
  const { rows } = await asOwner(cluster, name, (client) =>
    client.query<{
      name: string;
    }>(`select relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname = 'public' and relkind in ('r', 'p') and relname not like 'kysely%' order by relname`),
  );
  const folder = new URL('./migrations/0001-baseline/', import.meta.url);
  const written = readdirSync(folder).flatMap((file) =>
    [...readFileSync(new URL(file, folder), 'utf8').matchAll(/^create table (\w+)/gm)].map(
      ([, table]) => table,
    ),
  );
  expect(rows.map((row) => row.name)).toEqual(written.sort());
});

test('no function takes a row, and no table’s name is taken for a shard’s [T1755]', async () => {
  const name = await migratedDatabase();
  const { rows } = await asOwner(cluster, name, (client) =>
    client.query<{ name: string }>(`
      select proname as name from pg_proc join pg_type on pg_type.oid = any(proargtypes)
      where pronamespace = 'public'::regnamespace and typtype = 'c'
      union all select relname from pg_class
      where relnamespace = 'public'::regnamespace and relkind = 'r' and not relispartition and table_of(relname) <> relname
      union all select 'table_of' where table_of('loan_order_102008') <> 'loan_order'`),
  );
  expect(rows).toEqual([]);
});

test('a text of SQL is split where its statements end, and only there [T1756]', () => {
  const body = "create function f() returns text language sql as $$ select 'a;'; $$";
  expect(
    statementsOf(
      `-- One; two.\n${body};\n\nselect ';''', ";" -- It's;\n;;\n do $x$ $$;$$ $x$;\n-- The end.\n`,
    ),
  ).toEqual([`-- One; two.\n${body}`, `select ';''', ";" -- It's;`, 'do $x$ $$;$$ $x$']);
});

/**
 * A possible next migration: a column with a default for existing rows, and a table with its rights.
 */
const nextMigration: Migration = {
  up: async (db) => {
    await sql
      .raw(`
alter table borrower add column next_migration text;
update borrower set next_migration = 'of ' || brand;
create table next_table (borrower_id uuid primary key references borrower, words text not null);
grant select, insert on next_table to hiram_app`)
      .execute(db);
  },
};

test('a second migration runs once on a filled baseline, and nothing is lost', async () => {
  const name = await migratedDatabase();
  const endpoint = ownerEndpoint(cluster, name);
  await asOwner(cluster, name, (client) =>
    client.query(`insert into borrower (id, brand, phone, created_at)
      select gen_random_uuid(), 'spec', '+86' || n, now() from generate_series(1, 500) n`),
  );
  const next = { ...migrations, '9998-next': nextMigration };
  await Promise.all(Array.from({ length: 6 }, () => migrate(endpoint, true, next)));
  await migrate(endpoint, true);
  const { rows } = await asOwner(cluster, name, (client) =>
    client.query(`select count(*)::int as borrowers, count(distinct phone)::int as phones, min(next_migration) as next_migration,
      has_table_privilege('hiram_app', 'next_table', 'insert') as granted,
      (select max(name) from kysely_migration) as last from borrower`),
  );
  expect(rows).toEqual([
    { borrowers: 500, phones: 500, next_migration: 'of spec', granted: true, last: '9998-next' },
  ]);
});

test('a migration that fails leaves the schema as it was', async () => {
  const name = await migratedDatabase();
  const endpoint = ownerEndpoint(cluster, name);
  const faulty: Migration = {
    up: async (db) => {
      await sql.raw('create table half (n integer); select 1 / 0').execute(db);
    },
  };
  await expect(migrate(endpoint, true, { ...migrations, '9998-faulty': faulty })).rejects.toThrow(
    /division by zero/,
  );
  const { rows } = await asOwner(cluster, name, (client) =>
    client.query(`select to_regclass('half') as half, (select max(name) from kysely_migration) as last`),
  );
  expect(rows).toEqual([{ half: null, last: Object.keys(migrations).sort().at(-1) }]);
});

test('a start finds queues as another version left them, and gives them its own', async () => {
  const name = await migratedDatabase();
  const endpoint = ownerEndpoint(cluster, name);
  const state = () =>
    asOwner(cluster, name, async (client) => {
      const { rows: queues } = await client.query(
        'select name, retry_limit, retry_delay_max, expire_seconds from jobs.queue order by name',
      );
      const { rows: rights } = await client.query(
        `select has_table_privilege('hiram_app', 'jobs.job', 'insert') as jobs`,
      );
      return { queues, rights };
    });
  const before = await state();
  expect(before.rights).toEqual([{ jobs: true }]);
  for (const change of [
    `update jobs.queue set retry_limit = 1 where name = 'sms'`,
    `update jobs.queue set expire_seconds = 900 where name = 'payout'`,
    `select jobs.delete_queue('decide')`,
    `revoke all on all tables in schema jobs from hiram_app`,
  ]) {
    await asOwner(cluster, name, (client) => client.query(change));
    expect([change, await state()]).not.toEqual([change, before]);
    await migrate(endpoint, true);
    expect([change, await state()]).toEqual([change, before]);
  }
});

test('a server of the former version starts on the schema of a newer version', async () => {
  const name = await migratedDatabase();
  await asOwner(cluster, name, (client) =>
    client.query(`insert into kysely_migration (name, timestamp) values ('9999-of-the-future', 'now')`),
  );
  await migrate(ownerEndpoint(cluster, name), true);
});

test('a sandbox’s database of an earlier first schema is refused with one clear line [T1653]', async () => {
  for (const earlier of [
    "comment on table kysely_migration is 'another text'",
    "update kysely_migration set name = '0001-start'",
    'comment on table kysely_migration is null; alter table installation rename column needed_migration to needed',
  ]) {
    const name = await migratedDatabase();
    await migrate(ownerEndpoint(cluster, name), true);
    await asOwner(cluster, name, (client) => client.query(earlier));
    const refused = await migrate(ownerEndpoint(cluster, name), true).catch((error: unknown) => error);
    expect(String(refused), earlier).toMatch(
      /^Error: this database has the schema of another state of Hiram/,
    );
    expect(String(refused)).not.toContain('\n');
    expect(refused).toBeInstanceOf(OtherSchema);
  }
});

test('a sandbox database never serves a lender, nor a lender’s a sandbox; one line says so', async () => {
  // A lender's takes a migration of its own.
  for (const sandbox of tryAll ? [true, false] : [true]) {
    const name = sandbox ? await migratedDatabase() : await emptyDatabase();
    const endpoint = ownerEndpoint(cluster, name);
    if (!sandbox) await migrate(endpoint, sandbox);
    await migrate(endpoint, sandbox);
    const refused = await migrate(endpoint, !sandbox).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(WrongInstallation);
    expect(String(refused)).toMatch(
      sandbox ? /this database is a sandbox/ : /this database is not a sandbox/,
    );
    expect(String(refused)).not.toContain('\n');
  }
});

test('DATABASE_URL’s user needs no superuser rights, and the server’s connections drop the others', async () => {
  const name = await emptyDatabase(lender);
  const endpoint: pg.PoolConfig = { ...ownerEndpoint(cluster, name), user: lender };
  // On a managed server this user creates the role; here another database of the cluster has created it
  // already.
  await asOwner(cluster, 'postgres', (client) =>
    client.query(`grant hiram_app to ${lender} with admin option, set false`),
  );
  await migrate(endpoint, false);
  const pool = openPool({ ...endpoint, options: '-c role=hiram_app' });
  try {
    expect((await pool.query('select current_user as me')).rows).toEqual([{ me: 'hiram_app' }]);
    expect((await pool.query('select count(*) as n from journal')).rows).toEqual([{ n: 0 }]);
    await expect(pool.query('delete from journal')).rejects.toThrow(/permission denied/);
    await expect(pool.query('create table mine ()')).rejects.toThrow(/permission denied/);
  } finally {
    await pool.end();
  }
});

test('the server has exactly the rights it needs: it truncates nothing, only reads the books [T075]', async () => {
  const name = await migratedDatabase();
  const { rows } = await asOwner(cluster, name, (client) =>
    client.query<{ table_name: string; rights: string }>(`
      select table_name, string_agg(privilege_type, ' ' order by privilege_type) as rights
      from information_schema.role_table_grants
      where grantee in ('hiram_app', 'PUBLIC') and table_schema = 'public' group by table_name`),
  );
  const rights = new Map(rows.map((row) => [row.table_name, row.rights]));
  expect([...rights].filter(([, value]) => /TRUNCATE|TRIGGER|REFERENCES/.test(value))).toEqual([]);
  for (const table of ['journal', 'journal_line', 'installation'])
    expect([table, rights.get(table)]).toEqual([table, 'SELECT']);
  for (const table of ['loan_event', 'agreement', 'disclosure'])
    expect([table, rights.get(table)]).toEqual([table, 'INSERT SELECT']);
  // Rows are deleted by age, and never changed.
  expect(rights.get('tracking_event')).toBe('DELETE INSERT SELECT');
  for (const table of ['loan_order', 'payout', 'payment', 'payment_code', 'borrower'])
    expect([table, rights.get(table)]).toEqual([table, 'INSERT SELECT']);
  // Updates are granted by column only.
  expect([...rights].filter(([, value]) => value.includes('UPDATE'))).toEqual([]);
  expect(rights.get('kysely_migration')).toBe('SELECT');
});
