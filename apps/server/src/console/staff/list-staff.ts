import { allBrands } from '@hiram/contract/console/rights';
import type { listStaff } from '@hiram/contract/console/staff';
import type { StaffHandler } from '../access/serve-staff.ts';

/** A lender's staff is a few hundred people at most. */
const maxStaff = 2_000;
const minuteMs = 60_000;

/** The staff of a brand: who has a role in it or in all brands, or was invited and has none yet. In all brands: everybody. */
export const showStaff: StaffHandler<typeof listStaff> = async (_input, { db, brand, now }) => {
  const people = await db
    .selectFrom('staff')
    .select(['id', 'name', 'email', 'ended_at'])
    .$if(brand !== allBrands, (query) =>
      query.where((eb) => {
        const roles = eb.selectFrom('staff_role').select('staff_id');
        const hasNone = eb.and([eb('id', 'not in', roles), eb('ended_at', 'is', null)]);
        return eb.or([eb('id', 'in', roles.where('brand', 'in', [brand, allBrands])), hasNone]);
      }),
    )
    .orderBy('name')
    .orderBy('id')
    .limit(maxStaff)
    .execute();
  const roles = await db.selectFrom('staff_role').selectAll().orderBy('role').orderBy('brand').execute();
  const keys = await db
    .selectFrom('staff_key')
    .select(['staff_id', (eb) => eb.fn.countAll<number>().as('count')])
    .where('revoked_at', 'is', null)
    .groupBy('staff_id')
    .execute();
  const sessions = await db
    .selectFrom('staff_session')
    .select(['staff_id', 'used_at', 'expires_at', 'revoked_at'])
    .execute();
  const mails = await db
    .selectFrom('staff_invitation')
    .leftJoin('mail', 'mail.id', 'staff_invitation.mail_id')
    .select(['staff_id', 'state'])
    .where('used_at', 'is', null)
    .execute();
  return {
    staff: people.map((person) => {
      const passkeys = Number(keys.find((key) => key.staff_id === person.id)?.count ?? 0);
      const own = sessions.filter((session) => session.staff_id === person.id);
      const seen = own.map((session) => session.used_at.getTime());
      const state = person.ended_at
        ? ('ended' as const)
        : passkeys > 0 || own.length > 0
          ? ('active' as const)
          : ('invited' as const);
      const invitation = state === 'invited' && mails.find(({ staff_id }) => staff_id === person.id);
      return {
        staffId: person.id,
        name: person.name,
        email: person.email,
        state,
        ...(invitation ? { mail: invitation.state ?? ('none' as const) } : {}),
        roles: roles
          .filter((row) => row.staff_id === person.id)
          .filter((row) => brand === allBrands || row.brand === brand || row.brand === allBrands)
          .map((row) => ({ role: row.role, brand: row.brand })),
        passkeys,
        sessions: own.filter((session) => !session.revoked_at && session.expires_at > now).length,
        lastSeenAt:
          seen.length === 0
            ? ''
            : new Date(Math.floor(Math.max(...seen) / minuteMs) * minuteMs).toISOString(),
      };
    }),
  };
};
