import { randomBytes, randomUUID } from 'node:crypto';
import { approvalOptions, approveRequest } from '@hiram/contract/console/approval';
import { waiveDebt } from '@hiram/contract/console/loan';
import type { PasskeyAssertion } from '@hiram/contract/console/passkey';
import { lock } from '@hiram/contract/console/session';
import { sql } from 'kysely';
import { beforeAll, expect, inject, test } from 'vitest';
import { signInAgain, staffBrowser, staffMember } from '../../../test/support/console/console.ts';
import { approveAs, submitAction } from '../../../test/support/console/console-actions.ts';
import { asOwner } from '../../../test/support/database/throwaway-cluster.ts';
import { setUpHiram, setUpStaffMember } from '../../../test/support/processes/set-up.ts';
import { actAs } from '../../platform/database/actor.ts';
import { inTransaction } from '../../platform/database/connection/connect.ts';
import { tokenHash } from '../../platform/http/sessions/session.ts';
import { newId } from '../../platform/ids.ts';
import { runDueWork } from '../scheduler.ts';
import { checkSignatures } from './check-signatures.ts';

const lines: string[] = [];
const hiram = setUpHiram({ LOG_LEVEL: 'error' }, { logTo: { write: (line) => void lines.push(line) } });
const cashier = setUpStaffMember(hiram, 'cashier');
const controller = setUpStaffMember(hiram, 'controller');
beforeAll(async () => {
  await hiram.refuseUnnamed();
});

/** Runs a statement as the server's login, and undoes it. Returns the message of the refusal, or what it did. */
const byServer = (statement: ReturnType<typeof sql>, isKept = false) =>
  actAs('a test', () =>
    inTransaction(hiram.server.appContext.db, async (trx) => {
      await statement.execute(trx);
      if (!isKept) throw new Error('written');
    }),
  ).then(
    () => 'written',
    (error: Error) => error.message,
  );
const check = () => checkSignatures(hiram.server.appContext.db, new Date(0), false);

async function approved(): Promise<string> {
  const { orderId } = await hiram.borrower({ state: '180' });
  const parts = { principal: 40_000, interest: 0, late: 0, penalty: 0 };
  const asked = await submitAction(cashier, waiveDebt, { orderId, ...parts }, { brand: 'spec' });
  expect(await approveAs(controller, asked.data.approvalId, 'spec')).toMatchObject({ success: true });
  return asked.data.approvalId;
}

test('the server’s login writes no passkey, no session and no approval of the staff [T836]', async () => {
  const token = randomUUID();
  const key = sql`insert into staff_key (id, staff_id, public_key, sign_count, transports, backed_up, created_at, registered_by)
    values ('forged', ${controller.id}, '\\x00', 0, '{}', false, now(), 'invitation')`;
  expect(await byServer(key)).toMatch(/permission denied/);
  const keyOf = (publicKey: Buffer, by: string, used: string) =>
    sql`select register_staff_key('forged', ${controller.id}, '', ${publicKey}, 0, '{}', false, ${by}, ${used}, now())`;
  expect(await byServer(keyOf(Buffer.alloc(1), 'invitation', token))).toMatch(/no public key/);
  for (const by of ['invitation', 'recovery'])
    expect(await byServer(keyOf(randomBytes(77), by, token))).toMatch(/nothing lets this person/);
  expect(await byServer(keyOf(randomBytes(77), 'session', token))).toMatch(/no session/);
  // In the person's own session too: another of their passkeys has to sign for it.
  expect(await byServer(keyOf(randomBytes(77), 'session', controller.browser.cookie))).toMatch(
    /nothing lets this person/,
  );
  const invited = sql`insert into staff_invitation (token_hash, staff_id, created_at, expires_at)
    values (${tokenHash(token)}, ${controller.id}, now(), now() + interval '1 day')`;
  expect(await byServer(invited)).toMatch(/has been a member of staff/);
  const session = sql`insert into staff_session (token_hash, id, staff_id, created_at, used_at, expires_at)
    values (${tokenHash(token)}, ${newId()}, ${controller.id}, now(), now(), now() + interval '1 hour')`;
  expect(await byServer(session)).toMatch(/permission denied/);
  const opened = sql`select open_staff_session(${tokenHash(token)}, ${newId()}, ${controller.id},
    ${controller.authenticator.id}, false, now(), now() + interval '1 hour')`;
  expect(await byServer(opened)).toMatch(/signed no session/);
  const asked = (by: string) =>
    sql`select request_approval(${by}, ${JSON.stringify({ requested_by: controller.id })}, now())`;
  expect(await byServer(asked(token))).toMatch(/no session/);
  expect(await byServer(asked(cashier.browser.cookie))).toMatch(/in their own session/);
  const wake = (change: string) =>
    byServer(sql`update staff_session set ${sql.raw(change)} where staff_id = ${cashier.id}`);
  expect(await wake(`used_at = used_at + interval '1 hour'`)).toMatch(/unlocked by a passkey/);
  const { browser } = await staffMember(hiram, 'cashier');
  await browser.send(lock, {});
  expect(
    await byServer(
      sql`update staff_session set locked_at = null where token_hash = ${tokenHash(browser.cookie)}`,
    ),
  ).toMatch(/unlocked by a passkey/);
});

test('an approval needs the session and an unused signature of whoever approves [T837]', async () => {
  const { orderId } = await hiram.borrower({ state: '180' });
  const parts = { principal: 40_000, interest: 0, late: 0, penalty: 0 };
  const { data } = await submitAction(cashier, waiveDebt, { orderId, ...parts }, { brand: 'spec' });
  const key = controller.authenticator.id;
  const forged = (token: string, assertion: object = {}) =>
    sql`select approve_request(${token}, ${data.approvalId}, ${key}, '\\x00', ${JSON.stringify(assertion)}, now())`;
  expect(await byServer(forged('no token'))).toMatch(/no session/);
  expect(await byServer(forged(controller.browser.cookie))).toMatch(/did not sign this approval/);
  // A signature that was given for something else counts once.
  await signInAgain(hiram, controller);
  const { assertion } = await hiram.owner
    .selectFrom('staff_signature')
    .select('assertion')
    .executeTakeFirstOrThrow();
  expect(await byServer(forged(controller.browser.cookie, assertion as object))).toMatch(/did not sign/);
  const options = { approvalId: data.approvalId };
  const { digest, publicKey } = (await controller.browser.send(approvalOptions, options, { brand: 'spec' }))
    .data;
  const passkey = controller.authenticator.sign(publicKey);
  expect(
    await controller.browser.send(approveRequest, { ...options, digest, passkey }, { brand: 'spec' }),
  ).toMatchObject({ success: true });
});

test('the daily check verifies every signature against the registered key [T838]', async () => {
  await signInAgain(hiram, controller);
  const approvalId = await approved();
  const clean = await check();
  expect(clean.faults).toEqual([]);
  expect(clean.approvals).toBeGreaterThan(0);
  expect(clean.signatures).toBeGreaterThan(1);

  // With the server's login somebody says that the passkey signed, and opens a session of the controller.
  const token = randomUUID();
  const { assertion } = await hiram.owner
    .selectFrom('staff_signature')
    .select('assertion')
    .where('purpose', '=', 'signIn')
    .executeTakeFirstOrThrow();
  const stored = assertion as PasskeyAssertion;
  const response = {
    ...stored.response,
    signature: randomBytes(70).toString('base64url'),
  };
  const invented = JSON.stringify({ ...stored, response });
  const sessionId = newId();
  const key = controller.authenticator.id;
  expect(
    await byServer(
      sql`select record_staff_signature(${key}, 'signIn', ${invented}, 999, false, now()),
        open_staff_session(${tokenHash(token)}, ${sessionId}, ${controller.id}, ${key}, false, now(), now() + interval '1 hour')`,
      true,
    ),
  ).toBe('written');
  expect(staffBrowser(hiram, token).cookie).toBe(token);
  expect((await check()).faults).toEqual([`signIn ${sessionId}: the signature is not of the passkey`]);

  // With the owner's login somebody changes a key, a statement, and who approved it.
  const altered = async (statement: string) => {
    await asOwner(inject('cluster'), hiram.database, (owner) =>
      owner.query(`begin; set local session_replication_role = replica; ${statement}; commit`),
    );
    return (await check()).faults.filter((fault) => fault.startsWith('approval'));
  };
  const where = `where id = '${approvalId}'`;
  await expect(altered(`update approval set effect_digest = '\\x01' ${where}`)).rejects.toThrow(
    'approval_check',
  );
  expect(await altered(`update approval set signing_nonce = '\\x01' ${where}`)).toEqual([
    `approval ${approvalId}: the signature is not of this statement`,
  ]);
  expect(
    await altered(
      `update approval set approved_by = '${cashier.id}', requested_by = '${controller.id}' ${where}`,
    ),
  ).toEqual([
    `approval ${approvalId}: the passkey is not of who approved it`,
    `approval ${approvalId}: it was asked in no session of its person`,
  ]);
  await asOwner(inject('cluster'), hiram.database, (owner) =>
    owner.query(
      `update daily_run set finished_at = null, started_at = 'epoch' where name = 'signature check'`,
    ),
  );
  await runDueWork(hiram.server.appContext);
  expect(lines.join('')).toContain('what the staff signed does not hold');
  expect(await (await fetch(`${hiram.origin}/metrics`)).text()).toMatch(/^hiram_signatures_broken [1-9]/m);
});
