import type { StaffId } from '@hiram/contract/ids';
import { NotFound, reject } from '../../platform/errors/rejection.ts';
import { parseId } from '../../platform/ids.ts';
import { passkeysOf } from '../access/sign-in/staff-store.ts';
import type { Action } from '../actions/action.ts';
import { aboutPerson } from './about-person.ts';

/** The time that the person has after the approval. */
const recoveryMs = 24 * 3_600_000;

interface RecoverRequest {
  readonly staffId: StaffId;
}

/** Lets a person who lost every passkey register a new one. Two admins do it, and the person's own code. */
export const recoverAction: Action<RecoverRequest, 'noTotp' | 'alreadyEnded'> = {
  name: 'staff.recover',
  right: 'staff.recover',
  approvalRight: 'staff.approveRecovery',

  ...aboutPerson,

  async preview({ db }, { staffId }) {
    const person = await db
      .selectFrom('staff')
      .leftJoin('staff_totp', 'staff_totp.staff_id', 'staff.id')
      .select(['name', 'email', 'ended_at', 'set_up_at'])
      .where('id', '=', parseId(staffId))
      .executeTakeFirst();
    if (!person) throw new NotFound('no such member of staff');
    if (person.ended_at) return reject('alreadyEnded');
    if (!person.set_up_at) return reject('noTotp');
    const keys = await passkeysOf(db, parseId(staffId));
    return {
      subject: 'staff',
      subjectId: staffId,
      amount: undefined,
      lines: [
        { label: 'Person', before: person.name, after: person.email },
        {
          label: 'Passkeys',
          before: String(keys.length),
          after: 'one new passkey, in the place of all others',
        },
      ],
      notes: [
        'Ask the person on a way that you know to be theirs whether they lost their passkeys.',
        'The link works for 24 hours, once, with a code of their authenticator app. It registers a passkey and opens nothing else.',
      ],
    };
  },

  async perform({ db, now }, { staffId }, { approvalId }) {
    await db
      .updateTable('staff_recovery')
      .set({ revoked_at: now })
      .where('staff_id', '=', staffId)
      .where('used_at', 'is', null)
      .where('revoked_at', 'is', null)
      .execute();
    await db
      .insertInto('staff_recovery')
      .values({
        approval_id: approvalId,
        staff_id: staffId,
        created_at: now,
        expires_at: new Date(now.getTime() + recoveryMs),
      })
      .execute();
  },
};
