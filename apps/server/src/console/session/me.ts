import type { me } from '@hiram/contract/console/session';
import { markets } from '../../brands/markets/markets.ts';
import { rolesOf } from '../access/rights.ts';
import type { StaffHandler } from '../access/serve-staff.ts';
import { passkeysOf } from '../access/sign-in/staff-store.ts';

/** The signed-in person, their roles and rights, and the brands of this server. */
export const showMe: StaffHandler<typeof me> = async (_input, { context, db, session, rights }) => {
  const roles = await db
    .selectFrom(rolesOf(db, session.staffId).as('held'))
    .select(['role', 'brand'])
    .orderBy('role')
    .orderBy('brand')
    .execute();
  const keys = await passkeysOf(db, session.staffId);
  return {
    hasPasskey: keys.length > 0,
    staffId: session.staffId,
    name: session.name,
    email: session.email,
    locked: session.isLocked,
    expiresAt: session.expiresAt.toISOString(),
    locksAt: session.locksAt.toISOString(),
    roles,
    ...(context.cells ? { cells: [...context.cells.all().keys()] } : {}),
    rights: [...rights],
    brands: [...context.appContext.brands.values()].map(({ id, names, money, market, timeZone }) => ({
      id,
      name: names.english,
      timeZone,
      currency: markets[market].currency,
      money: { whole: false, ...money },
    })),
  };
};
