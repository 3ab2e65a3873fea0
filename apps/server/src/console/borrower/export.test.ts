import { exportBorrowerData, exportMoreData, readBorrowerField } from '@hiram/contract/console/borrower';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import {
  approveByPasskey,
  type StaffMember,
  signInAgain,
  staffMember,
} from '../../../test/support/console/console.ts';
import { submitAction } from '../../../test/support/console/console-actions.ts';
import { borrowerIdOf } from '../../../test/support/database/rows.ts';
import { setUpHiram } from '../../../test/support/processes/set-up.ts';
import { actAs } from '../../platform/database/actor.ts';
import { inTransaction } from '../../platform/database/connection/connect.ts';

const hiram = setUpHiram({ BRAND: 'spec' }, { now: () => now });
let borrowerId: string;
let now = new Date();
beforeAll(async () => {
  const { orderId } = await hiram.borrower({ state: '180' });
  borrowerId = await borrowerIdOf(hiram, orderId);
});

const spec = { brand: 'spec' };

/** Moves the clock on and signs the people in again: their sessions are locked by then. */
async function later(minutes: number, ...people: readonly StaffMember[]): Promise<void> {
  now = new Date(now.getTime() + minutes * 60_000);
  for (const person of people) person.browser.cookie = (await signInAgain(hiram, person)).cookie;
}

const exportBy = ({ browser }: StaffMember) =>
  browser.send(exportBorrowerData, { borrowerId, reason: 'data request 12' }, spec);

test('an export counts each encrypted field in it towards what a person reads in an hour [T1048]', async () => {
  const officer = await staffMember(hiram, 'officer');
  expect(await exportBy(officer)).toMatchObject({ success: true });
  const read = await hiram.owner
    .selectFrom('staff_read')
    .select('fields')
    .where('staff_id', '=', officer.id)
    .executeTakeFirstOrThrow();
  expect(read.fields).toBeGreaterThan(5);
  const field = { borrowerId, field: 'phone', reason: 'a call back' };
  const readPhone = () => officer.browser.send(readBorrowerField, field, spec);
  for (let reads = read.fields; reads < 40; reads += 1)
    expect(await readPhone()).toMatchObject({ success: true });
  expect(await readPhone()).toMatchObject({ code: 'tooManyReads' });
  expect(await exportBy(officer)).toMatchObject({ code: 'tooManyReads' });
});

test('after five exports within a day a second person approves each further one, also by SQL [T1049]', async () => {
  const officer = await staffMember(hiram, 'officer');
  const controller = await staffMember(hiram, 'controller');
  for (let exports = 0; exports < 5; exports += 1) {
    expect(await exportBy(officer)).toMatchObject({ success: true });
    await later(61, officer);
  }
  expect(await exportBy(officer)).toMatchObject({ code: 'needsApproval' });
  const bySql = (approvalId: string | null) =>
    actAs('a test', () =>
      inTransaction(hiram.server.appContext.db, (trx) =>
        sql`insert into staff_read (id, staff_id, borrower_id, subject, subject_id, field, reason, at, approval_id)
          values (gen_random_uuid(), ${officer.id}, ${borrowerId}, 'borrower', ${borrowerId}, 'everything', 'a reason',
            ${now}, ${approvalId})`.execute(trx),
      ),
    );
  await expect(bySql(null)).rejects.toThrow('a further export needs a second person');

  const asked = await submitAction(
    officer,
    exportMoreData,
    { borrowerId },
    { ...spec, reason: 'request 13' },
  );
  expect(asked.data.state).toBe('waiting');
  expect(await exportBy(officer)).toMatchObject({ code: 'needsApproval' });
  await expect(bySql(asked.data.approvalId)).rejects.toThrow('two persons approve this export');
  await later(1, controller);
  expect(await approveByPasskey(controller, asked.data.approvalId, 'spec')).toMatchObject({ success: true });
  expect(await exportBy(officer)).toMatchObject({ success: true });
  expect(await exportBy(officer)).toMatchObject({ code: 'needsApproval' });
  await expect(bySql(asked.data.approvalId)).rejects.toThrow(/staff_read_approval_id_key/);

  await later(24 * 60, officer);
  expect(await exportBy(officer)).toMatchObject({ success: true });
});
