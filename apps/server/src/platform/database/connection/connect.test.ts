import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { type FreshDatabase, freshDatabase } from '../../../../test/support/database/database.ts';
import { serverEndpoint } from '../../../../test/support/database/throwaway-cluster.ts';
import { reportsOfReplica } from '../../reports.ts';
import { afterCommit, inTransaction, openDatabase, openPool, safeInteger } from './connect.ts';

let fresh: FreshDatabase;
beforeAll(async () => {
  fresh = await freshDatabase();
});
afterAll(() => fresh.drop());

test('amounts are exact within the safe range, and an error beyond it [T107]', async () => {
  const read = (text: string) =>
    fresh.pool.query(`select ${text}::bigint as amount`).then(({ rows }) => rows[0].amount);
  expect(await read('9007199254740991')).toBe(Number.MAX_SAFE_INTEGER);
  expect(await read('-9007199254740991')).toBe(Number.MIN_SAFE_INTEGER);
  expect(() => safeInteger('9007199254740992')).toThrow(/too large to be counted exactly/);
  await expect(read('9007199254740993')).rejects.toThrow(/too large to be counted exactly/);
  // A value that cannot be parsed fails its query, not the later queries of the connection.
  expect(await read('5')).toBe(5);
});

test('a date is the same text in every time zone, and an instant is the same instant', async () => {
  const zone = process.env.TZ;
  process.env.TZ = 'America/Los_Angeles';
  try {
    const { rows } = await fresh.pool.query(
      "select date '2028-02-29' as day, timestamptz '2026-03-02 23:30:00+08' as instant",
    );
    expect(rows).toEqual([{ day: '2028-02-29', instant: new Date('2026-03-02T15:30:00Z') }]);
  } finally {
    if (zone === undefined) delete process.env.TZ;
    else process.env.TZ = zone;
  }
});

test('statements and lock waits time out [T191]', async () => {
  const { rows } = await fresh.pool.query(
    "select current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock, current_setting('idle_in_transaction_session_timeout') as idle",
  );
  expect(rows).toEqual([{ statement: '15s', lock: '10s', idle: '30s' }]);
});

test('of two transactions that deadlock both succeed: the loser is retried', async () => {
  await fresh.ownerPool.query(
    'create table account (id integer primary key, balance bigint not null); insert into account values (1, 0), (2, 0); grant select, update on account to hiram_app',
  );
  let attempts = 0;
  const bothLocksTaken = gate(2);
  const add = (first: number, second: number) =>
    inTransaction(fresh.db, async (trx) => {
      attempts += 1;
      await sql`update account set balance = balance + 1 where id = ${first}`.execute(trx);
      await bothLocksTaken();
      await sql`update account set balance = balance + 1 where id = ${second}`.execute(trx);
    });
  await Promise.all([add(1, 2), add(2, 1)]);
  // The loser may lose a second time: PostgreSQL gives the row to either of the two.
  expect(attempts).toBeGreaterThanOrEqual(3);
  expect((await fresh.pool.query('select id, balance from account order by id')).rows).toEqual([
    { id: 1, balance: 2 },
    { id: 2, balance: 2 },
  ]);
});

test('an error that is not a conflict is not retried and changes nothing', async () => {
  let attempts = 0;
  await expect(
    inTransaction(fresh.db, async (trx) => {
      attempts += 1;
      await sql`update business_clock set offset_days = 3`.execute(trx);
      await sql`update business_clock set offset_days = -1`.execute(trx);
    }),
  ).rejects.toThrow(/check constraint/);
  expect(attempts).toBe(1);
  expect((await fresh.pool.query('select offset_days from business_clock')).rows).toEqual([
    { offset_days: 0 },
  ]);
});

/** Lets the first `size` callers through together, and every later one at once. */
function gate(size: number): () => Promise<void> {
  let waiting = 0;
  const { promise, resolve } = Promise.withResolvers<void>();
  return () => {
    waiting += 1;
    if (waiting >= size) resolve();
    return promise;
  };
}

test('what follows a commit runs once the outermost transaction has committed, and never after a rollback', async () => {
  const ran: string[] = [];
  const follow = (name: string) =>
    inTransaction(fresh.db, async (trx) => {
      await inTransaction(trx, async (inner) => afterCommit(inner, () => ran.push(name)));
      await sql`select 1`.execute(trx);
      expect(ran).not.toContain(name);
    });
  await follow('first');
  expect(ran).toEqual(['first']);
  const failed = inTransaction(fresh.db, async (trx) => {
    afterCommit(trx, () => ran.push('rolled back'));
    throw new Error('wrong');
  });
  await expect(failed).rejects.toThrow('wrong');
  let attempts = 0;
  await inTransaction(fresh.db, async (trx) => {
    attempts += 1;
    afterCommit(trx, () => ran.push(`attempt ${attempts}`));
    if (attempts === 1) throw Object.assign(new Error('conflict'), { code: '40001' });
  });
  expect(ran).toEqual(['first', 'attempt 2']);
});

test('a report cannot write, and is read from the primary while the replica is away [T650]', async () => {
  const moved: string[] = [];
  const atReplica = reportsOfReplica(fresh.db, fresh.db, (from) => void moved.push(from));
  const write = sql`insert into write_probe (filler) values ('x')`;
  await expect(atReplica.read((db) => write.execute(db))).rejects.toMatchObject({ code: '25006' });
  const away = openDatabase(openPool({ host: '127.0.0.1', port: 2 }, 1));
  const reports = reportsOfReplica(fresh.db, away, (from) => void moved.push(from));
  const { rows } = await reports.read((db) => sql<{ two: number }>`select 1 + 1 as two`.execute(db));
  expect(rows).toEqual([{ two: 2 }]);
  expect(moved).toEqual(['primary']);
  // What fails by itself fails once, not on the primary too.
  await expect(atReplica.read((db) => sql`select 1 / 0`.execute(db))).rejects.toMatchObject({
    code: '22012',
  });
  await away.destroy();
});

test('a pool signs in with the password that it was given [T1372]', async () => {
  const pool = openPool({ ...serverEndpoint(inject('cluster'), fresh.name), password: 'of the login' }, 1);
  const client = await pool.connect();
  expect(client).toHaveProperty('password', 'of the login');
  client.release();
  await pool.end();
});

test('the answers of queries one after the other are gone before a full collection of garbage [T1338]', async () => {
  setFlagsFromString('--expose-gc');
  const collect: NonNullable<typeof gc> = runInNewContext('gc');
  const oldBytes = () =>
    getHeapSpaceStatistics().find(({ space_name }) => space_name === 'old_space')?.space_used_size ?? 0;
  const read = async (count: number) => {
    for (let no = 0; no < count; no += 1) {
      await sql`select array_fill(${no}::int, array[5000]) as numbers`.execute(fresh.db);
      if (no % 10 === 0) collect({ type: 'minor' });
    }
  };
  await read(50);
  collect();
  const before = oldBytes();
  await read(300);
  // 5,000 numbers of 4 bytes each and more; what survives two minor collections becomes old.
  expect(oldBytes() - before).toBeLessThan(300 * 5000 * 4);
});
