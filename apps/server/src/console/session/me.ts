import type { me } from '@hiram/contract/console/session';
import { rolesOf } from '../access/rights.ts';
import type { StaffHandler } from '../access/serve-staff.ts';

/** The signed-in person, their roles and rights, and the brands of this server. */
export const showMe: StaffHandler<typeof me> = async (_input, { context, db, session, rights }) => {
  const roles = await db
    .selectFrom(rolesOf(db, session.staffId).as('held'))
    .select(['role', 'brand'])
    .orderBy('role')
    .orderBy('brand')
    .execute();
  const key = await db
    .selectFrom('staff_key')
    .select('id')
    .where('staff_id', '=', session.staffId)
    .where('revoked_at', 'is', null)
    .executeTakeFirst();
  return {
    hasPasskey: key !== undefined,
    staffId: session.staffId,
    name: session.name,
    email: session.email,
    locked: session.isLocked,
    expiresAt: session.expiresAt.toISOString(),
    locksAt: session.locksAt.toISOString(),
    roles,
    rights: [...rights],
    brands: [...context.appContext.brands.values()].map(({ id, names, money, timeZone }) => ({
      id,
      name: names.english,
      timeZone,
      money: { whole: false, ...money },
    })),
  };
};
