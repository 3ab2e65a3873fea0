import { me } from '@hiram/contract/console/session';
import {
  endAdministrator,
  endEmployment,
  inviteStaff,
  listStaff,
  previewRoles,
  requestRoles,
} from '@hiram/contract/console/staff';
import { setLimit } from '@hiram/contract/console/staff-limits';
import { recoverStaff, recoveryLink } from '@hiram/contract/console/staff-recovery';
import {
  acceptWithPasskey,
  approveByPasskey,
  invitationLink,
  type StaffMember,
  signInAgain,
  staffMember,
} from '@hiram/server/test/support/console/console.ts';
import type { Hiram } from '@hiram/server/test/support/processes/running-server.ts';
import { sql } from 'kysely';
import { actAlone } from './acting-alone.ts';
import type { Attack, Figure } from './attacks.ts';

const all = { brand: '*' };
const reason = 'An attack on a server of its own.';

/** Raises limits of roles, and approves it alone. Returns how many were raised, and of how many. */
async function raiseLimits(admin: StaffMember) {
  const limit = { maxPerItem: 1_000_000_000, maxPerDay: 1_000_000_000, secondPersonFrom: null };
  const requests = ['cashier', 'reviewer', 'controller', 'admin'].flatMap((role) =>
    ['loan.waive', 'staff.assignRoles', 'moneyOut.release'].map((action) => ({ role, action, ...limit })),
  );
  let raised = 0;
  for (const request of requests)
    if (['done', 'approved'].includes(await actAlone(admin, setLimit, request))) raised += 1;
  return { raised, tried: requests.length };
}

/** Asks for a role for a person and approves it with each of the passkeys. Reports whether it was given. */
async function takeRole(
  admin: StaffMember,
  staffId: StaffMember['id'],
  approvers: readonly StaffMember[],
): Promise<boolean> {
  const wanted = { staffId, roles: ['admin', 'controller'] };
  const preview = await admin.browser.send(previewRoles, wanted, all);
  if (!preview.success) return false;
  const asked = await admin.browser.send(
    requestRoles,
    { ...wanted, digest: preview.data.digest, reason },
    all,
  );
  if (!asked.success) return false;
  for (const approver of approvers)
    if ((await approveByPasskey(approver, asked.data.approvalId, '*')).success) return true;
  return false;
}

/** Somebody whom the administrator invited at an address of their own, with a passkey of theirs. */
async function puppetOf(hiram: Hiram, admin: StaffMember): Promise<StaffMember> {
  const person = { name: 'Nobody Else', email: 'another.mailbox@lender.example' };
  const invited = await admin.browser.send(inviteStaff, person);
  if (!invited.success) throw new Error(`not invited: ${invited.code}`);
  const link = await invitationLink(hiram, person.email);
  const browser = await acceptWithPasskey(hiram, link.hash.slice(1));
  const { data } = await browser.send(me, {});
  return { id: data.staffId, ...person, authenticator: browser.key, browser };
}

/** True if an answer of the console, or a list that an administrator reads, has the link of an invitation. */
async function linksSeen(admin: StaffMember): Promise<number> {
  const answers = [
    await admin.browser.send(inviteStaff, { name: 'Real Person', email: 'real.person@lender.example' }),
    await admin.browser.send(listStaff, {}),
  ];
  return answers.filter((answer) => /invitation#|[\w-]{43}/.test(JSON.stringify(answer.data))).length;
}

/** An administrator tries every way to become two people, or to be alone with the console. */
export const rogueAdmin: Attack = async (hiram) => {
  const admin = await staffMember(hiram, 'admin');
  const colleague = await staffMember(hiram, 'admin');
  const cashier = await staffMember(hiram, 'cashier');
  const puppet = await puppetOf(hiram, admin);
  const sameOnAnotherBrowser = { ...admin, browser: await signInAgain(hiram, admin) };
  const approvers = [admin, sameOnAnotherBrowser, puppet];

  const { raised, tried } = await raiseLimits(admin);
  const people = [admin.id, puppet.id, cashier.id];
  let given = 0;
  for (const staffId of people) if (await takeRole(admin, staffId, approvers)) given += 1;
  // Only who has a second factor can be recovered.
  const factor = { staff_id: colleague.id, secret_encrypted: Buffer.from('a secret'), set_up_at: new Date() };
  await hiram.owner.insertInto('staff_totp').values(factor).execute();
  const recovery = await actAlone(admin, recoverStaff, { staffId: colleague.id }, '*');
  const { data: recovered } = await hiram.owner
    .selectFrom('approval')
    .select('id')
    .where('action', '=', 'staff.recover')
    .executeTakeFirst()
    .then(async (row) =>
      row ? admin.browser.send(recoveryLink, { approvalId: row.id }) : { data: undefined },
    );
  const ended = [
    await actAlone(admin, endAdministrator, { staffId: colleague.id }, '*'),
    (await admin.browser.send(endEmployment, { staffId: colleague.id, reason })).success
      ? 'done'
      : 'rejected',
  ].filter((result) => result === 'done' || result === 'approved').length;
  const { rows } = await sql<{ admins: number; waiting: number }>`select
    (select count(*)::int from staff_role
      where role = 'admin' and staff_id <> all(${[admin.id, colleague.id]}::uuid[])) as admins,
    (select count(*)::int from approval where state = 'waiting' and requested_by = ${admin.id}) as waiting`.execute(
    hiram.owner,
  );
  const none = (what: string, value: number): Figure => ({ what, value, limit: { atMost: 0 } });
  return [
    none(`limits raised alone, of ${tried}`, raised),
    none(`roles given alone, to oneself, an invited name and a colleague, of ${people.length}`, given),
    none('other administrators made', rows[0]?.admins ?? 0),
    none('links of other people’s invitations seen', await linksSeen(admin)),
    none(
      'recoveries of a colleague approved alone',
      recovery === 'waiting' || recovery === 'rejected' ? 0 : 1,
    ),
    none(
      'links of a recovery taken before a second person approved it',
      recovered?.url === undefined ? 0 : 1,
    ),
    none('the other administrator ended alone, of 2 ways', ended),
    // Six limits, the roles of two people, a recovery and an end: the attack does reach the second person.
    { what: 'requests that wait for a second person', value: rows[0]?.waiting ?? 0, limit: { atLeast: 10 } },
  ];
};
