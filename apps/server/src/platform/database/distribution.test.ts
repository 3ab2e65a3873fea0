import { afterAll, beforeAll, expect, test } from 'vitest';
import { placeOf, tables } from '../../../../../tools/distribution/keys.ts';
import { distributionRules, listedOf } from '../../../../../tools/distribution/rules.ts';
import { schemaRules, withPlaces } from '../../../../../tools/distribution/schema-rules.ts';
import { type FreshDatabase, freshDatabase } from '../../../test/support/database.ts';

let fresh: FreshDatabase;
beforeAll(async () => {
  fresh = await freshDatabase();
});
afterAll(() => fresh.drop());

const namesOf = async (text: string, values: unknown[] = []): Promise<string[]> => {
  const { rows } = await fresh.ownerPool.query<{ name: string }>(text, values);
  return rows.map(({ name }) => name).sort();
};

const broken = (id: string) =>
  namesOf(withPlaces(schemaRules[id] ?? ''), [JSON.stringify(Object.fromEntries(placeOf))]);

test('tools/distribution/keys.json says of every table what it would be distributed by [T706]', async () => {
  const all = await namesOf(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition`,
  );
  expect(tables.toSorted()).toEqual(all);
  const columns = await namesOf(
    `select c.relname || ' ' || attname as name from pg_attribute join pg_class c on c.oid = attrelid
     where relnamespace = 'public'::regnamespace and attnotnull`,
  );
  const missing = tables.filter(
    (table) =>
      !['copy', 'one'].includes(placeOf.get(table) ?? '') &&
      !columns.includes(`${table} ${placeOf.get(table)}`),
  );
  // Entries about no borrower: the audit trail has to be divided, which the rules say.
  expect(missing).toEqual(['audit_entry']);
});

test.each(Object.keys(schemaRules))(
  'each object of the schema that breaks the rule %s is listed in tools/distribution/rules.json with what has to change',
  async (id) => {
    const rule = distributionRules.find((candidate) => candidate.id === id);
    expect(rule && listedOf(rule)).toEqual(await broken(id));
  },
);

test('an object that breaks a rule is found [T707]', async () => {
  await fresh.ownerPool.query(`
    create table probe (borrower_id uuid primary key, days int4range, at date, no integer, unique (no) deferrable);
    create index probe_days on probe using gist (days);
    create function probe_function() returns void language plpgsql as $$
      declare x probe.no%type; begin alter table probe add column y integer; end $$;
    alter table payout add column probe uuid unique`);
  expect(await broken('yugabyte-deferrable')).toContain('probe_no_key');
  expect(await broken('yugabyte-index-method')).toContain('probe_days');
  expect(await broken('yugabyte-index-type')).toContain('probe_days');
  for (const id of ['yugabyte-type-of', 'yugabyte-ddl-function'])
    expect(await broken(id)).toContain('probe_function');
  expect(await broken('citus-unique')).toContain('payout_probe_key');
});
