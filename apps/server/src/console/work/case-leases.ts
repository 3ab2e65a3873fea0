import { allBrands } from '@hiram/contract/console/rights';
import type { lookAtCase } from '@hiram/contract/console/work';
import { inTransaction } from '../../platform/database/connection/connect.ts';
import type { StaffHandler } from '../access/serve-staff.ts';
import { lockStaff } from '../access/sign-in/staff-store.ts';

/** The time for which a page counts as open after it said so. */
const leaseMs = 60_000;

/** Keeps the caller's lease of a case, and tells who else has it, or others of a list, open. */
export const lookAt: StaffHandler<typeof lookAtCase> = async ({ open, left, among = [] }, request) => {
  const { db, now, brand, session } = request;
  const { staffId } = session;
  const changed = [open, left].filter((path) => path !== undefined);
  if (changed.length > 0)
    await inTransaction(db, async (trx) => {
      // Two tabs of one person at once wait for each other.
      await lockStaff(trx, staffId);
      await trx
        .deleteFrom('case_lease')
        .where('staff_id', '=', staffId)
        .where((eb) => eb.or([eb('path', 'in', changed), eb('until', '<=', now)]))
        .execute();
      if (open !== undefined)
        await trx
          .insertInto('case_lease')
          .values({ staff_id: staffId, brand, path: open, until: new Date(now.getTime() + leaseMs) })
          .execute();
    });
  const paths = [...new Set([...(open === undefined ? [] : [open]), ...among])];
  if (paths.length === 0) return { readers: [] };
  const readers = await db
    .selectFrom('case_lease')
    .innerJoin('staff', 'staff.id', 'case_lease.staff_id')
    .select(['path', 'staff.name'])
    .where('path', 'in', paths)
    .where('until', '>', now)
    .where('staff_id', '<>', staffId)
    .$if(brand !== allBrands, (query) => query.where('brand', 'in', [brand, allBrands]))
    .orderBy('staff.name')
    .execute();
  return { readers };
};
