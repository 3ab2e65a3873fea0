import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { BorrowerId, StaffId } from '@hiram/contract/ids';
import { expect, test } from 'vitest';
import { setUpHiram, setUpStaffMember } from '../../../../test/support/processes/set-up.ts';
import { actAs } from '../../../platform/database/actor.ts';
import { newId } from '../../../platform/ids.ts';
import { reportsOfPrimary } from '../../../platform/reports.ts';
import type { StaffRequest } from '../serve-staff.ts';
import { readEncrypted } from './read-encrypted.ts';

const hiram = setUpHiram();
const support = setUpStaffMember(hiram, 'support');

test('no other file of the console decrypts a borrower’s value', () => {
  const folder = fileURLToPath(new URL('../..', import.meta.url));
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
    /(?<!\.test)\.ts$/.test(file),
  );
  // What passes the `decrypt` of `readEncrypted` on decrypts nothing by itself.
  const decrypting = files.filter((file) =>
    /cipher(?!: \{ decrypt \})/.test(readFileSync(`${folder}${file}`, 'utf8')),
  );
  // The second one makes the file for an authority, an export in the trail; the third one reads the staff's own secrets.
  expect(decrypting.sort()).toEqual([
    'access/personal-data/read-encrypted.ts',
    'duty/area.ts',
    'staff/totp-codes.ts',
  ]);
});

async function readsAt(now: Date, times: number, isFailing = false): Promise<string[]> {
  const { appContext } = hiram.server;
  // What the function reads of a request.
  const staffRequest = {
    context: { appContext, reports: reportsOfPrimary(appContext.db), origin: () => '' },
    db: appContext.db,
    now,
    session: { staffId: support.id as StaffId },
  } as StaffRequest;
  const { id } = await hiram.owner
    .insertInto('borrower')
    .values({ id: newId(), brand: 'ph', phone: `0917${Date.now() % 10_000_000}`, created_at: now } as never)
    .returning('id')
    .executeTakeFirstOrThrow();
  const encrypted = appContext.cipher.encrypt('a value');
  const read = {
    borrowerId: id as BorrowerId,
    subject: 'borrower',
    subjectId: id,
    field: 'name',
    reason: 'to call back',
  };
  const results = await Promise.all(
    Array.from({ length: times }, () =>
      actAs('a test', () =>
        readEncrypted(staffRequest, read, async (_trx, decrypt) => {
          if (isFailing) throw new Error('the row is gone');
          return decrypt(encrypted);
        }),
      ).catch((error: Error) => ({ value: error.message })),
    ),
  );
  return results.map((result) => ('rejected' in result ? result.rejected : result.value));
}

const readsOf = () =>
  hiram.owner.selectFrom('staff_read').selectAll().where('staff_id', '=', support.id).execute();

test('a read is recorded with its reason, forty an hour also by concurrent calls [T320]', async () => {
  const now = hiram.server.appContext.clock.now();
  expect(await readsAt(now, 1, true)).toEqual(['the row is gone']);
  expect(await readsOf()).toEqual([]);
  const values = await readsAt(now, 42);
  expect(values.filter((value) => value === 'a value').length).toBe(40);
  expect(values.filter((value) => value === 'tooManyReads').length).toBe(2);
  const rows = await readsOf();
  expect(rows.length).toBe(40);
  expect(rows[0]).toMatchObject({ field: 'name', reason: 'to call back' });
  expect(await readsAt(new Date(now.getTime() + 3_600_001), 1)).toEqual(['a value']);
});
