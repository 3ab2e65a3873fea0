import { listRoles } from '@hiram/contract/console/staff';
import { setLimit } from '@hiram/contract/console/staff-limits';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { grantByPasskey, type StaffMember, staffMember } from '../../../test/support/console.ts';
import { type Hiram, startHiram } from '../../../test/support/running-server.ts';
import { serverEndpoint } from '../../../test/support/throwaway-cluster.ts';
import { openPool } from '../../platform/database/connect.ts';

let hiram: Hiram;
let admin: StaffMember;
let controller: StaffMember;
beforeAll(async () => {
  hiram = await startHiram(inject('cluster'), { BRAND: 'spec,ph' });
  admin = await staffMember(hiram, 'admin');
  controller = await staffMember(hiram, 'controller');
});
afterAll(() => hiram.stop());

const ph = { brand: 'ph' };
const limit = {
  ...{ role: 'officer', action: 'staff.assignRoles' as const },
  ...{ maxPerItem: 50_000, maxPerDay: 200_000, secondPersonFrom: 0 },
};

async function limitsOf(role: string) {
  const { data } = await controller.browser.send(listRoles, {}, ph);
  const limits = data.roles.find((row) => row.role === role)?.limits ?? [];
  // The desks bring limits of their own.
  return limits.filter(({ action }) => action === limit.action);
}

test('a limit is requested by one person, granted by another, and holds in its brand [T324]', async () => {
  const preview = await admin.browser.send(setLimit.preview, { request: limit }, ph);
  expect(preview.data).toMatchObject({ verdict: 'secondPerson' });
  const { digest } = preview.data;
  const asked = await admin.browser.send(
    setLimit.submit,
    { request: limit, digest, reference: '', reason: 'a new task' },
    ph,
  );
  expect(asked.data).toMatchObject({ state: 'waiting' });
  expect(await limitsOf('officer')).toEqual([]);
  expect(await grantByPasskey(controller, asked.data.approvalId, 'ph')).toMatchObject({ success: true });
  const { role, ...shown } = limit;
  expect(await limitsOf(role)).toEqual([{ ...shown, brand: 'ph' }]);
  expect(await admin.browser.send(setLimit.preview, { request: limit }, ph)).toMatchObject({
    code: 'nothingChanges',
  });
});

test('nobody lets one person assign roles or set limits alone; unknown roles and amounts that are none are rejected', async () => {
  const send = (change: object) =>
    admin.browser.send(setLimit.preview, { request: { ...limit, ...change } }, ph);
  expect(await send({ secondPersonFrom: 1 })).toMatchObject({ code: 'alwaysTwo' });
  expect(await send({ action: 'staff.setLimit', secondPersonFrom: null })).toMatchObject({
    code: 'alwaysTwo',
  });
  expect(await send({ role: 'nobody' })).toMatchObject({ code: 'unknownRole' });
  for (const maxPerItem of [-1, 1.5, 2 ** 53, '1.234,56', 'NaN'])
    expect(await send({ maxPerItem })).toMatchObject({ status: 400, field: 'request.maxPerItem' });
});

test('the server’s own login sets no limit without a granted approval of exactly that limit [T325]', async () => {
  const pool = openPool(serverEndpoint(inject('cluster'), hiram.database), 1);
  try {
    await pool.query(`select set_config('hiram.actor', 'a test', false)`);
    await expect(pool.query('update authority set max_per_item = 1')).rejects.toThrow(
      /granted approval alone/,
    );
    // The approval of the first test, for another amount.
    await expect(
      pool.query(`insert into authority (role, action, brand, max_per_item, second_person_from, approval_id)
        select 'support', 'staff.assignRoles', 'ph', 9999999, 0, id from approval where action = 'staff.setLimit'`),
    ).rejects.toThrow(/granted approval alone/);
  } finally {
    await pool.end();
  }
});
