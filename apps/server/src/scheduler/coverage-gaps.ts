import { allBrands } from '@hiram/contract/console/rights';
import type { StaffId } from '@hiram/contract/ids';
import { sql } from 'kysely';
import type { AppContext } from '../context/app-context.ts';
import { closeTask, openTask, updateOpenTask } from '../lending/tasks.ts';
import { type Db, inTransaction } from '../platform/database/connection/connect.ts';

/** A time at which a person is at work or on call. */
export interface Duty {
  readonly staffId: StaffId;
  readonly startsAt: Date;
  readonly endsAt: Date;
}

/** A time from its beginning up to its end, which is not part of it. */
export interface Period {
  readonly from: Date;
  readonly to: Date;
}

export const isOn = ({ startsAt, endsAt }: Duty, at: Date): boolean => startsAt <= at && at < endsAt;

/** The moments within a period at which the people on duty can change, its beginning first. */
export function changesIn({ from, to }: Period, duties: readonly Duty[]): readonly Date[] {
  const moments = duties
    .flatMap(({ startsAt, endsAt }) => [startsAt, endsAt])
    .filter((at) => at > from && at < to)
    .map((at) => at.getTime());
  return [from, ...[...new Set(moments)].sort((one, other) => one - other).map((at) => new Date(at))];
}

/** The times within a period at which none of the people is on duty. Gaps that touch are one. */
export function gapsIn(
  period: Period,
  duties: readonly Duty[],
  people: readonly StaffId[],
): readonly Period[] {
  const changes = changesIn(period, duties);
  const gaps: Period[] = [];
  for (const [index, from] of changes.entries()) {
    if (duties.some((duty) => people.includes(duty.staffId) && isOn(duty, from))) continue;
    const to = changes[index + 1] ?? period.to;
    const last = gaps.at(-1);
    if (last && last.to.getTime() === from.getTime()) gaps[gaps.length - 1] = { from: last.from, to };
    else gaps.push({ from, to });
  }
  return gaps;
}

const dayMs = 86_400_000;

/** Everybody who may approve something in the brand, with their duty from the day before on. */
async function approversDuties(db: Db, brand: string, now: Date): Promise<readonly Duty[]> {
  const { rows } = await sql<Duty>`
    select staff_id as "staffId", starts_at as "startsAt", ends_at as "endsAt" from staff_shift
    where state = 'accepted' and brand in (${brand}, ${allBrands})
      and ends_at > ${new Date(now.getTime() - dayMs)} and starts_at < ${new Date(now.getTime() + dayMs)}
      and staff_id in (
        select held.staff_id from (
          select staff_id, role, brand from staff_role
          union all
          select staff_id, role, brand from staff_directory_role where expires_at > ${now}
        ) held join role_right on role_right.role = held.role
          join staff on staff.id = held.staff_id and staff.ended_at is null
        where held.brand in (${brand}, ${allBrands}) and role_right."right" ~ '[.]approve'
      )`.execute(db);
  return rows;
}

/**
 * Keeps a task for the first gap of the next 24 hours in which nobody who may approve is at work or on call, until somebody
 * fills it. A brand in which no approver had a shift since yesterday plans none, and has no task.
 */
export async function watchCoverage(
  { db, clock }: Pick<AppContext, 'clock' | 'db'>,
  brand: string,
): Promise<void> {
  const now = clock.now();
  const duties = await approversDuties(db, brand, now);
  const people = [...new Set(duties.map(({ staffId }) => staffId))];
  const next = { from: now, to: new Date(now.getTime() + dayMs) };
  const [gap] = duties.length === 0 ? [] : gapsIn(next, duties, people);
  const cause = { kind: 'coverageGap', subjectId: brand } as const;
  return inTransaction(db, async (trx) => {
    if (!gap) return closeTask(trx, cause, now);
    const detail = `${gap.from.toISOString()} ${gap.to.toISOString()}`;
    const isOpen = await trx
      .selectFrom('task')
      .select('id')
      .where('kind', '=', cause.kind)
      .where('subject_id', '=', brand)
      .where('closed_at', 'is', null)
      .executeTakeFirst();
    // Somebody who deferred it is not told again every time.
    return isOpen
      ? updateOpenTask(trx, cause, { detail, due_at: gap.from })
      : openTask(trx, { ...cause, brand, detail, dueAt: gap.from, now });
  });
}
