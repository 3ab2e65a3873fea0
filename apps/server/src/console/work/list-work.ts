import type { countWork, listWork } from '@hiram/contract/console/work';
import { taskKinds } from '@hiram/contract/task-kind';
import { countTasks, listTasks, type TaskPart } from '../../lending/task-list.ts';
import type { StaffHandler, StaffRequest } from '../access/serve-staff.ts';
import { ownKinds, queryOf } from './kinds.ts';
import { shownTasks } from './shown-tasks.ts';

/** A page of the caller's kinds. A kind that their rights do not allow has no task for them. */
export const showWork: StaffHandler<typeof listWork> = async ({ part, kind, after }, request) => {
  const kinds = ownKinds(request).filter((own) => kind === undefined || own === kind);
  const { tasks, next } = await listTasks(request.db, queryOf(request, part, kinds), after);
  return { tasks: await shownTasks(request.db, tasks), ...(next === undefined ? {} : { next }) };
};

const sumOf = (counts: ReadonlyMap<unknown, number>) =>
  [...counts.values()].reduce((sum, count) => sum + count, 0);

/** Counts for the tabs. */
export const showCounts: StaffHandler<typeof countWork> = async ({ part }, request) => {
  const kinds = ownKinds(request);
  const count = (counted: TaskPart) => countTasks(request.db, queryOf(request, counted, kinds));
  const parts = {
    open: await count('open'),
    own: await count('own'),
    unassigned: await count('unassigned'),
    deferred: await count('deferred'),
  };
  const foreignKinds = taskKinds.filter((kind) => !kinds.includes(kind));
  const others = await countTasks(request.db, queryOf(request, 'open', foreignKinds));
  return {
    parts: {
      open: sumOf(parts.open),
      own: sumOf(parts.own),
      unassigned: sumOf(parts.unassigned),
      deferred: sumOf(parts.deferred),
    },
    kinds: kinds.map((kind) => ({ kind, count: parts[part].get(kind) ?? 0 })),
    others: sumOf(others),
    ...(await closedToday(request)),
  };
};

const dayMs = 86_400_000;

/** The tasks that the caller closed in the last 24 hours. */
async function closedToday({ db, session, now }: StaffRequest) {
  const row = await db
    .selectFrom('task')
    .select((eb) => [eb.fn.countAll<number>().as('count'), eb.fn.max('closed_at').as('last')])
    .where('closed_by', '=', session.staffId)
    .where('closed_at', '>', new Date(now.getTime() - dayMs))
    .executeTakeFirstOrThrow();
  return { closedToday: Number(row.count), ...(row.last ? { lastClosedAt: row.last.toISOString() } : {}) };
}
