import { deleteAccount } from '@hiram/contract/account';
import { sql } from 'kysely';
import { afterEach, expect, test } from 'vitest';
import { notPersonal, personalColumns as personal } from '../../../test/support/database/personal-columns.ts';
import { borrowerIdOf } from '../../../test/support/database/rows.ts';
import { setUpHiram } from '../../../test/support/processes/set-up.ts';
import { retentionSchema } from '../../brands/validation/retention.ts';
import { erasedTables } from '../../lending/borrowers/erase.ts';
import { checkTasks } from '../../lending/reconciliation/check-tasks.ts';
import { encryptedColumns } from '../../platform/crypto/encrypted-columns.ts';
import { retentionRules } from './retention.ts';

const hiram = setUpHiram();
// Whatever a test does: everything that waits has one task.
afterEach(async () => expect(await checkTasks(hiram.server.appContext.db)).toEqual([]));

/**
 * Every column of a lender's tables that can contain words, bytes or a place; a partitioned table counts
 * once.
 */
async function live(): Promise<readonly string[]> {
  const found = await sql<{ name: string }>`
    select c.relname || '.' || a.attname as name
    from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_attribute a on a.attrelid = c.oid
    join pg_type t on t.oid = a.atttypid
    where n.nspname = 'public' and c.relkind in ('r', 'p') and not c.relispartition
      and c.relname not like 'kysely%' and c.relname not like 'sandbox%' and a.attnum > 0 and not a.attisdropped
      -- Numbers count and weigh, days and moments say when; ids are chance.
      and t.typname not in ('uuid', 'int2', 'int4', 'int8', 'bool', 'date', 'timestamptz')`.execute(
    hiram.server.appContext.db,
  );
  return found.rows.map((row) => row.name);
}

test('docs/data.md lists every column that can hold personal data, once, and no column that does not exist', async () => {
  const columns = await live();
  expect(columns.length).toBeGreaterThan(150);
  const listed = [...personal.map((row) => row.column), ...notPersonal];
  expect(listed.filter((column, index) => listed.indexOf(column) !== index)).toEqual([]);
  expect([...listed].sort()).toEqual([...columns].sort());
  for (const { column, what, why, leaves } of personal)
    expect(
      [what, why, leaves].every((cell) => cell !== ''),
      column,
    ).toBe(true);
});

test('columns described as encrypted use the data key, and retention is as described', () => {
  const encrypted = encryptedColumns
    .map((encryptedColumn) => `${encryptedColumn.table}.${encryptedColumn.column}`)
    .filter((text) => text !== 'key_check.encrypted' && text !== 'match_key.encrypted');
  expect(
    personal
      .filter((row) => row.storedAs === 'encrypted')
      .map((row) => row.column)
      .sort(),
  ).toEqual(encrypted.sort());
  const digests = encryptedColumns.flatMap((encryptedColumn) =>
    encryptedColumn.digest ? [`${encryptedColumn.table}.${encryptedColumn.digest}`] : [],
  );
  for (const digest of digests)
    expect(personal.find((row) => row.column === digest)?.storedAs, digest).toBe('digest');
  for (const { column, storedAs, until } of personal) {
    expect(['encrypted', 'digest', 'hash', 'tail', 'rounded', 'plain'], column).toContain(storedAs);
    expect(
      until.every(
        (text) =>
          text === 'account' || text === 'law' || text.replace('age: ', '') in retentionSchema.entries,
      ),
      column,
    ).toBe(true);
  }
  const aged = personal.flatMap((row) =>
    row.until.filter((text) => text.startsWith('age: ')).map((text) => `${row.table} ${text.slice(5)}`),
  );
  const ruled = retentionRules
    .filter((rule) => personal.some((row) => row.table === rule.table))
    .map((rule) => `${rule.table} ${rule.kind}`);
  expect([...new Set(aged)].sort()).toEqual([...new Set(ruled)].sort());
  // What is deleted by age without data of a person: roles from a directory, and offers.
  expect(
    retentionRules.map((rule) => rule.table).filter((text) => !personal.some((row) => row.table === text)),
  ).toEqual(['staff_directory_role', 'offer']);
});

test('after an account’s deletion no row, number, password or origin is left where described', async () => {
  const { db } = hiram.server.appContext;
  const deletedTables = new Set(
    personal.filter((row) => row.until.includes('account')).map((row) => row.table),
  );
  expect([...deletedTables].sort()).toEqual([...erasedTables, 'borrower', 'debit_card'].sort());
  const client = await hiram.borrower({ state: '200', with: { isScore: 0 } });
  const other = await hiram.borrower({ state: '200', with: { isScore: 0 } });
  const id = await borrowerIdOf(hiram, client.orderId);
  const bytes = Buffer.from('x');
  const erasedColumns = personal.flatMap(({ column, until }) =>
    column.startsWith('borrower.') && until.includes('account') ? column.slice('borrower.'.length) : [],
  );
  const fill = async (borrower: string) => {
    const now = new Date();
    await sql`insert into borrower_profile (borrower_id, data_group, encrypted, updated_at) values (${borrower}, 'job', ${bytes}, ${now}) on conflict do nothing`.execute(
      db,
    );
    await sql`insert into profile_draft (borrower_id, data_group, encrypted, updated_at) values (${borrower}, 'job', ${bytes}, ${now}) on conflict do nothing`.execute(
      db,
    );
    await sql`insert into profile_history (borrower_id, id, data_group, revision, encrypted, replaced_at) values (${borrower}, gen_random_uuid(), 'job', 1, ${bytes}, ${now})`.execute(
      db,
    );
    await sql`insert into device (borrower_id, device_id, name, os_version, app_version, first_seen_at, seen_at) values (${borrower}, 'd', 'My phone', '1', '1', ${now}, ${now}) on conflict do nothing`.execute(
      db,
    );
    await sql`insert into device_location (borrower_id, id, latitude, longitude, at) values (${borrower}, gen_random_uuid(), 14.6, 121, ${now})`.execute(
      db,
    );
    await sql`insert into reference_contact (borrower_id, id, place, name_encrypted, phone_encrypted, phone_digest, relation, created_at) values (${borrower}, gen_random_uuid(), 1, ${bytes}, ${bytes}, ${bytes}, 'friend', ${now})`.execute(
      db,
    );
    await sql`insert into consent (borrower_id, kind, version, given_at) values (${borrower}, 'location', '1', ${now}) on conflict do nothing`.execute(
      db,
    );
    await sql`insert into saved_loan (borrower_id, id, place, name, principal, rate, tenure, start_date, emi, created_at) values (${borrower}, gen_random_uuid(), 1, 'For the roof', 10000, 1, 1, '2026-01-01', 1, ${now})`.execute(
      db,
    );
    await sql`insert into partner_answer (borrower_id, partner_key, globally) values (${borrower}, 'p', 1) on conflict do nothing`.execute(
      db,
    );
    await sql`insert into application_address (borrower_id, order_id, brand, digest, applied_at) values (${borrower}, gen_random_uuid(), 'spec', ${bytes}, ${now})`.execute(
      db,
    );
    await sql`insert into identity_mark (brand, kind, digest, borrower_id, seen_at) values ('spec', 'device', ${bytes}, ${borrower}, ${now})`.execute(
      db,
    );
    await sql`insert into identity_check (borrower_id, id, brand, document, state, created_at) values (${borrower}, gen_random_uuid(), 'spec', 'philsys', 'draft', ${now})`.execute(
      db,
    );
    await sql`insert into bureau_report (borrower_id, id, brand, order_id, person_digest, asked_at, asked_on) values (${borrower}, gen_random_uuid(), 'spec', gen_random_uuid(), ${bytes}, ${now}, '2026-01-01')`.execute(
      db,
    );
    const member = await sql<{
      id: string;
    }>`insert into staff (id, name, email, created_at) values (gen_random_uuid(), 'Ana', ${`${borrower}@lender.example`}, ${now}) returning id`.execute(
      db,
    );
    const staffId = member.rows[0]?.id;
    await sql`insert into note (borrower_id, id, staff_id, text, at) values (${borrower}, gen_random_uuid(), ${staffId}, 'Call after five.', ${now})`.execute(
      db,
    );
    await sql`insert into number_change (borrower_id, id, phone, proposed_by, proposed_at) values (${borrower}, gen_random_uuid(), '+639170000001', ${staffId}, ${now})`.execute(
      db,
    );
    await sql`insert into debit_card (borrower_id, id, bank_code, bank_name, tail, token_encrypted, digest, created_at) values (${borrower}, gen_random_uuid(), 'B', 'Bank', '1234', ${bytes}, ${bytes}, ${now})`.execute(
      db,
    );
    await sql`insert into bounced_address values (${borrower}, 'sms', ${bytes}, 3, ${now})`.execute(db);
    await sql`insert into message_preference values (${borrower}, 'reminder', false, ${now})`.execute(db);
    const given = Object.fromEntries(erasedColumns.map((column) => [column, borrower.slice(-12)]));
    const columns = sql.join(erasedColumns.map((column) => sql.ref(column)));
    await sql`update borrower set (${columns}) = (select ${columns} from jsonb_populate_record(null::borrower, ${JSON.stringify(given)}))
      where id = ${borrower}`.execute(hiram.owner);
  };
  const otherId = await borrowerIdOf(hiram, other.orderId);
  for (const borrowerId of [id, otherId]) await fill(borrowerId);
  const remainingRows = async (borrower: string) => {
    const counts: Record<string, number> = {};
    for (const name of deletedTables)
      if (name !== 'borrower')
        counts[name] = Number(
          (
            await sql<{
              n: number;
            }>`select count(*)::int as n from ${sql.table(name)} where borrower_id = ${borrower}`.execute(db)
          ).rows[0]?.n,
        );
    return counts;
  };
  for (const count of Object.values(await remainingRows(id))) expect(count).toBeGreaterThan(0);
  const rowOf = () => db.selectFrom('borrower').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  const filled: Record<string, unknown> = await rowOf();
  for (const column of erasedColumns) expect(filled[column], column).not.toBeNull();
  expect((await hiram.send(deleteAccount, {}, client.context)).success).toBe(true);
  await hiram.days(30);
  const erasedBorrower = await hiram.until(rowOf, (row) => row.erased_at !== null);
  expect(erasedBorrower).toMatchObject(
    Object.fromEntries(erasedColumns.map((column) => [column, column === 'phone' ? `erased ${id}` : null])),
  );
  expect(new Set(Object.values(await remainingRows(id)))).toEqual(new Set([0]));
  // No other borrower's.
  for (const count of Object.values(await remainingRows(otherId))) expect(count).toBeGreaterThan(0);
});
