import { afterAll, beforeAll, expect, test } from 'vitest';
import { type FreshDatabase, freshDatabase } from '../database.ts';

let fresh: FreshDatabase;
beforeAll(async () => {
  fresh = await freshDatabase();
});
afterAll(() => fresh.drop());

test('connects', async () => {
  const { rows } = await fresh.pool.query('select current_user as me');
  expect(rows).toEqual([{ me: 'hiram_app' }]);
});
