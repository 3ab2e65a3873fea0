import type {
  CoveredAction,
  CoveredPerson,
  countUncovered,
  showCoverage,
} from '@hiram/contract/console/coverage';
import { actions as actionNames, allBrands, type Right } from '@hiram/contract/console/rights';
import type { StaffId, StaffShiftId } from '@hiram/contract/ids';
import { sql } from 'kysely';
import { dayIn } from '../../platform/clock/clock.ts';
import type { Db } from '../../platform/database/connection/connect.ts';
import { reject } from '../../platform/errors/rejection.ts';
import { type Duty, gapsIn } from '../../scheduler/coverage-gaps.ts';
import { distinctNames } from '../access/right-holders.ts';
import { limitPlaces } from '../access/rights.ts';
import type { StaffHandler, StaffRequest } from '../access/serve-staff.ts';
import { signedInStaff } from '../access/sign-in/sessions.ts';
import type { Action } from '../actions/action.ts';
import type { Actions } from '../actions/approve.ts';
import { chosenTime } from './chosen-time.ts';
import { coverageOf, coveringAt } from './who-covers.ts';

const maxDays = 7;
const lookBackDays = 30;
const dayMs = 86_400_000;

interface Holder {
  readonly staffId: StaffId;
  readonly name: string;
  readonly role: string;
  readonly rights: readonly string[];
}

/** Everybody with a role in the brand, once for each role. */
export async function holdersIn(db: Db, brand: string): Promise<readonly Holder[]> {
  const { rows } = await sql<Holder & { email: string }>`
    select staff.id as "staffId", staff.name, staff.email, held.role,
      (select array_agg("right") from role_right where role_right.role = held.role) as rights
    from staff join (
      select staff_id, role, brand from staff_role
      union
      select staff_id, role, brand from staff_directory_role where expires_at > now()
    ) held on held.staff_id = staff.id
    where staff.ended_at is null and held.brand in (${brand}, ${allBrands})
    order by staff.name, held.role`.execute(db);
  return distinctNames(rows).map(({ email: _, ...row }) => ({ ...row, rights: row.rights ?? [] }));
}

interface ShiftRow extends Duty {
  readonly id: StaffShiftId;
  readonly kind: 'shift' | 'onCall';
  readonly state: 'requested' | 'accepted';
}

/** Shifts and on-call duty in the brand that touch a period. */
async function shiftsIn(db: Db, brand: string, from: Date, to: Date): Promise<readonly ShiftRow[]> {
  const { rows } = await sql<ShiftRow>`
    select id, staff_id as "staffId", kind, state, starts_at as "startsAt", ends_at as "endsAt" from staff_shift
    where state in ('requested', 'accepted') and ends_at > ${from} and starts_at < ${to}
      and (brand in (${brand}, ${allBrands}) or ${brand} = ${allBrands})
    order by starts_at, id`.execute(db);
  return rows;
}

/**
 * The least amount from which on any role needs a second person for an action in the brand; actions that
 * never do are left out.
 */
async function secondPersonFrom({ db, brand, context }: StaffRequest): Promise<ReadonlyMap<string, number>> {
  const places = limitPlaces(context.appContext, brand);
  const rows = await db
    .selectFrom('authority')
    .select(['role', 'action', 'brand', 'second_person_from'])
    .where('brand', 'in', places)
    .execute();
  rows.sort((one, other) => places.indexOf(one.brand) - places.indexOf(other.brand));
  const seen = new Set<string>();
  const least = new Map<string, number>();
  for (const { role, action, second_person_from: from } of rows) {
    const key = `${role} ${action}`;
    if (seen.has(key)) continue;
    seen.add(key);
    if (from !== null) least.set(action, Math.min(least.get(action) ?? from, from));
  }
  return least;
}

async function waitsOf({ db, brand, now }: StaffRequest) {
  const { rows } = await sql<{ action: string; requests: string; waiting: string; minutes: number | null }>`
    select action, count(*) as requests, count(*) filter (where state = 'waiting' and expires_at > ${now}) as waiting,
      percentile_cont(0.5) within group (order by extract(epoch from closed_at - requested_at) / 60)
        filter (where state in ('done', 'rejected')) as minutes
    from approval where not within_limit and requested_at > ${new Date(now.getTime() - lookBackDays * dayMs)}
      and (brand in (${brand}, ${allBrands}) or ${brand} = ${allBrands})
    group by action`.execute(db);
  return new Map(rows.map((row) => [row.action, row]));
}

/** When the last shift of a person ended, if it did within a day and none has begun since. */
function endedOf(own: readonly Duty[], now: Date): Pick<CoveredPerson, 'endedAt'> {
  const begun = own.filter(
    ({ startsAt, endsAt }) => startsAt <= now && endsAt.getTime() > now.getTime() - dayMs,
  );
  const last = Math.max(...begun.map(({ endsAt }) => endsAt.getTime()));
  return begun.length > 0 && last <= now.getTime() ? { endedAt: new Date(last).toISOString() } : {};
}

const idsWith = (holders: readonly Holder[], right: Right) => [
  ...new Set(holders.filter(({ rights }) => rights.includes(right)).map(({ staffId }) => staffId)),
];

/** The people who could approve each action, now and within a chosen time. */
export function show(actions: Actions): StaffHandler<typeof showCoverage> {
  return async (input, request) => {
    const { db, brand, now, session, context } = request;
    const { timeZone, holidays } = context.appContext.brands.get(brand) ?? context.appContext.defaultBrand;
    const { period, shown } = chosenTime(input, timeZone, now);
    const holiday = holidays.get(dayIn(timeZone, period.from));
    const length = period.to.getTime() - period.from.getTime();
    if (!(length > 0 && length <= maxDays * dayMs)) return reject('badTime', { field: 'to' });
    const holders = await holdersIn(db, brand);
    const froms = await secondPersonFrom(request);
    // Who approves only what never needs a second person approves nothing here.
    const known = actionNames
      .flatMap((name) => actions.get(name) ?? [])
      .filter(({ name }) => froms.has(name));
    const approvalRights = [...new Set(known.map(({ approvalRight }) => approvalRight))];
    const approving = new Set(approvalRights.flatMap((right) => idsWith(holders, right)));
    const earliest = new Date(Math.min(shown.from.getTime(), now.getTime() - dayMs));
    // Also the day after: from when on somebody can approve what is requested at a time without anybody.
    const later = { from: period.from, to: new Date(shown.to.getTime() + dayMs) };
    const shifts = await shiftsIn(db, brand, earliest, later.to);
    const duties = shifts.filter(({ state }) => state === 'accepted');
    const signedIn = await signedInStaff(db, now);
    const people = [...new Map(holders.map(({ staffId, name }) => [staffId, name]))].map(
      ([staffId, name]): CoveredPerson => ({
        staffId,
        name,
        roles: holders.filter((one) => one.staffId === staffId).map(({ role }) => role),
        mayApprove: approving.has(staffId),
        isCaller: staffId === session.staffId,
        isSignedIn: signedIn.has(staffId),
        ...endedOf(
          duties.filter((duty) => duty.staffId === staffId),
          now,
        ),
        shifts: shifts
          .filter(
            (shift) => shift.staffId === staffId && shift.endsAt > shown.from && shift.startsAt < shown.to,
          )
          .map(({ id, kind, state, startsAt, endsAt }) => ({
            shiftId: id,
            kind,
            state,
            startsAt: startsAt.toISOString(),
            endsAt: endsAt.toISOString(),
          })),
      }),
    );
    const waits = await waitsOf(request);
    const nameOf = (staffId: StaffId) => people.find((one) => one.staffId === staffId)?.name ?? '';
    const covered = known.map((action): CoveredAction => {
      const who = peopleOf(action, holders);
      const coverage = coverageOf(period, duties, who);
      const coveredFrom = coverageOf(later, duties, who).from;
      const waited = waits.get(action.name);
      return {
        action: action.name,
        secondPersonFrom: froms.get(action.name) ?? 0,
        mayRequest: who.requesters.map(nameOf),
        mayApprove: who.approvers.map(nameOf),
        now: coveringAt(now, duties, who).length,
        least: coverage.least,
        ...(coveredFrom ? { from: coveredFrom.toISOString() } : {}),
        ...(coverage.least > 0 ? {} : { reason: reasonOf(who) }),
        requests: Number(waited?.requests ?? 0),
        waiting: Number(waited?.waiting ?? 0),
        ...(waited?.minutes == null ? {} : { medianMinutes: Math.round(waited.minutes) }),
      };
    });
    const [next] = gapsIn(later, duties, [...approving]);
    return {
      now: now.toISOString(),
      from: period.from.toISOString(),
      to: period.to.toISOString(),
      shownFrom: shown.from.toISOString(),
      shownTo: shown.to.toISOString(),
      ...(holiday === undefined ? {} : { holiday }),
      people,
      actions: covered,
      gaps: gapsIn(period, duties, [...approving]).map(({ from, to }) => ({
        from: from.toISOString(),
        to: to.toISOString(),
      })),
      ...(next && {
        nextGap: {
          from: next.from.toISOString(),
          ...(next.to < later.to ? { to: next.to.toISOString() } : {}),
        },
      }),
    };
  };
}

/** Counts the waiting requests that nobody could approve now. */
export function count(actions: Actions): StaffHandler<typeof countUncovered> {
  return async (_input, request) => {
    const { db, brand, now } = request;
    const holders = await holdersIn(db, brand);
    const shifts = await shiftsIn(db, brand, now, new Date(now.getTime() + 1));
    const duties = shifts.filter(({ state }) => state === 'accepted');
    const uncovered = actionNames
      .flatMap((name) => actions.get(name) ?? [])
      .filter((action) => coveringAt(now, duties, peopleOf(action, holders)).length === 0);
    if (uncovered.length === 0) return { requests: 0 };
    const { requests } = await db
      .selectFrom('approval')
      .select((eb) => eb.fn.countAll<number>().as('requests'))
      .where('state', '=', 'waiting')
      .where('expires_at', '>', now)
      .where(
        'action',
        'in',
        uncovered.map(({ name }) => name),
      )
      .$if(brand !== allBrands, (query) => query.where('brand', '=', brand))
      .executeTakeFirstOrThrow();
    return { requests };
  };
}

interface Who {
  readonly requesters: readonly StaffId[];
  readonly approvers: readonly StaffId[];
}

const peopleOf = (
  { right, approvalRight }: Pick<Action, 'right' | 'approvalRight'>,
  holders: readonly Holder[],
): Who => ({
  requesters: idsWith(holders, right),
  approvers: idsWith(holders, approvalRight),
});

function reasonOf({ requesters, approvers }: Who): CoveredAction['reason'] {
  if (approvers.length === 0) return 'none';
  if (requesters.length === 0) return 'noRequester';
  const canEver = approvers.some((approver) => requesters.some((requester) => requester !== approver));
  return canEver ? 'notAtWork' : 'requesterOnly';
}
