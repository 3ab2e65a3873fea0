import type { me } from '@hiram/contract/console/session';
import type { StaffHandler } from '../access/serve-staff.ts';

/** Who is signed in, their roles and rights, and the brands of this server. */
export const showMe: StaffHandler<typeof me> = async (_input, { context, db, session, rights }) => {
  const roles = await db
    .selectFrom('staff_role')
    .select(['role', 'brand'])
    .where('staff_id', '=', session.staffId)
    .orderBy('role')
    .orderBy('brand')
    .execute();
  return {
    staffId: session.staffId,
    name: session.name,
    email: session.email,
    locked: session.isLocked,
    expiresAt: session.expiresAt.toISOString(),
    locksAt: session.locksAt.toISOString(),
    roles,
    rights: [...rights],
    brands: [...context.appContext.brands.values()].map(({ id, names, money, timeZone }) => ({
      ...{ id, name: names.english, timeZone },
      money: { whole: false, ...money },
    })),
  };
};
