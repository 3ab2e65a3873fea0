import { afterAll, beforeAll, expect, test } from 'vitest';
import { type FreshDatabase, freshDatabase } from '../../../test/support/database/database.ts';
import { newId } from '../../platform/ids.ts';

let fresh: FreshDatabase;
beforeAll(async () => {
  fresh = await freshDatabase();
});
afterAll(() => fresh.drop());

const prepare = (day: string) => fresh.pool.query('select ensure_tracking_partition($1)', [day]);
const track = (day: string) =>
  fresh.db
    .insertInto('tracking_event')
    .values({ id: newId(), day, brand: 'spec', kind: 'tap', at: new Date() })
    .execute();
const tables = async () =>
  (
    await fresh.pool.query<{ day: string; place: string }>(
      'select day, tableoid::regclass::text as place from tracking_event order by day',
    )
  ).rows;

test('a prepared day has its own table, also when many servers prepare it at once', async () => {
  await Promise.all(Array.from({ length: 8 }, () => prepare('2026-03-02')));
  await prepare('2026-03-02');
  await track('2026-03-02');
  await track('2026-03-03');
  expect(await tables()).toEqual([
    { day: '2026-03-02', place: 'tracking_event_20260302' },
    { day: '2026-03-03', place: 'tracking_event_other' },
  ]);
});

test('a day whose events came before its table keeps its events', async () => {
  await track('2026-05-05');
  await prepare('2026-05-05');
  await track('2026-05-05');
  expect((await tables()).filter((row) => row.day === '2026-05-05')).toHaveLength(2);
});
