import { allBrands } from '@hiram/contract/console/rights';
import type { countTodo, whoMay } from '@hiram/contract/console/work';
import type { StaffHandler } from '../access/serve-staff.ts';
import { countKinds } from '../lists/task-list.ts';
import { ownKinds, queryOf } from './kinds.ts';

/** Counts what the caller could do now, and how much of it is over its promise. */
export const showTodo: StaffHandler<typeof countTodo> = async (_input, request) => {
  const kinds = ownKinds(request);
  if (kinds.length === 0) return { kinds: [] };
  const counted = await countKinds(request.db, queryOf(request, 'open', kinds));
  return { kinds: kinds.map((kind) => ({ kind, ...(counted.get(kind) ?? { count: 0, over: 0 }) })) };
};

const maxPeople = 20;

export const showWhoMay: StaffHandler<typeof whoMay> = async ({ right }, { db, brand }) => {
  const people = await db
    .selectFrom('staff')
    .select('name')
    .where('ended_at', 'is', null)
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('staff_role')
        .innerJoin('role_right', 'role_right.role', 'staff_role.role')
        .select('staff_role.staff_id')
        .where('role_right.right', '=', right)
        .where('staff_role.brand', 'in', [brand, allBrands]),
    )
    .orderBy('name')
    .limit(maxPeople)
    .execute();
  return { people };
};
