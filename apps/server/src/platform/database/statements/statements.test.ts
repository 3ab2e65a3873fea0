import { sql } from 'kysely';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { type FreshDatabase, freshDatabase } from '../../../../test/support/database/database.ts';
import { serverEndpoint } from '../../../../test/support/database/throwaway-cluster.ts';
import { inTransaction, openDatabase, openPool } from '../connection/connect.ts';
import { keepingPlans, readPlanned } from './statements.ts';

let fresh: FreshDatabase;
beforeAll(async () => {
  fresh = await freshDatabase();
});
afterAll(() => fresh.drop());

test('a kept plan survives a change of its table, and a pooler that does not keep plans', async () => {
  const alter = (text: string) => fresh.ownerPool.query(text);
  await alter('create table kept (a int); grant select on kept to public; insert into kept values (1)');
  const pool = openPool(serverEndpoint(inject('cluster'), fresh.name), 1);
  const db = openDatabase(pool);
  const read = () =>
    readPlanned<object>(db, { name: 'kept', text: 'select * from kept where a = $1::int' }, [1]);
  const plans = async () =>
    (await pool.query("select name from pg_prepared_statements where name like 'kept%' order by name")).rows;
  expect(await read()).toEqual([{ a: 1 }]);
  expect(await plans()).toEqual([{ name: 'kept 0' }]);
  await alter('alter table kept add column b int not null default 2');
  expect(await read()).toEqual([{ a: 1, b: 2 }]);
  expect(await plans()).toContainEqual({ name: 'kept 1' });
  // As behind a pooler that hands the connection to somebody else.
  await pool.query('deallocate all');
  expect(await read()).toEqual([{ a: 1, b: 2 }]);
  expect(await read()).toEqual([{ a: 1, b: 2 }]);
  expect(await plans()).toEqual([]);
  await db.destroy();
});

test('a transaction goes on without kept plans, and is done again on a new schema [T1328]', async () => {
  const alter = (text: string) => fresh.ownerPool.query(text);
  await alter('create table planned (a int); grant select, insert on planned to public');
  const pool = openPool(serverEndpoint(inject('cluster'), fresh.name), 1);
  const db = openDatabase(pool);
  let attempts = 0;
  const add = (a: number) =>
    keepingPlans(() =>
      inTransaction(db, async (trx) => {
        attempts += 1;
        await sql`insert into planned (a) values (${a}::int)`.execute(trx);
        return (await sql<object>`select * from planned where a = ${a}::int`.execute(trx)).rows;
      }),
    );
  const plans = async () =>
    (await pool.query("select from pg_prepared_statements where statement like '%planned%'")).rowCount;
  expect(await add(1)).toEqual([{ a: 1 }]);
  expect(await plans()).toBe(2);
  await alter('alter table planned add column b int not null default 2');
  expect(await add(2)).toEqual([{ a: 2, b: 2 }]);
  expect(attempts).toBe(3);
  // As behind a pooler that hands the connection to somebody else.
  await pool.query('deallocate all');
  expect(await add(3)).toEqual([{ a: 3, b: 2 }]);
  expect(await add(4)).toEqual([{ a: 4, b: 2 }]);
  expect(attempts).toBe(6);
  expect(await plans()).toBe(0);
  expect((await fresh.ownerPool.query('select a from planned order by a')).rows).toEqual(
    [1, 2, 3, 4].map((a) => ({ a })),
  );
  await db.destroy();
});
