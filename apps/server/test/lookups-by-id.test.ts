import { sql } from 'kysely';
import { expect, inject, test } from 'vitest';
import { startHiram } from './support/processes/running-server.ts';

/**
 * Tables whose every statement names the borrower, the day or another indexed column. A lookup by the id
 * alone reads them whole.
 */
const namedOtherwise = [
  'agreement',
  'card_payment',
  'complaint_event',
  'complaint_message',
  'debit_card',
  'decision_run',
  'device_location',
  'disclosure',
  'erasure_hold',
  'joint_login_failure',
  'note',
  'picture',
  'profile_history',
  'reference_contact',
  'saved_loan',
  'tracking_event',
];

test('each table whose key begins with the borrower has an index on the id alone', async () => {
  const hiram = await startHiram(inject('cluster'), {});
  try {
    const { rows } = await sql<{ table: string }>`
      select class.relname as table from pg_class class
      join pg_attribute id on id.attrelid = class.oid and id.attname = 'id' and id.atttypid = 'uuid'::regtype
      where class.relkind in ('r', 'p') and not class.relispartition and class.relnamespace = 'public'::regnamespace
        and not exists (select from pg_index index
          where index.indrelid = class.oid and index.indpred is null and index.indkey[0] = id.attnum)
      order by 1`.execute(hiram.server.appContext.db);
    expect(rows.map(({ table }) => table)).toEqual(namedOtherwise);
  } finally {
    await hiram.stop();
  }
});
