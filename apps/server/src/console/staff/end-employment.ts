import type { endEmployment, endStaffSessions } from '@hiram/contract/console/staff';
import type { StaffId } from '@hiram/contract/ids';
import { releaseTasks } from '../../lending/tasks.ts';
import { type Db, inTransaction } from '../../platform/database/connection/connect.ts';
import { NotFound, reject } from '../../platform/errors/rejection.ts';
import { knownId, parseId } from '../../platform/ids.ts';
import { rolesOf } from '../access/rights.ts';
import type { StaffHandler } from '../access/serve-staff.ts';
import { endStaffSessionsOf } from '../access/sign-in/sessions.ts';
import type { Action } from '../actions/action.ts';
import { closeApproval } from '../actions/request.ts';
import { aboutPerson } from './about-person.ts';

/** Signs a person out everywhere. */
export const endSessionsOf: StaffHandler<typeof endStaffSessions> = async ({ staffId }, { db, now }) => {
  const person = await db
    .selectFrom('staff')
    .select('id')
    .where('id', '=', knownId(staffId))
    .executeTakeFirst();
  if (!person) throw new NotFound('no such member of staff');
  return { ended: await endStaffSessionsOf(db, { staffId: person.id }, now) };
};

/** Takes away everything by which the person could act: passkeys, sessions, invitations, roles, waiting requests. */
async function revokeAccess(trx: Db, staffId: StaffId, token: string, now: Date): Promise<void> {
  await endStaffSessionsOf(trx, { staffId }, now);
  await trx
    .updateTable('staff_key')
    .set({ revoked_at: now })
    .where('staff_id', '=', staffId)
    .where('revoked_at', 'is', null)
    .execute();
  await trx
    .updateTable('staff_invitation')
    .set({ revoked_at: now })
    .where('staff_id', '=', staffId)
    .where('used_at', 'is', null)
    .execute();
  await trx
    .updateTable('staff_recovery')
    .set({ revoked_at: now })
    .where('staff_id', '=', staffId)
    .where('used_at', 'is', null)
    .where('revoked_at', 'is', null)
    .execute();
  await trx.deleteFrom('staff_totp').where('staff_id', '=', staffId).execute();
  await trx.deleteFrom('staff_role').where('staff_id', '=', staffId).execute();
  await trx.deleteFrom('staff_directory_role').where('staff_id', '=', staffId).execute();
  const waiting = await trx
    .selectFrom('approval')
    .select('id')
    .where('requested_by', '=', staffId)
    .where('state', '=', 'waiting')
    .execute();
  for (const { id } of waiting) await closeApproval(trx, { approvalId: id, state: 'withdrawn', token, now });
  await releaseTasks(trx, staffId, now);
}

interface End {
  readonly staffId: StaffId;
  readonly reason: string;
  /** The session of the person who ends it. */
  readonly token: string;
  readonly now: Date;
}

/** The end itself first: the database compares it with the roles that the person still has. */
async function endNow(trx: Db, { staffId, reason, token, now }: End): Promise<void> {
  await trx
    .updateTable('staff')
    .set({ ended_at: now, end_reason: reason })
    .where('id', '=', staffId)
    .execute();
  await revokeAccess(trx, staffId, token, now);
}

async function isAdministrator(db: Db, staffId: StaffId): Promise<boolean> {
  const role = await db
    .selectFrom(rolesOf(db, staffId).as('held'))
    .select('role')
    .where('role', '=', 'admin')
    .executeTakeFirst();
  return role !== undefined;
}

/** Ends an employment. An approval of the person that is in progress is finished first, and a later one is rejected. */
export const endEmploymentOf: StaffHandler<typeof endEmployment> = async (input, { db, session, now }) => {
  const staffId = knownId(input.staffId);
  if (staffId === session.staffId) return reject('ownEmployment');
  return inTransaction(db, async (trx) => {
    const person = await trx
      .selectFrom('staff')
      .select('ended_at')
      .where('id', '=', staffId)
      .forUpdate()
      .executeTakeFirst();
    if (!person) throw new NotFound('no such member of staff');
    if (person.ended_at) return reject('alreadyEnded');
    if (await isAdministrator(trx, staffId)) return reject('needsTwo');
    await endNow(trx, { staffId, reason: input.reason, token: session.token, now });
    return {};
  });
};

/** Ends an administrator's employment, by two persons: alone one administrator would become the only one. */
export const endAdministratorAction: Action<{ readonly staffId: StaffId }, 'alreadyEnded'> = {
  name: 'staff.endEmployment',
  right: 'staff.endEmployment',
  approvalRight: 'staff.approveRoles',

  ...aboutPerson,

  async preview({ db }, { staffId }) {
    const person = await db
      .selectFrom('staff')
      .select(['name', 'email', 'ended_at'])
      .where('id', '=', parseId(staffId))
      .executeTakeFirst();
    if (!person) throw new NotFound('no such member of staff');
    if (person.ended_at) return reject('alreadyEnded');
    return {
      subject: 'staff',
      subjectId: staffId.toLowerCase(),
      amount: undefined,
      needsTwo: true,
      lines: [{ label: 'Employment', before: `${person.name}, ${person.email}`, after: 'ended' }],
      notes: ['Sessions, passkeys, roles and waiting requests end at once.'],
    };
  },

  async perform({ db, now }, request, { token, reason }) {
    await endNow(db, { staffId: knownId(request.staffId), reason, token, now });
  },
};
