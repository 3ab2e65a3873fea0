import { allBrands, shippedRoles } from '@hiram/contract/console/rights';
import type { demoPeople, moveDemoClock } from '@hiram/contract/console/session';
import type { TaskKind } from '@hiram/contract/task-kind';
import { taskKinds } from '@hiram/contract/task-kind';
import { sql } from 'kysely';
import type { AppContext } from '../../context/app-context.ts';
import { withFixedToday } from '../../platform/clock/clock.ts';
import { actAs } from '../../platform/database/actor.ts';
import type { Db } from '../../platform/database/connection/connect.ts';
import { reject } from '../../platform/errors/rejection.ts';
import { moveClock } from '../../scheduler/move-clock.ts';
import type { OpenStaffHandler } from '../access/serve-staff.ts';
import { maxCounted, rightOfKind } from '../lists/task-list.ts';
import { demoNames } from './sign-in-demo.ts';

const todayOf = ({ clock, defaultBrand }: AppContext, db: Db) => clock.today(db, defaultBrand.timeZone);

/** Moves the business day, and with it everything that is due by then. */
export const moveDay: OpenStaffHandler<typeof moveDemoClock> = async ({ days }, { db, context }) =>
  withFixedToday(async () => {
    const isMoved = await actAs('system', () => moveClock(context.appContext, db, days));
    return isMoved
      ? { today: await todayOf(context.appContext, db) }
      : reject('tooFarAhead', { field: 'days' });
  });

/** The demo members of staff with what waits for each: for the sandbox's sign-in. */
export const showDemoPeople: OpenStaffHandler<typeof demoPeople> = async (_input, { db, now, context }) => {
  const brands = [...context.appContext.brands.keys(), allBrands];
  const { rows } = await sql<{ kind: TaskKind; count: string; over: string; first: Date | null }>`
    select kind, count(*) as count, count(*) filter (where due_at < ${now}) as over, min(due_at) as first from (
      select kind, due_at, row_number() over (partition by kind order by due_at) as place from task
      where closed_at is null and brand = any(${brands}::text[]) and (deferred_until is null or deferred_until <= ${now})
    ) open where place <= ${maxCounted} group by kind`.execute(db);
  const held = await db.selectFrom('role_right').select(['role', 'right']).execute();
  return {
    today: await todayOf(context.appContext, db),
    people: shippedRoles.map((role) => {
      const rights = new Set(held.filter((one) => one.role === role).map((one) => one.right));
      const kinds = taskKinds.filter((kind) => rights.has(rightOfKind[kind]));
      const own = rows.filter(({ kind }) => kinds.includes(kind));
      const sum = (name: 'count' | 'over') => own.reduce((total, row) => total + Number(row[name]), 0);
      const [first] = own
        .flatMap(({ kind, first: dueAt }) => (dueAt ? [{ kind, dueAt: dueAt.toISOString() }] : []))
        .sort((one, other) => (one.dueAt < other.dueAt ? -1 : 1));
      return {
        role,
        name: demoNames[role],
        count: sum('count'),
        over: sum('over'),
        ...(first ? { first } : {}),
      };
    }),
  };
};
