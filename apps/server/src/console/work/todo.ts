import { allBrands } from '@hiram/contract/console/rights';
import type { countTodo, whoMay } from '@hiram/contract/console/work';
import type { TaskKind } from '@hiram/contract/task-kind';
import { sql } from 'kysely';
import type { StaffHandler } from '../access/serve-staff.ts';
import { maxCounted } from '../lists/task-list.ts';
import { brandsOf, ownKinds } from './kinds.ts';

/** Counts what the caller could do now, and how much of it is over its promise. */
export const showTodo: StaffHandler<typeof countTodo> = async (_input, request) => {
  const { db, now, session } = request;
  const kinds = ownKinds(request);
  if (kinds.length === 0) return { kinds: [] };
  const { rows } = await sql<{ kind: TaskKind; count: string; over: string }>`
    select kind, least(sum(found.count), ${maxCounted}) as count, least(sum(found.over), ${maxCounted}) as over
    from unnest(${brandsOf(request)}::text[]) as each_brand (brand)
      cross join unnest(${[...kinds]}::text[]) as each_kind (kind)
      cross join lateral (
        select count(*) as count, count(*) filter (where due_at < ${now}) as over from (
          select due_at from task where brand = each_brand.brand and kind = each_kind.kind and closed_at is null
            and (deferred_until is null or deferred_until <= ${now})
            and (kind <> 'approval' or not exists (
              select from approval where approval.id::text = task.subject_id and requested_by = ${session.staffId}))
          order by due_at limit ${maxCounted}
        ) counted
      ) found group by kind`.execute(db);
  return {
    kinds: kinds.map((kind) => {
      const row = rows.find((found) => found.kind === kind);
      return { kind, count: Number(row?.count ?? 0), over: Number(row?.over ?? 0) };
    }),
  };
};

const maxPeople = 5;

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
