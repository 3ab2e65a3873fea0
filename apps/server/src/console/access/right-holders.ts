import { allBrands, type Right } from '@hiram/contract/console/rights';
import type { StaffId } from '@hiram/contract/ids';
import { sql } from 'kysely';
import type { Db } from '../../platform/database/connection/connect.ts';

/** A member of the staff who has a right in a brand. */
export interface RightHolder {
  readonly staffId: StaffId;
  readonly name: string;
}

/** People of whom no two have the same name: where two do, each has the work address beside it. */
export function distinctNames<Person extends RightHolder & { readonly email: string }>(
  people: readonly Person[],
): readonly Person[] {
  const isShared = ({ staffId, name }: RightHolder) =>
    people.some((other) => other.name === name && other.staffId !== staffId);
  return people.map((person) =>
    isShared(person) ? { ...person, name: `${person.name} (${person.email})` } : person,
  );
}

/** Everybody who has a right in a brand, by name. In `*`: whoever has it in all brands. */
export async function holdersOf(db: Db, right: Right, brand: string): Promise<readonly RightHolder[]> {
  const { rows } = await sql<RightHolder & { email: string }>`
    select distinct staff.id as "staffId", staff.name, staff.email from staff
    join (
      select staff_id, role, brand from staff_role
      union all
      select staff_id, role, brand from staff_directory_role where expires_at > now()
    ) held on held.staff_id = staff.id and held.brand in (${brand}, ${allBrands})
    join role_right on role_right.role = held.role and role_right."right" = ${right}
    where staff.ended_at is null order by staff.name`.execute(db);
  return distinctNames(rows).map(({ staffId, name }) => ({ staffId, name }));
}

/** The beginning of the first shift or accepted on-call duty of these people that is not over; undefined: none is planned. */
export async function dutyFrom(
  db: Db,
  staffIds: readonly StaffId[],
  { brand, now }: { readonly brand: string; readonly now: Date },
): Promise<Date | undefined> {
  if (staffIds.length === 0) return undefined;
  const duty = await db
    .selectFrom('staff_shift')
    .select('starts_at')
    .where('staff_id', 'in', [...staffIds])
    .where('state', '=', 'accepted')
    .where('ends_at', '>', now)
    .$if(brand !== allBrands, (query) => query.where('brand', 'in', [brand, allBrands]))
    .orderBy('starts_at')
    .limit(1)
    .executeTakeFirst();
  return duty?.starts_at;
}
