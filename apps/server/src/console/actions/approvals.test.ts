import { createHash, createPublicKey, createVerify } from 'node:crypto';
import {
  approvalOptions,
  approveRequest,
  listApprovals,
  rejectApproval,
  withdrawApproval,
} from '@hiram/contract/console/approval';
import type { PasskeyAssertion } from '@hiram/contract/console/passkey';
import {
  endAdministrator,
  endEmployment,
  endStaffSessions,
  inviteStaff,
  listStaff,
  previewRoles,
  requestRoles,
} from '@hiram/contract/console/staff';
import { asId } from '@hiram/contract/ids';
import { cose, decodeCredentialPublicKey } from '@simplewebauthn/server/helpers';
import { sql } from 'kysely';
import { afterEach, beforeAll, expect, inject, test } from 'vitest';
import {
  acceptWithPasskey,
  approveByPasskey,
  invitationLink,
  type StaffMember,
  signInAgain,
  staffMember,
} from '../../../test/support/console/console.ts';
import { submitAction } from '../../../test/support/console/console-actions.ts';
import { asOwner, ownerEndpoint, serverEndpoint } from '../../../test/support/database/throwaway-cluster.ts';
import { setUpHiram, setUpStaffMember } from '../../../test/support/processes/set-up.ts';
import { checkTasks } from '../../lending/reconciliation/check-tasks.ts';
import { approvalChallenge } from '../../platform/crypto/approval-challenge.ts';
import { actAs } from '../../platform/database/actor.ts';
import { inTransaction, openPool } from '../../platform/database/connection/connect.ts';

const hiram = setUpHiram({ BRAND: 'spec,ph' }, { now: () => now });
const requester = setUpStaffMember(hiram, 'admin');
const approver = setUpStaffMember(hiram, 'controller');
let now = new Date();
beforeAll(async () => {
  await hiram.refuseUnnamed();
});
// Whatever a test does: everything that waits has one task.
afterEach(async () => expect(await checkTasks(hiram.server.appContext.db)).toEqual([]));

const ph = { brand: 'ph' };
const later = (minutes: number) => {
  now = new Date(now.getTime() + minutes * 60_000);
};

/** Requests roles for somebody new, and returns the request. */
async function askFor(roles: readonly string[], by = requester, brand = 'ph') {
  const person = await staffMember(hiram);
  const preview = await by.browser.send(previewRoles, { staffId: person.id, roles }, { brand });
  expect(preview).toMatchObject({ success: true, data: { needsSecondPerson: true } });
  const { digest } = preview.data;
  const request = { staffId: person.id, roles, digest, reason: 'joins the team' };
  const asked = await by.browser.send(requestRoles, request, { brand });
  expect(asked).toMatchObject({ success: true });
  return { person, request, digest, approvalId: asked.data.approvalId };
}

/** The input of an approval, signed by a person's passkey. */
async function signedApproval(by: StaffMember, approvalId: string, brand = 'ph') {
  const offered = await by.browser.send(approvalOptions, { approvalId }, { brand });
  expect(offered).toMatchObject({ success: true });
  const { publicKey, digest } = offered.data;
  return { approvalId, digest, passkey: by.authenticator.sign(publicKey) };
}

const assignRole = `insert into staff_role (staff_id, role, brand, approval_id, assigned_at)
  values ($1, 'admin', 'ph', $2, now())`;

const rolesOf = async (staffId: string) =>
  (
    await hiram.owner
      .selectFrom('staff_role')
      .select(['role', 'brand'])
      .where('staff_id', '=', asId(staffId))
      .execute()
  )
    .map(({ role, brand }) => `${role} ${brand}`)
    .sort();
const stateOf = async (approvalId: string) =>
  (
    await hiram.owner
      .selectFrom('approval')
      .select('state')
      .where('id', '=', asId(approvalId))
      .executeTakeFirst()
  )?.state;

test('roles are assigned by one person’s request and another’s approval [T308]', async () => {
  const { person, approvalId } = await askFor(['support', 'cashier']);
  expect(await rolesOf(person.id)).toEqual([]);
  const listed = await approver.browser.send(listApprovals, { state: 'waiting' }, ph);
  expect(listed.data.approvals.find((one) => one.approvalId === approvalId)).toMatchObject({
    action: 'staff.assignRoles',
    state: 'waiting',
    isOwn: false,
    effect: [
      { label: 'Person' },
      { label: 'Roles', before: '', after: 'cashier, support' },
      { label: 'Rights' },
    ],
  });
  // Under all brands it is listed too, with its own brand.
  const everywhere = await approver.browser.send(listApprovals, { state: 'waiting' }, { brand: '*' });
  expect(everywhere.data.approvals.find((one) => one.approvalId === approvalId)).toMatchObject({
    brand: 'ph',
  });
  const approve = await signedApproval(approver, approvalId);
  expect(await approver.browser.send(approveRequest, approve, ph)).toMatchObject({ success: true });
  expect(await rolesOf(person.id)).toEqual(['cashier ph', 'support ph']);
  expect(await stateOf(approvalId)).toBe('done');
  const { rows: entries } = await sql<{ subject: string; actor: string; detail: string | null }>`
    select subject, actor, detail from audit_entry where actor like ${`%approval ${approvalId}`} order by id`.execute(
    hiram.owner,
  );
  const actors = {
    ask: `call requestRoles staff ${requester.id}`,
    approve: `call approveRequest staff ${approver.id}`,
  };
  expect(entries).toContainEqual({
    subject: 'approval',
    actor: `${actors.ask} approval ${approvalId}`,
    detail: 'state waiting',
  });
  expect(entries).toContainEqual({
    subject: 'approval',
    actor: `${actors.approve} approval ${approvalId}`,
    detail: 'approved_by, state waiting to done',
  });
  expect(entries.filter((entry) => entry.subject === 'staff_role').length).toBe(2);
});

test('a request for all brands is shown under each to who may approve it, and to who made it [T525]', async () => {
  const { approvalId } = await askFor(['support'], requester, '*');
  const ofPh = await staffMember(hiram, 'controller ph');
  const isListedFor = async (person: StaffMember) =>
    (await person.browser.send(listApprovals, { state: 'waiting' }, ph)).data.approvals.some(
      (one) => one.approvalId === approvalId && one.brand === '*',
    );
  expect([await isListedFor(approver), await isListedFor(requester), await isListedFor(ofPh)]).toEqual([
    true,
    true,
    false,
  ]);
  expect(await requester.browser.send(withdrawApproval, { approvalId }, { brand: '*' })).toMatchObject({
    success: true,
  });
});

test('an approval can be verified later from its row and the public key alone [T309]', async () => {
  const { approvalId } = await askFor(['risk']);
  const approve = await signedApproval(approver, approvalId);
  expect((await approver.browser.send(approveRequest, approve, ph)).success).toBe(true);
  const row = await hiram.owner
    .selectFrom('approval')
    .innerJoin('staff_key', 'staff_key.id', 'approval.signing_key')
    .select(['effect_digest', 'signing_nonce', 'signing_assertion', 'public_key'])
    .where('approval.id', '=', approvalId)
    .executeTakeFirstOrThrow();
  const { response } = row.signing_assertion as PasskeyAssertion;
  const bytes = (text: string) => Buffer.from(text, 'base64url');
  const client = JSON.parse(bytes(response.clientDataJSON).toString());
  const challenge = approvalChallenge(approvalId, row.effect_digest, row.signing_nonce ?? Buffer.alloc(0));
  expect(client).toMatchObject({ type: 'webauthn.get', challenge: challenge.toString('base64url') });
  const signer = decodeCredentialPublicKey(new Uint8Array(row.public_key));
  if (!cose.isCOSEPublicKeyEC2(signer)) throw new Error('the key is of another kind');
  const [x, y] = [signer.get(cose.COSEKEYS.x), signer.get(cose.COSEKEYS.y)].map((part) =>
    Buffer.from(part ?? []).toString('base64url'),
  );
  const key = createPublicKey({
    key: { kty: 'EC', crv: 'P-256', x, y },
    format: 'jwk',
  });
  const signed = Buffer.concat([
    bytes(response.authenticatorData),
    createHash('sha256').update(bytes(response.clientDataJSON)).digest(),
  ]);
  expect(createVerify('sha256').update(signed).verify(key, bytes(response.signature))).toBe(true);
});

test('nobody approves their own request: not on the page, by another’s challenge or by SQL [T310]', async () => {
  const other = await staffMember(hiram, 'admin');
  const { approvalId, person } = await askFor(['officer']);
  const own = await requester.browser.send(approvalOptions, { approvalId }, ph);
  expect(own).toMatchObject({ success: false, code: 'ownRequest' });
  // Another person's offer, signed with the requester's passkey, and sent by either of them.
  const offered = await other.browser.send(approvalOptions, { approvalId }, ph);
  const passkey = requester.authenticator.sign(offered.data.publicKey);
  const input = { approvalId, digest: offered.data.digest, passkey };
  expect(await requester.browser.send(approveRequest, input, ph)).toMatchObject({ code: 'ownRequest' });
  expect(await other.browser.send(approveRequest, input, ph)).toMatchObject({ code: 'passkeyRefused' });
  expect(await rolesOf(person.id)).toEqual([]);
  expect(await stateOf(approvalId)).toBe('waiting');

  const pool = openPool(serverEndpoint(inject('cluster'), hiram.database), 1);
  // The server's login writes no approval at all; what the triggers refuse they refuse to everyone.
  const owner = openPool(ownerEndpoint(inject('cluster'), hiram.database), 1);
  try {
    await owner.query(`select set_config('hiram.actor', 'a test', false)`);
    const byOwner = (text: string, values: unknown[] = []) => owner.query(`/* */ ${text}`, values);
    const byServer = (text: string, values: unknown[] = []) => pool.query(`/* */ ${text}`, values);
    await pool.query(`select set_config('hiram.actor', 'a test', false)`);
    const key = requester.authenticator.id;
    const approveSql = `update approval set state = 'done', approved_by = $2, closed_at = now(), signing_key = $3,
      signing_nonce = '\\x00', signing_assertion = '{}' where id = $1`;
    await expect(byServer(approveSql, [approvalId, requester.id, key])).rejects.toThrow(/permission denied/);
    await expect(byOwner(approveSql, [approvalId, requester.id, key])).rejects.toThrow(
      /violates check constraint/,
    );
    // Another person's name with the own passkey, nobody's passkey, nobody's name.
    await expect(byOwner(approveSql, [approvalId, approver.id, key])).rejects.toThrow(
      /another person's passkey/,
    );
    await expect(
      byOwner(`update approval set state = 'done', closed_at = now() where id = $1`, [approvalId]),
    ).rejects.toThrow(/needs a second person/);
    for (const column of ['requested_by', 'effect_digest', 'request', 'within_limit', 'amount'])
      await expect(
        byServer(`update approval set ${column} = ${column} where id = $1`, [approvalId]),
      ).rejects.toThrow(/permission denied/);
    await expect(byServer('delete from approval where id = $1', [approvalId])).rejects.toThrow(
      /permission denied/,
    );
    const copy = `insert into approval select (jsonb_populate_record(a, $2::jsonb)).* from approval a where id = $1`;
    await expect(
      byOwner(copy, [
        approvalId,
        JSON.stringify({
          id: '01900000-0000-7000-8000-000000000001',
          state: 'done',
          approved_by: approver.id,
          closed_at: now,
        }),
      ]),
    ).rejects.toThrow(/begins as waiting/);
    await expect(byServer(assignRole, [person.id, approvalId])).rejects.toThrow(/approved request alone/);
  } finally {
    await owner.end();
    await pool.end();
  }
});

test('outside the sandbox the database rejects an unsigned approve, and a role without an approval', async () => {
  const { approvalId, person } = await askFor(['officer']);
  await asOwner(inject('cluster'), hiram.database, async (client) => {
    const attempt = async (text: string, values: unknown[], isServer = true) => {
      await client.query(`begin; set local hiram.actor = 'a test'; update installation set sandbox = false`);
      if (isServer) await client.query('set local role hiram_app');
      try {
        return await client.query(text, values).then(
          () => 'done',
          (error: Error) => error.message,
        );
      } finally {
        await client.query('rollback');
      }
    };
    const unsigned = `update approval set state = 'done', approved_by = $2, closed_at = now() where id = $1`;
    expect(await attempt(unsigned, [approvalId, approver.id])).toMatch(/permission denied/);
    expect(await attempt(unsigned, [approvalId, approver.id], false)).toMatch(/is not signed/);
    const unsignedApproval = 'select approve_request($1, $2, null, null, null, now())';
    expect(await attempt(unsignedApproval, [approver.browser.cookie, approvalId])).toMatch(/is not signed/);
    expect(await attempt(assignRole, [person.id, null])).toMatch(/approved request alone/);
  });
});

test('a second approval, by the same person or by two at once, does nothing [T311]', async () => {
  const second = await staffMember(hiram, 'controller');
  const { approvalId, person } = await askFor(['marketer']);
  const approvals = [
    await signedApproval(approver, approvalId),
    await signedApproval(second, approvalId),
  ] as const;
  const answers = await Promise.all([
    approver.browser.send(approveRequest, approvals[0], ph),
    second.browser.send(approveRequest, approvals[1], ph),
  ]);
  expect(answers.map((answer) => answer.code).sort()).toEqual(['alreadyClosed', 'done']);
  expect(await approver.browser.send(approveRequest, approvals[0], ph)).toMatchObject({
    code: 'alreadyClosed',
  });
  expect(await approver.browser.send(approvalOptions, { approvalId }, ph)).toMatchObject({
    code: 'alreadyClosed',
  });
  expect(await rolesOf(person.id)).toEqual(['marketer ph']);
});

test('an approval of another brand’s request is answered like an unknown one', async () => {
  const { approvalId } = await askFor(['risk']);
  const stranger = await staffMember(hiram, 'controller spec');
  for (const [call, input] of [
    [approvalOptions, { approvalId }],
    [approveRequest, { approvalId, digest: '00' }],
    [withdrawApproval, { approvalId }],
    [rejectApproval, { approvalId, reason: 'not so' }],
  ] as const)
    expect(await stranger.browser.send(call, input, { brand: 'spec' })).toMatchObject({ status: 404 });
});

test('an approval without a passkey, or with one for another request, is refused', async () => {
  const { approvalId } = await askFor(['support']);
  const { approvalId: otherId } = await askFor(['cashier']);
  const { digest, passkey } = await signedApproval(approver, approvalId);
  expect(await approver.browser.send(approveRequest, { approvalId, digest }, ph)).toMatchObject({
    code: 'passkeyRefused',
  });
  const other = await signedApproval(approver, otherId);
  const swapped = { approvalId: otherId, digest: other.digest, passkey };
  expect(await approver.browser.send(approveRequest, swapped, ph)).toMatchObject({ code: 'passkeyRefused' });
  expect(await approver.browser.send(approveRequest, { ...other, digest }, ph)).toMatchObject({
    code: 'changed',
  });
  const lazy = await approver.browser.send(approvalOptions, { approvalId }, ph);
  const unverified = approver.authenticator.sign(lazy.data.publicKey, { isUnverified: true });
  expect(
    await approver.browser.send(approveRequest, { approvalId, digest, passkey: unverified }, ph),
  ).toMatchObject({ code: 'passkeyRefused' });
  expect([await stateOf(approvalId), await stateOf(otherId)]).toEqual(['waiting', 'waiting']);
});

test('what expired is not approved, and can be asked for again', async () => {
  const { approvalId, request, person } = await askFor(['reviewer']);
  const approve = await signedApproval(approver, approvalId);
  expect(await requester.browser.send(requestRoles, request, ph)).toMatchObject({ code: 'alreadyRequested' });
  later(7 * 24 * 60);
  for (const who of [requester, approver]) who.browser.cookie = (await signInAgain(hiram, who)).cookie;
  expect(await approver.browser.send(approveRequest, approve, ph)).toMatchObject({ code: 'expired' });
  expect(await stateOf(approvalId)).toBe('expired');
  expect(await requester.browser.send(requestRoles, request, ph)).toMatchObject({ success: true });
  expect(await rolesOf(person.id)).toEqual([]);
});

test('an effect that changed since it was requested is not approved [T312]', async () => {
  const { approvalId, person } = await askFor(['collector']);
  const approve = await signedApproval(approver, approvalId);
  await hiram.owner
    .insertInto('staff_role')
    .values({ staff_id: person.id, role: 'support', brand: 'ph', assigned_at: now })
    .execute();
  expect(await approver.browser.send(approveRequest, approve, ph)).toMatchObject({ code: 'changed' });
  expect(await stateOf(approvalId)).toBe('changed');
  expect(await rolesOf(person.id)).toEqual(['support ph']);
  const { approvalId: second } = await askFor(['collector']);
  // A right that the role gained meanwhile is another effect too.
  await hiram.owner.insertInto('role_right').values({ role: 'collector', right: 'staff.read' }).execute();
  expect(await approver.browser.send(approvalOptions, { approvalId: second }, ph)).toMatchObject({
    code: 'changed',
  });
  await hiram.owner.deleteFrom('role_right').where('role', '=', 'collector').execute();
  expect(
    await requester.browser.send(
      requestRoles,
      { staffId: person.id, roles: ['risk'], digest: '00', reason: 'a reason' },
      ph,
    ),
  ).toMatchObject({ code: 'changed' });
});

test('after the role is gone nobody approves, and what was asked for by it is not approved [T313]', async () => {
  const former = await staffMember(hiram, 'controller');
  const { approvalId } = await askFor(['support']);
  const approve = await signedApproval(former, approvalId);
  await hiram.owner.deleteFrom('staff_role').where('staff_id', '=', former.id).execute();
  expect(await former.browser.send(approveRequest, approve, ph)).toMatchObject({
    status: 403,
    right: 'approval.approve',
  });
  const formerRequester = await staffMember(hiram, 'admin');
  const asked = await askFor(['support'], formerRequester);
  const theirs = await signedApproval(approver, asked.approvalId);
  await hiram.owner.deleteFrom('staff_role').where('staff_id', '=', formerRequester.id).execute();
  expect(await approver.browser.send(approveRequest, theirs, ph)).toMatchObject({
    code: 'requesterWithoutRight',
  });
  expect(await rolesOf(asked.person.id)).toEqual([]);
});

test('who is let go in the middle of an approval has either approved before, or not at all [T314]', async () => {
  const outcomes = new Set<string>();
  for (let round = 0; round < 6; round += 1) {
    const leaving = await staffMember(hiram, 'controller');
    const { approvalId, person } = await askFor(['support']);
    const approve = await signedApproval(leaving, approvalId);
    const [approved, ended] = await Promise.all([
      leaving.browser.send(approveRequest, approve, ph),
      requester.browser.send(endEmployment, { staffId: leaving.id, reason: 'left us' }),
    ]);
    expect(ended.success).toBe(true);
    expect(approved.success).toBe((await stateOf(approvalId)) === 'done');
    expect(await rolesOf(person.id)).toEqual(approved.success ? ['support ph'] : []);
    outcomes.add(approved.code);
    expect(await leaving.browser.send(listStaff, {}, ph)).toMatchObject({ status: 401 });
  }
  expect(outcomes.size).toBeGreaterThan(0);
  // The same with an approval that began before the employment ended, and waits for the row.
  const leaving = await staffMember(hiram, 'controller');
  const { approvalId, person } = await askFor(['support']);
  const approve = await signedApproval(leaving, approvalId);
  await asOwner(inject('cluster'), hiram.database, async (client) => {
    await client.query(`begin; set local hiram.actor = 'a test'`);
    await client.query(`update staff set ended_at = now(), end_reason = 'left' where id = $1`, [leaving.id]);
    const approving = leaving.browser.send(approveRequest, approve, ph);
    await hiram.until(
      async () =>
        (await client.query(`select count(*)::int as n from pg_locks where not granted`)).rows[0]
          ?.n as number,
      (waiting) => waiting > 0,
    );
    await client.query('commit');
    expect((await approving).success).toBe(false);
  });
  expect(await rolesOf(person.id)).toEqual([]);
});

test('two persons end an administrator, and it takes sessions, passkeys, roles and waiting requests [T839]', async () => {
  const leaving = await staffMember(hiram, 'admin');
  const { approvalId } = await askFor(['support'], leaving);
  const end = { staffId: leaving.id, reason: 'left us' };
  const all = { brand: '*' };
  expect(await leaving.browser.send(endEmployment, end)).toMatchObject({ code: 'ownEmployment' });
  expect(await requester.browser.send(endEmployment, { ...end, reason: 'xxxxxx' })).toMatchObject({
    field: 'reason',
  });
  expect(await requester.browser.send(endEmployment, end)).toMatchObject({ code: 'needsTwo' });
  const request = { staffId: leaving.id };
  expect(await submitAction(leaving, endAdministrator, request, all)).toMatchObject({ code: 'concernsYou' });
  const asked = await submitAction(requester, endAdministrator, request, { ...all, reason: 'left us' });
  expect(asked.data.state).toBe('waiting');
  expect(await leaving.browser.send(listStaff, {}, ph)).toMatchObject({ success: true });
  expect(await approveByPasskey(leaving, asked.data.approvalId, '*')).toMatchObject({ success: false });
  const alone = sql`update staff set ended_at = now(), end_reason = 'alone' where id = ${leaving.id}`;
  await expect(
    actAs('a test', () => inTransaction(hiram.server.appContext.db, (trx) => alone.execute(trx))),
  ).rejects.toThrow(/two persons end/);
  const withoutRole = sql`delete from staff_role where staff_id = ${leaving.id}`;
  await expect(
    actAs('a test', () => inTransaction(hiram.server.appContext.db, (trx) => withoutRole.execute(trx))),
  ).rejects.toThrow(/two persons take/);
  expect(await approveByPasskey(approver, asked.data.approvalId, '*')).toMatchObject({ success: true });
  expect(await submitAction(requester, endAdministrator, request, all)).toMatchObject({
    code: 'alreadyEnded',
  });
  expect(await leaving.browser.send(listStaff, {}, ph)).toMatchObject({ status: 401 });
  await expect(signInAgain(hiram, leaving)).rejects.toThrow('passkeyRefused');
  expect(await stateOf(approvalId)).toBe('withdrawn');
  expect(await rolesOf(leaving.id)).toEqual([]);
  const listed = await requester.browser.send(listStaff, {}, { brand: '*' });
  expect(listed.data.staff.find((one) => one.staffId === leaving.id)).toMatchObject({
    state: 'ended',
    passkeys: 0,
    sessions: 0,
  });
  const { rows: ended } = await sql<{
    end_reason: string;
  }>`select end_reason from staff where id = ${leaving.id}`.execute(hiram.owner);
  expect(ended).toEqual([{ end_reason: 'left us' }]);
  const back = sql`update staff set ended_at = null, end_reason = null where id = ${leaving.id}`;
  await expect(
    actAs('a test', () => inTransaction(hiram.server.appContext.db, (trx) => back.execute(trx))),
  ).rejects.toThrow('an employment ends once');
});

test('sessions end everywhere at once; a request is withdrawn by who asked alone', async () => {
  const person = await staffMember(hiram, 'risk');
  const second = await signInAgain(hiram, person);
  expect((await requester.browser.send(endStaffSessions, { staffId: person.id })).data.ended).toBe(2);
  expect(await second.send(listApprovals, { state: 'waiting' }, ph)).toMatchObject({ status: 401 });
  const { approvalId } = await askFor(['support']);
  expect(await approver.browser.send(withdrawApproval, { approvalId }, ph)).toMatchObject({
    code: 'notOwnRequest',
  });
  expect((await requester.browser.send(withdrawApproval, { approvalId }, ph)).success).toBe(true);
  expect(await requester.browser.send(withdrawApproval, { approvalId }, ph)).toMatchObject({
    code: 'alreadyClosed',
  });
});

test('a second person refuses for good, with a reason that the requester reads [T600]', async () => {
  const { approvalId } = await askFor(['support']);
  const refused = { approvalId, reason: 'The training is not finished' };
  const refuse = (person: typeof requester, input = refused) =>
    person.browser.send(rejectApproval, input, ph);
  expect(await refuse(requester)).toMatchObject({ code: 'ownRequest' });
  expect(await refuse(approver, { approvalId, reason: ' ' })).toMatchObject({ status: 400, field: 'reason' });
  expect(await stateOf(approvalId)).toBe('waiting');
  expect((await refuse(approver)).success).toBe(true);
  expect(await refuse(approver)).toMatchObject({ code: 'alreadyClosed' });
  expect(await approver.browser.send(approvalOptions, { approvalId }, ph)).toMatchObject({
    code: 'alreadyClosed',
  });
  const { approvals } = (await requester.browser.send(listApprovals, { state: 'closed' }, ph)).data;
  expect(approvals.find((one) => one.approvalId === approvalId)).toMatchObject({
    state: 'rejected',
    rejectedBecause: 'The training is not finished',
    closedBy: expect.any(String),
  });
});

test('who approves a role sees who invited the person, and when the passkey was registered [T1046]', async () => {
  const email = 'nora@lender.example';
  const invited = await requester.browser.send(inviteStaff, { name: 'Nora Diaz', email });
  const request = { staffId: invited.data.staffId, roles: ['support'] };
  const { digest } = (await requester.browser.send(previewRoles, request, ph)).data;
  const asked = await requester.browser.send(
    requestRoles,
    { ...request, digest, reason: 'starts today' },
    ph,
  );
  const { approvalId } = asked.data;
  const shown = async () =>
    (await approver.browser.send(approvalOptions, { approvalId }, ph)).data.effect.facts;
  const facts = [
    { label: 'Address', text: email },
    { label: 'Invited by', text: requester.name },
    { label: 'Invited', text: now.toISOString(), format: 'time' },
  ];
  expect(await shown()).toEqual([...facts, { label: 'First passkey', text: 'none yet' }]);
  later(5);
  await acceptWithPasskey(hiram, (await invitationLink(hiram, email)).hash.slice(1));
  const registered = { label: 'First passkey', text: now.toISOString(), format: 'time' };
  expect(await shown()).toEqual([...facts, registered]);
  // What was asked for is the same as before, so it can still be approved.
  expect(await approveByPasskey(approver, approvalId, 'ph')).toMatchObject({ success: true });
});
