import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { type FreshDatabase, freshDatabase } from '../../../../test/support/database/database.ts';
import { ownerEndpoint, serverEndpoint } from '../../../../test/support/database/throwaway-cluster.ts';
import { addCell } from '../../../app/migrate-installation.ts';
import { buildId } from '../../../app/web/stored-builds.ts';
import { webFolder } from '../../../context/config.ts';
import { readCell } from '../../cells/cell.ts';
import { openDatabase, openPool } from '../connection/connect.ts';
import { inSchema } from '../connection/endpoint.ts';
import { checkSchema } from './check-schema.ts';

const cluster = inject('cluster');
const webDir = webFolder(undefined, fileURLToPath(new URL('../../../../../..', import.meta.url)));
let database: FreshDatabase;
beforeAll(async () => {
  database = await freshDatabase();
  await addCell(ownerEndpoint(cluster, database.name), { schema: 'cell_1', cell: 1, sandbox: true, webDir });
}, 240_000);
afterAll(() => database.drop());

test('a cell’s schema has all that public has, and nothing in it names another schema [T1934]', async () => {
  const everything = (schema: string) =>
    database.ownerPool.query<{ what: string }>(
      `with own as (select oid from pg_namespace where nspname = $1)
      select replace(what, $1 || '.', '') as what from (
        select format('%s %s', relkind, relname) as what from pg_class where relnamespace in (table own)
        union all select format('%s %s', relname, pg_get_triggerdef(t.oid)) from pg_trigger t
          join pg_class c on c.oid = tgrelid and relnamespace in (table own) where not tgisinternal
        union all select format('%s %s', relname, pg_get_constraintdef(k.oid)) from pg_constraint k
          join pg_class c on c.oid = conrelid and relnamespace in (table own)
        union all select format('%s %s', relname, relacl::text) from pg_class where relnamespace in (table own)
        union all select replace(pg_get_functiondef(p.oid), format('''pg_catalog'', %L, ', $1), '''pg_catalog'', ') from pg_proc p
          left join pg_depend d on d.objid = p.oid and d.deptype = 'e'
          where pronamespace in (table own) and prokind = 'f' and d.objid is null
      ) as each where what not like '% tracking_event_2%' order by 1`,
      [schema],
    );
  const [first, second] = [await everything('public'), await everything('cell_1')];
  expect(first.rows.length).toBeGreaterThan(500);
  expect(second.rows).toEqual(first.rows);
  expect(second.rows.filter(({ what }) => /\bpublic\./.test(what))).toEqual([]);
});

test('a server takes a cell’s schema, and none that is missing or another cell’s [T1935]', async () => {
  const open = (schema: string) =>
    openDatabase(openPool(inSchema(serverEndpoint(cluster, database.name), schema), 1));
  const [own, missing] = [open('cell_1'), open('cell_2')];
  try {
    await checkSchema(own, { sandbox: true, build: buildId(webDir) });
    expect(await readCell(own)).toEqual({ id: 1, schema: 'cell_1' });
    expect(await readCell(database.db)).toEqual({ id: 0, schema: 'public' });
    await expect(checkSchema(missing, { sandbox: true, build: buildId(webDir) })).rejects.toThrow(
      'no schema of Hiram',
    );
    await expect(readCell(missing)).rejects.toThrow('there is no schema cell_2 in this database');
  } finally {
    await Promise.all([own.destroy(), missing.destroy()]);
  }
  const again = { schema: 'cell_1', sandbox: true, webDir };
  await expect(addCell(ownerEndpoint(cluster, database.name), { ...again, cell: 2 })).rejects.toThrow(
    'the schema cell_1 is cell 1',
  );
});
