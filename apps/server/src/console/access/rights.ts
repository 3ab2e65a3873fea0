import type { Verdict } from '@hiram/contract/console/action-calls';
import { type ActionName, allBrands, costLimit, type Right, rights } from '@hiram/contract/console/rights';
import type { StaffId } from '@hiram/contract/ids';
import { sql } from 'kysely';
import type { Brand } from '../../brands/brand.ts';
import { markets } from '../../brands/markets/markets.ts';
import type { AppContext } from '../../context/app-context.ts';
import type { Db } from '../../platform/database/connection/connect.ts';

/** A right that a person has in a brand, or in all of them (`*`). */
export interface HeldRight {
  readonly right: Right;
  readonly brand: string;
}

/** The limits of a role on an action in a brand. Amounts are cents. */
export interface Limit {
  /** Undefined: no limit. */
  readonly maxPerItem: number | undefined;
  readonly maxPerDay: number | undefined;
  /** From this amount on a second person is needed; 0: always; undefined: never. */
  readonly secondPersonFrom: number | undefined;
}

export function isRight(text: string): text is Right {
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

/**
 * Reports whether the right is among the held ones for a brand. A right in `*` holds in every brand; one in a
 * brand not in `*`.
 */
export function hasRight(held: readonly HeldRight[], right: Right, brand: string): boolean {
  return held.some((one) => one.right === right && (one.brand === brand || one.brand === allBrands));
}

/** The currencies of the brands, which have limits of their own. */
interface LimitContext {
  readonly brands: ReadonlyMap<string, Pick<Brand, 'market'>>;
}

/** The names under which `authority` may hold the limits of a brand, the one that counts first: itself, its currency, `*`. */
export function limitPlaces({ brands }: LimitContext, brand: string): readonly string[] {
  const market = brands.get(brand)?.market;
  return [...new Set([brand, ...(market === undefined ? [] : [markets[market].currency]), allBrands])];
}

/** The authority of one person: the limits of each of their roles on an action, and of the cost of everything in a day. */
export interface Authority {
  /** One for each role that has the action. */
  readonly limits: readonly Limit[];
  /** Cents that everything a person does alone in a day may cost the lender, whatever the action. 0: nothing. */
  readonly maxCostPerDay: number;
}

/**
 * A person's authority over an action in a brand: of each role the row of the brand, or else of its currency,
 * or else of all brands. Roles do not add up: what a person does alone fits the limits of one of their roles,
 * and the day counts what they did in any role. Undefined if no role has the action.
 */
export async function authorityOf(
  appContext: LimitContext & Pick<AppContext, 'db'>,
  staffId: StaffId,
  action: ActionName,
  brand: string,
): Promise<Authority | undefined> {
  const { db } = appContext;
  const places = limitPlaces(appContext, brand);
  const rows = await db
    .selectFrom(rolesOf(db, staffId).as('held'))
    .innerJoin('authority', 'authority.role', 'held.role')
    .innerJoin('staff', 'staff.id', 'held.staff_id')
    .select(['authority.role', 'authority.action', 'authority.brand'])
    .select(['max_per_item', 'max_per_day', 'second_person_from'])
    .where('staff.ended_at', 'is', null)
    .where('held.brand', 'in', [brand, allBrands])
    .where('authority.action', 'in', [action, costLimit])
    .where('authority.brand', 'in', places)
    .execute();
  rows.sort((one, other) => places.indexOf(one.brand) - places.indexOf(other.brand));
  const ofRole = new Map<string, (typeof rows)[number]>();
  for (const row of rows) {
    const key = `${row.role} ${row.action}`;
    if (!ofRole.has(key)) ofRole.set(key, row);
  }
  const counted = [...ofRole.values()];
  const limits = counted
    .filter((row) => row.action === action)
    .map((row) => ({
      maxPerItem: row.max_per_item ?? undefined,
      maxPerDay: row.max_per_day ?? undefined,
      secondPersonFrom: row.second_person_from ?? undefined,
    }));
  if (limits.length === 0) return undefined;
  const costs = counted.filter((row) => row.action === costLimit).map((row) => row.max_per_day ?? 0);
  return { limits, maxCostPerDay: Math.max(0, ...costs) };
}

/** An action that somebody wants to perform, and what they did alone today. Amounts are cents, 0 for an action without one. */
export interface Wanted {
  readonly amount: number;
  /** The cost for the lender: debts that are given up, money that goes out. */
  readonly cost: number;
  /** True if two persons decide it whatever the amount. */
  readonly needsTwo: boolean;
  readonly doneToday: { readonly amount: number; readonly cost: number };
}

/** Reports whether an amount (0 for an action without one) needs a second person. */
const needsSecondPerson = ({ secondPersonFrom }: Limit, amount: number) =>
  secondPersonFrom !== undefined && amount >= secondPersonFrom;

const isWithin = (amount: number, most: number | undefined) => most === undefined || amount <= most;

/** Decides who must decide an action, and by the limits of which role. */
export function verdictOf(
  { limits, maxCostPerDay }: Authority,
  { amount, cost, needsTwo, doneToday }: Wanted,
): { readonly verdict: Verdict; readonly limit: Limit } {
  const possible = limits.filter(({ maxPerItem }) => isWithin(amount, maxPerItem));
  const mustAsk = needsTwo || (cost > 0 && doneToday.cost + cost > maxCostPerDay);
  const alone = possible.find(
    (limit) =>
      !mustAsk && !needsSecondPerson(limit, amount) && isWithin(doneToday.amount + amount, limit.maxPerDay),
  );
  if (alone) return { verdict: 'alone', limit: alone };
  // Beyond the day's limit too, of an action that a second person may approve.
  const asking = possible.find(({ secondPersonFrom }) => mustAsk || secondPersonFrom !== undefined);
  if (asking) return { verdict: 'secondPerson', limit: asking };
  const [limit] = limits;
  if (!limit) throw new Error('an authority has limits');
  return { verdict: 'overLimit', limit };
}
