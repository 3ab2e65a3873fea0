import { readFileSync } from 'node:fs';
import { sql } from 'kysely';
import { expect, inject, test } from 'vitest';
import { startHiram } from './support/running-server.ts';

type Routes = Readonly<Record<string, readonly string[]>>;

/** Tables whose statements of this kind name another column, which is unique. */
const byAnotherColumn = new Set(['picture']);

test('each table in which a statement names a row by its id alone has an index on the id', async () => {
  const routes = JSON.parse(
    readFileSync(new URL('../../../tools/statement-routes.json', import.meta.url), 'utf8'),
  ) as Routes;
  const named = Object.entries(routes).filter(([, kinds]) => kinds.includes('id'));
  const tables = new Set(
    named.map(([place]) => place.split(' ')[1] ?? '').filter((table) => !byAnotherColumn.has(table)),
  );
  expect(tables).toContain('complaint');
  const hiram = await startHiram(inject('cluster'), {});
  try {
    const { rows } = await sql<{ table: string; column: string }>`
      select class.relname as table, attribute.attname as column from pg_index index
      join pg_class class on class.oid = index.indrelid
      join pg_attribute attribute on attribute.attrelid = class.oid and attribute.attnum = index.indkey[0]
      where index.indpred is null and class.relnamespace = 'public'::regnamespace`.execute(
      hiram.server.appContext.db,
    );
    const indexed = new Set(rows.filter(({ column }) => column === 'id').map(({ table }) => table));
    expect([...tables].filter((table) => !indexed.has(table))).toEqual([]);
  } finally {
    await hiram.stop();
  }
});
