import type { endEmployment, endStaffSessions } from '@hiram/contract/console/staff';
import type { StaffId } from '@hiram/contract/ids';
import { releaseTasks } from '../../lending/tasks.ts';
import { type Db, inTransaction } from '../../platform/database/connect.ts';
import { NotFound, reject } from '../../platform/errors/rejection.ts';
import { knownId } from '../../platform/ids.ts';
import type { StaffHandler } from '../access/serve-staff.ts';
import { endStaffSessionsOf } from '../access/sessions.ts';
import { closeApproval } from '../actions/ask.ts';

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
async function takeAccess(trx: Db, staffId: StaffId, token: string, now: Date): Promise<void> {
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
    .where('asked_by', '=', staffId)
    .where('state', '=', 'waiting')
    .execute();
  for (const { id } of waiting) await closeApproval(trx, { approvalId: id, state: 'withdrawn', token, now });
  await releaseTasks(trx, staffId);
}

/** Ends an employment. A grant of the person that is in progress is finished first, and a later one is rejected. */
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
    await takeAccess(trx, staffId, session.token, now);
    await trx
      .updateTable('staff')
      .set({ ended_at: now, end_reason: input.reason })
      .where('id', '=', staffId)
      .execute();
    return {};
  });
};
