import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { type FreshDatabase, freshDatabase } from '../../../../test/support/database.ts';
import { serverEndpoint } from '../../../../test/support/throwaway-cluster.ts';
import { openDatabase, openPool } from '../connection/connect.ts';
import { readPlanned } from './statements.ts';

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
