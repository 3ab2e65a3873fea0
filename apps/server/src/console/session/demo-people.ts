import { allBrands, shippedRoles } from '@hiram/contract/console/rights';
import type { demoPeople, moveDemoClock } from '@hiram/contract/console/session';
import { asId, type StaffId } from '@hiram/contract/ids';
import { taskKinds } from '@hiram/contract/task-kind';
import { sql } from 'kysely';
import type { AppContext } from '../../context/app-context.ts';
import { withFixedToday } from '../../platform/clock/clock.ts';
import { actAs } from '../../platform/database/actor.ts';
import type { Db } from '../../platform/database/connection/connect.ts';
import { reject } from '../../platform/errors/rejection.ts';
import { moveClock } from '../../scheduler/move-clock.ts';
import { hasRight, isRight } from '../access/rights.ts';
import type { OpenStaffHandler } from '../access/serve-staff.ts';
import { countKinds, listTasks, rightOfKind, type TaskQuery } from '../lists/task-list.ts';
import { demoEmail, demoNames } from './sign-in-demo.ts';

const todayOf = ({ clock, defaultBrand }: AppContext, db: Db) => clock.today(db, defaultBrand.timeZone);

/** Moves the business day, and with it everything that is due by then. */
export const moveDay: OpenStaffHandler<typeof moveDemoClock> = async ({ days }, { db, context }) =>
  withFixedToday(async () => {
    const isMoved = await actAs('system', () => moveClock(context.appContext, db, days));
    return isMoved
      ? { today: await todayOf(context.appContext, db) }
      : reject('tooFarAhead', { field: 'days' });
  });

/** The end of a time without an approver, as `watchCoverage` writes it. */
const gapEnd = ({ detail }: { readonly detail: string }) => detail.split(' ')[1] ?? '';

/** A task about a loan that the person's agency has. */
const isOfAgency = (staffId: StaffId) => sql<boolean>`exists (
  select from collection_assignment join agency_person on agency_person.agency_id = collection_assignment.agency_id
  where collection_assignment.borrower_id = task.borrower_id and collection_assignment.order_id = task.order_id
    and collection_assignment.ended_at is null and agency_person.staff_id = ${staffId}
    and agency_person.ended_at is null)`;

/** Of nobody: a demo person who has not signed in yet has asked for nothing. */
const nobody = asId<'staff'>('00000000-0000-0000-0000-000000000000');

/** The demo members of staff with what waits for each, as their own Work or queue has it: for the sandbox's sign-in. */
export const showDemoPeople: OpenStaffHandler<typeof demoPeople> = async (_input, { db, now, context }) => {
  const brands = [...context.appContext.brands.keys(), allBrands];
  const held = await db.selectFrom('role_right').select(['role', 'right']).execute();
  const people = [];
  for (const role of shippedRoles) {
    const staff = await db
      .selectFrom('staff')
      .select('id')
      .where('email', '=', demoEmail(role))
      .where('ended_at', 'is', null)
      .executeTakeFirst();
    const staffId = staff?.id ?? nobody;
    const rights = held.flatMap((one) =>
      one.role === role && isRight(one.right) ? [{ right: one.right, brand: allBrands }] : [],
    );
    const all = { part: 'open', brands, staffId, now } as const;
    // An agency has no list of work: its late loans wait for its people.
    const query: TaskQuery =
      role === 'agency'
        ? { ...all, kinds: ['lateLoan'], only: isOfAgency(staffId) }
        : {
            ...all,
            kinds: taskKinds.filter((kind) => hasRight(rights, rightOfKind[kind], allBrands)),
            decider: { staffId, rights, approvalRights: context.approvalRights, now },
          };
    const counts = [...(await countKinds(db, query)).values()];
    const { tasks } = await listTasks(db, query, undefined);
    const sum = (name: 'count' | 'over') => counts.reduce((total, one) => total + one[name], 0);
    // A time without an approver that has begun stands before everything, as in Work.
    const gap = tasks.find(({ kind, due_at }) => kind === 'coverageGap' && due_at <= now);
    const first = gap ?? tasks[0];
    people.push({
      role,
      name: demoNames[role],
      count: sum('count'),
      over: sum('over'),
      ...(first && {
        first: { kind: first.kind, dueAt: first.due_at.toISOString(), ...(gap && { until: gapEnd(gap) }) },
      }),
    });
  }
  return { today: await todayOf(context.appContext, db), people };
};
