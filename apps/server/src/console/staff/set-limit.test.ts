import { approvalOptions, approveRequest } from '@hiram/contract/console/approval';
import { endEmployment, listRoles, previewRoles, requestRoles } from '@hiram/contract/console/staff';
import { setLimit } from '@hiram/contract/console/staff-limits';
import { type ApprovalId, asId } from '@hiram/contract/ids';
import { expect, inject, test } from 'vitest';
import { approveByPasskey, staffMember } from '../../../test/support/console/console.ts';
import { submitAction } from '../../../test/support/console/console-actions.ts';
import { ownerEndpoint, serverEndpoint } from '../../../test/support/database/throwaway-cluster.ts';
import { setUpHiram, setUpStaffMember } from '../../../test/support/processes/set-up.ts';
import { openPool } from '../../platform/database/connection/connect.ts';

const hiram = setUpHiram({ BRAND: 'spec,ph' });
const admin = setUpStaffMember(hiram, 'admin');
const controller = setUpStaffMember(hiram, 'controller');

const ph = { brand: 'ph' };
const limit = {
  role: 'officer',
  action: 'staff.assignRoles' as const,
  maxPerItem: 50_000,
  maxPerDay: 200_000,
  secondPersonFrom: 0,
};

async function limitsOf(role: string) {
  const { data } = await controller.browser.send(listRoles, {}, ph);
  const limits = data.roles.find((row) => row.role === role)?.limits ?? [];
  // The areas bring limits of their own.
  return limits.filter(({ action }) => action === limit.action);
}

test('a limit is requested by one person, approved by another, and holds in its brand [T324]', async () => {
  const preview = await admin.browser.send(setLimit.preview, { request: limit }, ph);
  expect(preview.data).toMatchObject({ verdict: 'secondPerson' });
  const { digest } = preview.data;
  const asked = await admin.browser.send(
    setLimit.submit,
    { request: limit, digest, reference: '', reason: 'a new task' },
    ph,
  );
  expect(asked.data).toMatchObject({ state: 'waiting' });
  const rejected = { state: 'rejected', rejected_because: 'no', closed_at: new Date() } as const;
  const update = hiram.owner.updateTable('approval').where('action', '=', 'staff.setLimit');
  await expect(update.set({ ...rejected, rejected_by: admin.id }).execute()).rejects.toThrow(
    /check constraint/,
  );
  expect(await limitsOf('officer')).toEqual([]);
  expect(await approveByPasskey(controller, asked.data.approvalId, 'ph')).toMatchObject({ success: true });
  const { role, ...shown } = limit;
  expect(await limitsOf(role)).toEqual([{ ...shown, brand: 'ph' }]);
  expect(await admin.browser.send(setLimit.preview, { request: limit }, ph)).toMatchObject({
    code: 'nothingChanges',
  });
});

test('no limit lets one person assign roles or set limits alone', async () => {
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

test('a limit or role that was replaced does not come back by its former approval [T2252]', async () => {
  const person = await staffMember(hiram);
  const approve = async (approvalId: ApprovalId) =>
    expect(await approveByPasskey(controller, approvalId, 'ph')).toMatchObject({ success: true });
  const assign = async (roles: readonly string[]) => {
    const { data } = await admin.browser.send(previewRoles, { staffId: person.id, roles }, ph);
    const request = { staffId: person.id, roles, digest: data.digest, reason: 'another task' };
    const { approvalId } = (await admin.browser.send(requestRoles, request, ph)).data;
    await approve(approvalId);
    return approvalId;
  };
  const set = async (maxPerItem: number) => {
    const { approvalId } = (await submitAction(admin, setLimit, { ...limit, maxPerItem }, ph)).data;
    await approve(approvalId);
    return approvalId;
  };
  const [roleId, limitId] = [await assign(['admin']), await set(90_000)];
  await assign([]);
  await set(10_000);
  const pool = openPool(serverEndpoint(inject('cluster'), hiram.database), 1);
  try {
    await pool.query(`select set_config('hiram.actor', 'a test', false)`);
    const values = [person.id, roleId];
    const role = `insert into staff_role (staff_id, role, brand, approval_id, assigned_at) values ($1, 'admin', 'ph', $2, now())`;
    await expect(pool.query(role, values)).rejects.toThrow(/approved request alone/);
    const set = `update authority set max_per_item = 90000, approval_id = $1
      where role = 'officer' and action = 'staff.assignRoles' and brand = 'ph'`;
    await expect(pool.query(set, [limitId])).rejects.toThrow(/approved request alone/);
  } finally {
    await pool.end();
  }
});

test('the server’s own login sets no limit without an approved request of exactly that limit [T325]', async () => {
  const pool = openPool(serverEndpoint(inject('cluster'), hiram.database), 1);
  try {
    await pool.query(`select set_config('hiram.actor', 'a test', false)`);
    await expect(pool.query('update authority set max_per_item = 1')).rejects.toThrow(
      /approved request alone/,
    );
    const other = { ...limit, maxPerItem: limit.maxPerItem - 1 };
    const asked = await submitAction(admin, setLimit, other, ph);
    expect(await approveByPasskey(controller, asked.data.approvalId, 'ph')).toMatchObject({ success: true });
    await expect(
      pool.query(`insert into authority (role, action, brand, max_per_item, second_person_from, approval_id)
        select 'support', 'staff.assignRoles', 'ph', 9999999, 0, id from approval where action = 'staff.setLimit'`),
    ).rejects.toThrow(/approved request alone/);
  } finally {
    await pool.end();
  }
});

test('nobody requests or approves a change of their own roles or limits [T520]', async () => {
  const second = await staffMember(hiram, 'admin', 'controller');
  const own = { staffId: admin.id, roles: ['controller'] };
  const everywhere = { brand: '*' };
  for (const staffId of [admin.id, admin.id.toUpperCase()])
    expect(await admin.browser.send(previewRoles, { ...own, staffId }, everywhere)).toMatchObject({
      code: 'concernsYou',
    });
  expect(
    await admin.browser.send(requestRoles, { ...own, digest: '00', reason: 'more rights' }, everywhere),
  ).toMatchObject({ code: 'concernsYou' });
  // A colleague requests them: then somebody else approves.
  const preview = await second.browser.send(previewRoles, own, everywhere);
  const { digest } = preview.data;
  const asked = await second.browser.send(requestRoles, { ...own, digest, reason: 'a favour' }, everywhere);
  const { approvalId } = asked.data;
  expect(await admin.browser.send(approvalOptions, { approvalId }, everywhere)).toMatchObject({
    code: 'concernsYou',
  });
  const offered = await controller.browser.send(approvalOptions, { approvalId }, everywhere);
  const passkey = admin.authenticator.sign(offered.data.publicKey);
  expect(await admin.browser.send(approveRequest, { approvalId, digest, passkey }, everywhere)).toMatchObject(
    {
      code: 'concernsYou',
    },
  );
  // A limit is of everybody who holds its role: a controller approves none of controllers, another administrator does.
  const request = { role: 'controller', action: 'loan.waive' as const, maxPerItem: 90_000_000 };
  const ofControllers = { request: { ...request, maxPerDay: null, secondPersonFrom: null } };
  const limitPreview = await admin.browser.send(setLimit.preview, ofControllers, ph);
  const why = { reference: '', reason: 'more to waive' };
  const askedLimit = await admin.browser.send(
    setLimit.submit,
    { ...ofControllers, ...why, digest: limitPreview.data.digest },
    ph,
  );
  const limitId = askedLimit.data.approvalId;
  for (const one of [controller, second])
    expect(await one.browser.send(approvalOptions, { approvalId: limitId }, ph)).toMatchObject({
      code: 'concernsYou',
    });
  expect(await second.browser.send(setLimit.preview, ofControllers, ph)).toMatchObject({
    code: 'concernsYou',
  });

  const pool = openPool(ownerEndpoint(inject('cluster'), hiram.database), 1);
  try {
    await pool.query(`select set_config('hiram.actor', 'a test', false)`);
    const approveSql = `update approval set state = 'done', approved_by = $2, closed_at = now(), signing_key = $3,
      signing_nonce = '\\x00', signing_assertion = '{}' where id = $1`;
    for (const [id, person] of [
      [approvalId, admin],
      [limitId, controller],
    ] as const)
      await expect(pool.query(approveSql, [id, person.id, person.authenticator.id])).rejects.toThrow(
        /nobody approves a change of their own/,
      );
    const copy = `insert into approval select (jsonb_populate_record(a, $2::jsonb)).* from approval a where id = $1`;
    for (const [id, person] of [
      [approvalId, admin],
      [limitId, controller],
    ] as const)
      await expect(
        pool.query(copy, [
          id,
          JSON.stringify({ id: '01900000-0000-7000-8000-000000000002', requested_by: person.id }),
        ]),
      ).rejects.toThrow(/nobody requests a change of their own/);
  } finally {
    await pool.end();
  }
  const other = await staffMember(hiram, 'admin');
  expect(await approveByPasskey(other, limitId, 'ph')).toMatchObject({ success: true });
  const roles = await hiram.owner
    .selectFrom('staff_role')
    .select('role')
    .where('staff_id', '=', asId(admin.id))
    .execute();
  expect(roles).toEqual([{ role: 'admin' }]);
});

test('unknown roles, roles that a person has already, and people who left are rejected in the preview', async () => {
  const person = await staffMember(hiram, 'support ph');
  const preview = (staffId: string, roles: readonly string[]) =>
    admin.browser.send(previewRoles, { staffId, roles }, ph);
  expect(await preview(person.id, ['king'])).toMatchObject({ code: 'unknownRole', field: 'roles' });
  expect(await preview(person.id, ['support'])).toMatchObject({ code: 'nothingChanges' });
  expect((await preview(person.id, ['admin', 'admin'])).data).toMatchObject({
    before: ['support'],
    after: ['admin'],
    lost: expect.arrayContaining(['work.complaint']),
  });
  expect(await preview('01900000-0000-7000-8000-000000000000', ['admin'])).toMatchObject({ status: 404 });
  await admin.browser.send(endEmployment, { staffId: person.id, reason: 'left us' });
  expect(await preview(person.id, ['admin'])).toMatchObject({ code: 'alreadyEnded' });
});
