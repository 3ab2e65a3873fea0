import { allBrands, type ShippedRole } from '@hiram/contract/console/rights';
import type { signInDemo } from '@hiram/contract/console/session';
import type { StaffId } from '@hiram/contract/ids';
import { staffIs } from '../../platform/database/actor.ts';
import { type Db, inTransaction } from '../../platform/database/connection/connect.ts';
import { newId } from '../../platform/ids.ts';
import type { OpenStaffHandler } from '../access/serve-staff.ts';
import { openStaffSession } from '../access/sign-in/sessions.ts';

export const demoNames: Readonly<Record<ShippedRole, string>> = {
  admin: 'Ana Cruz',
  agency: 'Tala Cortez',
  cashier: 'Carlo Reyes',
  collector: 'Diwa Santos',
  controller: 'Elena Ramos',
  marketer: 'Jun Garcia',
  officer: 'Liza Torres',
  reviewer: 'Marco Flores',
  risk: 'Nina Castro',
  support: 'Paolo Mendoza',
};

export const demoEmail = (role: ShippedRole) => `${role}@demo.example`;

/** A demo member of staff. A role without a colleague has one person. */
interface DemoPerson {
  readonly role: ShippedRole;
  readonly isColleague?: boolean | undefined;
}

/** Colleagues of roles that request what the same role alone can approve. */
const colleagues: Partial<Readonly<Record<ShippedRole, string>>> = {
  admin: 'Bea Navarro',
  controller: 'Rosa Lim',
};

/** The demo member of staff with a role. Created at the first sign-in, in the sandbox only. */
async function demoStaff(trx: Db, { role, isColleague }: DemoPerson, now: Date): Promise<StaffId> {
  const colleague = isColleague ? colleagues[role] : undefined;
  const email = colleague === undefined ? demoEmail(role) : `${role}-2@demo.example`;
  await trx
    .insertInto('staff')
    .values({ id: newId(), name: colleague ?? demoNames[role], email, created_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const { id } = await trx
    .selectFrom('staff')
    .select('id')
    .where('email', '=', email)
    .where('ended_at', 'is', null)
    .executeTakeFirstOrThrow();
  const hasRole = await trx
    .selectFrom('staff_role')
    .select('role')
    .where('staff_id', '=', id)
    .executeTakeFirst();
  if (!hasRole)
    await trx
      .insertInto('staff_role')
      .values({ staff_id: id, role, brand: allBrands, assigned_at: now })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  return id;
}

export const openDemoSession: OpenStaffHandler<typeof signInDemo> = async (person, request) => {
  const { db, now, setSession } = request;
  const staffId = await inTransaction(db, (trx) => demoStaff(trx, person, now));
  staffIs(staffId);
  setSession(await openStaffSession(db, { staffId, keyId: undefined, now }));
  return {};
};
