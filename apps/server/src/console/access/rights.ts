import { type ActionName, allBrands, type Right, rights } from '@hiram/contract/console/rights';
import type { StaffId } from '@hiram/contract/ids';
import { sql } from 'kysely';
import type { Db } from '../../platform/database/connect.ts';

/** A right that a person has in a brand, or in all of them (`*`). */
export interface HeldRight {
  readonly right: Right;
  readonly brand: string;
}

/** The limits of a person on an action in a brand. Amounts are cents. */
export interface Limit {
  /** Undefined: no limit. */
  readonly maxPerItem: number | undefined;
  readonly maxPerDay: number | undefined;
  /** From this amount on a second person is needed; 0: always; undefined: never. */
  readonly secondPersonFrom: number | undefined;
}

function isRight(text: string): text is Right {
  return rights.some((right) => right === text);
}

/** The roles of a person: assigned ones, and those that the lender's directory gave at a sign-in that is not long ago. */
export function rolesOf(db: Db, staffId: StaffId) {
  const assigned = db
    .selectFrom('staff_role')
    .select(['staff_id', 'role', 'brand'])
    .where('staff_id', '=', staffId);
  const byDirectory = db
    .selectFrom('staff_directory_role')
    .select(['staff_id', 'role', 'brand'])
    .where('staff_id', '=', staffId)
    .where('expires_at', '>', sql<Date>`now()`);
  return assigned.union(byDirectory);
}

/** Every right of a person. Rights that this version does not know are left out. */
export async function rightsOf(db: Db, staffId: StaffId): Promise<readonly HeldRight[]> {
  const rows = await db
    .selectFrom(rolesOf(db, staffId).as('held'))
    .innerJoin('role_right', 'role_right.role', 'held.role')
    .innerJoin('staff', 'staff.id', 'held.staff_id')
    .select(['role_right.right', 'held.brand'])
    .distinct()
    .where('staff.ended_at', 'is', null)
    .orderBy('role_right.right')
    .orderBy('held.brand')
    .execute();
  return rows.flatMap(({ right, brand }) => (isRight(right) ? [{ right, brand }] : []));
}

/** Whether the right is among the held ones for a brand. A right in `*` holds in every brand; one in a brand not in `*`. */
export function hasRight(held: readonly HeldRight[], right: Right, brand: string): boolean {
  return held.some((one) => one.right === right && (one.brand === brand || one.brand === allBrands));
}

/** The larger of two limits, where undefined is none at all. */
const larger = (a: number | undefined, b: number | undefined) =>
  a === undefined || b === undefined ? undefined : Math.max(a, b);

/**
 * A person's limits on an action in a brand: of each role the row of the brand, or else the row of all brands. Several roles
 * add up to the widest limits. Undefined if no role has one.
 */
export async function limitOf(
  db: Db,
  staffId: StaffId,
  action: ActionName,
  brand: string,
): Promise<Limit | undefined> {
  const rows = await db
    .selectFrom(rolesOf(db, staffId).as('held'))
    .innerJoin('authority', 'authority.role', 'held.role')
    .innerJoin('staff', 'staff.id', 'held.staff_id')
    .select(['authority.role', 'authority.brand', 'max_per_item', 'max_per_day', 'second_person_from'])
    .where('staff.ended_at', 'is', null)
    .where('held.brand', 'in', [brand, allBrands])
    .where('authority.action', '=', action)
    .where('authority.brand', 'in', [brand, allBrands])
    .execute();
  const ofRole = new Map<string, (typeof rows)[number]>();
  for (const row of rows) if (row.brand === brand || !ofRole.has(row.role)) ofRole.set(row.role, row);
  return [...ofRole.values()]
    .map(
      (row): Limit => ({
        maxPerItem: row.max_per_item ?? undefined,
        maxPerDay: row.max_per_day ?? undefined,
        secondPersonFrom: row.second_person_from ?? undefined,
      }),
    )
    .reduce<Limit | undefined>(
      (widest, limit) =>
        widest === undefined
          ? limit
          : {
              maxPerItem: larger(widest.maxPerItem, limit.maxPerItem),
              maxPerDay: larger(widest.maxPerDay, limit.maxPerDay),
              secondPersonFrom: larger(widest.secondPersonFrom, limit.secondPersonFrom),
            },
      undefined,
    );
}

/**
 * The fault of an amount (0 for an action without one) that one person requests or does, or undefined. `doneToday`: the cents
 * that the person did alone today; undefined if a second person decides, because the limit of a day counts what one does alone.
 */
export function limitFault(
  limit: Limit,
  amount: number,
  doneToday: number | undefined,
): 'overLimit' | undefined {
  if (limit.maxPerItem !== undefined && amount > limit.maxPerItem) return 'overLimit';
  if (doneToday === undefined || limit.maxPerDay === undefined) return undefined;
  return doneToday + amount > limit.maxPerDay ? 'overLimit' : undefined;
}

/** Whether an amount (0 for an action without one) needs a second person. */
export function needsSecondPerson(limit: Limit, amount: number): boolean {
  return limit.secondPersonFrom !== undefined && amount >= limit.secondPersonFrom;
}
