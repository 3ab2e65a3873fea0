import { fileURLToPath } from 'node:url';
import type { Migration } from 'kysely/migration';
import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import { type FreshDatabase, freshDatabase } from '../../../../test/support/database/database.ts';
import { runHiram, settingsOf } from '../../../../test/support/processes/run-hiram.ts';
import { migrateInstallation } from '../../../app/migrate-installation.ts';
import { buildId } from '../../../app/web/stored-builds.ts';
import { webFolder } from '../../../context/config.ts';
import { migrate, migrations } from '../migrate.ts';
import { checkSchema } from './check-schema.ts';

const cluster = inject('cluster');
const webDir = webFolder(undefined, fileURLToPath(new URL('../../../../../..', import.meta.url)));
const build = buildId(webDir);
const needed = { sandbox: true, build };
const endpoint = ({ name }: FreshDatabase) => ({
  host: cluster.socketDir,
  user: 'hiram_owner',
  database: name,
});

let database: FreshDatabase;
beforeEach(async () => {
  database = await freshDatabase();
  await migrateInstallation(endpoint(database), { sandbox: true, webDir });
});
afterEach(() => database.drop());

const rejection = async (schema: Parameters<typeof checkSchema>[1]) => {
  const error = await checkSchema(database.db, schema).then(
    () => undefined,
    (reason: unknown) => reason,
  );
  const text = error instanceof Error ? error.message : String(error);
  expect(text).not.toContain('\n');
  return text;
};

const addsNothing: Migration = { up: async () => undefined };

test('a server accepts the schema of its release, and changes nothing', async () => {
  expect(await rejection(needed)).toBe('undefined');
});

test('a server refuses an older schema with one line that names what it lacks [T756]', async () => {
  expect(await rejection({ ...needed, list: { ...migrations, '9998-next': addsNothing } })).toMatch(
    /^The schema is older than this server \(it lacks 9998-next\): run `hiram migrate` of this release/,
  );
});

test('a server of the former release works on a newer schema, until a migration needs newer servers [T757]', async () => {
  await migrate(endpoint(database), true, { ...migrations, '9998-next': addsNothing });
  expect(await rejection(needed)).toBe('undefined');
  await database.ownerPool.query(`update installation set needed_migration = '9998-next'`);
  expect(await rejection(needed)).toMatch(
    /^The schema is newer than this server, which does not know 9998-next/,
  );
  // An older release that migrates afterwards lowers nothing.
  await migrate(endpoint(database), true);
  expect(await rejection(needed)).toMatch(/^The schema is newer than this server/);
});

test.each([
  ['the job queue is another version’s', 'drop schema jobs cascade'],
  ['the web app is not stored', 'delete from web_build'],
  ['the rights were never granted', 'revoke select on kysely_migration from hiram_app'],
])(
  'a server refuses a database that hiram migrate did not prepare to the end: %s [T758]',
  async (_what, change) => {
    await database.ownerPool.query(change);
    expect(await rejection(needed)).toMatch(/: run `hiram migrate` of this release with DATABASE_OWNER_URL/);
    await migrateInstallation(endpoint(database), { sandbox: true, webDir });
    expect(await rejection(needed)).toBe('undefined');
  },
);

test('hiram migrate --wait waits by the servers’ login while a migration runs [T759]', async () => {
  const { DATABASE_URL = '', DATABASE_OWNER_URL = '' } = settingsOf(cluster, database.name);
  await database.ownerPool.query('delete from web_build');
  const blocker = await database.ownerPool.connect();
  // The migration cannot come to its end while another transaction holds this table.
  await blocker.query('begin; lock table web_build in share row exclusive mode');
  let hasEnded = false;
  const waiting = runHiram(['migrate', '--wait'], { SANDBOX: '1', DATABASE_URL }).finally(() => {
    hasEnded = true;
  });
  const migrating = runHiram(['migrate'], { SANDBOX: '1', DATABASE_OWNER_URL });
  // Until the migration waits for the lock, which is its last step.
  for (let found = 0; found === 0; ) {
    const { rows } = await database.ownerPool.query<{ n: number }>(
      `select count(*)::int as n from pg_stat_activity
       where datname = current_database() and wait_event_type = 'Lock' and query like '%web_build%'`,
    );
    found = rows[0]?.n ?? 0;
  }
  expect(hasEnded).toBe(false);
  await blocker.query('commit');
  blocker.release();
  expect(await migrating).toMatchObject({ code: 0, out: expect.stringContaining('can start') });
  expect(await waiting).toMatchObject({
    code: 0,
    output: expect.stringMatching(
      /^Waiting: The database is not prepared [^\n]*\nServers of this release can start\.\n$/,
    ),
  });
});
