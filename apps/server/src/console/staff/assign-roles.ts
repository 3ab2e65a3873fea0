import type { StaffId } from '@hiram/contract/ids';
import type { Db } from '../../platform/database/connection/connect.ts';
import { NotFound, reject } from '../../platform/errors/rejection.ts';
import { knownId } from '../../platform/ids.ts';
import type { Action } from '../actions/action.ts';
import { aboutPerson } from './about-person.ts';

/** The roles that a person shall have in the brand, each once and sorted. */
export interface RoleRequest {
  readonly staffId: StaffId;
  readonly roles: readonly string[];
}

type RoleRejection = 'unknownRole' | 'nothingChanges' | 'alreadyEnded';

export async function rolesIn(db: Db, staffId: StaffId, brand: string): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('staff_role')
    .select('role')
    .where('staff_id', '=', staffId)
    .where('brand', '=', brand)
    .orderBy('role')
    .execute();
  return rows.map(({ role }) => role).sort();
}

/** The rights that roles give together, sorted. */
export async function rightsOfRoles(db: Db, roles: readonly string[]): Promise<readonly string[]> {
  if (roles.length === 0) return [];
  const rows = await db
    .selectFrom('role_right')
    .select('right')
    .distinct()
    .where('role', 'in', roles)
    .execute();
  return rows.map(({ right }) => right).sort();
}

/** Gives a person exactly the requested roles in the brand. It always needs a second person. */
export const assignRoles: Action<RoleRequest, RoleRejection> = {
  name: 'staff.assignRoles',
  right: 'staff.assignRoles',
  approvalRight: 'staff.approveRoles',

  ...aboutPerson,

  async preview({ db, brand }, { staffId, roles }) {
    const person = await db
      .selectFrom('staff')
      .leftJoin('staff as inviter', 'inviter.id', 'staff.invited_by')
      .select(['staff.name', 'staff.email', 'staff.ended_at', 'staff.created_at', 'staff.directory_subject'])
      .select('inviter.name as invitedBy')
      .where('staff.id', '=', knownId(staffId))
      .executeTakeFirst();
    if (!person) throw new NotFound('no such member of staff');
    if (person.ended_at) return reject('alreadyEnded');
    const known = await db.selectFrom('role').select('name').execute();
    const names = new Set(known.map(({ name }) => name));
    if (!roles.every((role) => names.has(role))) return reject('unknownRole', { field: 'roles' });
    const before = await rolesIn(db, staffId, brand);
    if (before.join() === roles.join()) return reject('nothingChanges', { field: 'roles' });
    const registered = await db
      .selectFrom('staff_key')
      .select('created_at')
      .where('staff_id', '=', staffId)
      .orderBy('created_at')
      .executeTakeFirst();
    const [rightsBefore, rightsAfter] = [await rightsOfRoles(db, before), await rightsOfRoles(db, roles)];
    return {
      subject: 'staff',
      subjectId: staffId,
      amount: undefined,
      lines: [
        { label: 'Person', before: person.name, after: person.name },
        { label: 'Roles', before: before.join(', '), after: roles.join(', '), format: 'words' },
        { label: 'Rights', before: rightsBefore.join(', '), after: rightsAfter.join(', '), format: 'words' },
      ],
      // Whoever invites could invite an address of their own: the second person can tell.
      facts: [
        { label: 'Address', text: person.email },
        {
          label: 'Invited by',
          text: person.invitedBy ?? (person.directory_subject ? 'the directory' : 'an operator'),
        },
        { label: 'Invited', text: person.created_at.toISOString(), format: 'time' },
        registered
          ? { label: 'First passkey', text: registered.created_at.toISOString(), format: 'time' }
          : { label: 'First passkey', text: 'none yet' },
      ],
    };
  },

  async perform({ db, brand, now }, { staffId, roles }, { approvalId }) {
    const before = await rolesIn(db, staffId, brand);
    const removed = before.filter((role) => !roles.includes(role));
    if (removed.length > 0)
      await db
        .deleteFrom('staff_role')
        .where('staff_id', '=', staffId)
        .where('brand', '=', brand)
        .where('role', 'in', removed)
        .execute();
    const added = roles.filter((role) => !before.includes(role));
    if (added.length > 0)
      await db
        .insertInto('staff_role')
        .values(
          added.map((role) => ({
            staff_id: staffId,
            role,
            brand,
            approval_id: approvalId,
            assigned_at: now,
          })),
        )
        .execute();
  },
};
