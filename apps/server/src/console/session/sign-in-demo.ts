import { allBrands, type ShippedRole } from '@hiram/contract/console/rights';
import type { signInDemo } from '@hiram/contract/console/session';
import type { StaffId } from '@hiram/contract/ids';
import { staffIs } from '../../platform/database/actor.ts';
import { type Db, inTransaction } from '../../platform/database/connect.ts';
import { newId } from '../../platform/ids.ts';
import type { OpenStaffHandler } from '../access/serve-staff.ts';
import { openStaffSession } from '../access/sessions.ts';

const names: Readonly<Record<ShippedRole, string>> = {
  admin: 'Ana Cruz',
  cashier: 'Carlo Reyes',
  collector: 'Diwa Santos',
  controller: 'Elena Ramos',
  marketer: 'Jun Garcia',
  officer: 'Liza Torres',
  reviewer: 'Marco Flores',
  risk: 'Nina Castro',
  support: 'Paolo Mendoza',
};

/** The demo member of staff with a role. Created at the first sign-in, in the sandbox only. */
async function demoStaff(trx: Db, role: ShippedRole, now: Date): Promise<StaffId> {
  const email = `${role}@demo.example`;
  await trx
    .insertInto('staff')
    .values({ id: newId(), name: names[role], email, created_at: now })
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

export const openDemoSession: OpenStaffHandler<typeof signInDemo> = async ({ role }, request) => {
  const { db, now, setSession } = request;
  const staffId = await inTransaction(db, (trx) => demoStaff(trx, role, now));
  staffIs(staffId);
  setSession(await openStaffSession(db, { staffId, keyId: undefined, now }));
  return {};
};
