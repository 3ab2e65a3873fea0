import { allBrands } from '@hiram/contract/console/rights';
import type { listTrailPeople } from '@hiram/contract/console/trail';
import { distinctNames } from '../access/right-holders.ts';
import type { StaffHandler } from '../access/serve-staff.ts';

/** A lender's staff is a few hundred people at most. */
const maxPeople = 2_000;

/** Everybody who works or worked in the brand. */
export const showPeople: StaffHandler<typeof listTrailPeople> = async (_input, { db, brand }) => {
  const people = await db
    .selectFrom('staff')
    .select(['id as staffId', 'name', 'email', 'ended_at'])
    .$if(brand !== allBrands, (query) =>
      query.where((eb) =>
        eb.or([
          // Who left has no role any more.
          eb('ended_at', 'is not', null),
          eb('id', 'in', (sub) =>
            sub.selectFrom('staff_role').select('staff_id').where('brand', 'in', [brand, allBrands]),
          ),
        ]),
      ),
    )
    .orderBy('name')
    .orderBy('id')
    .limit(maxPeople)
    .execute();
  return {
    people: distinctNames(people).map(({ staffId, name, ended_at }) => ({
      staffId,
      name,
      hasLeft: ended_at !== null,
    })),
  };
};
