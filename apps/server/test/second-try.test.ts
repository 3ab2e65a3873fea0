import { afterAll, beforeAll, expect, test } from 'vitest';
import { type FreshDatabase, freshDatabase } from './support/database/database.ts';

let fresh: FreshDatabase;
beforeAll(async () => {
  fresh = await freshDatabase();
});
afterAll(() => fresh.drop());

test('a second try finds the database that beforeAll made, not what the first one left [T1000]', {
  repeats: 1,
}, async () => {
  const leftOver = async () =>
    (await fresh.ownerPool.query(`select to_regclass('left_over') is not null as exists`)).rows;
  expect(await leftOver()).toEqual([{ exists: false }]);
  await fresh.ownerPool.query('create table left_over ()');
  expect(await leftOver()).toEqual([{ exists: true }]);
});
