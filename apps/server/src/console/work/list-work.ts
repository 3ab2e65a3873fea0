import type { StaffInput } from '@hiram/contract/console/staff-call';
import type { countWork, listWork } from '@hiram/contract/console/work';
import { taskKinds } from '@hiram/contract/task-kind';
import { sql } from 'kysely';
import type { StaffHandler, StaffRequest } from '../access/serve-staff.ts';
import { spreadOf } from '../lists/conditions.ts';
import { narrowedTasks, noteTasks } from '../lists/narrowed-tasks.ts';
import {
  countedTasks,
  countTasks,
  listTasks,
  maxCounted,
  type TaskPart,
  type TaskQuery,
} from '../lists/task-list.ts';
import { brandsOf, ownKinds, queryOf } from './kinds.ts';
import { shownTasks } from './shown-tasks.ts';

/** The requested kinds, of the caller's kinds alone: a kind that their rights do not allow has no task for them. */
function requestedTasks(
  { part, only = {} }: Pick<StaffInput<typeof listWork.page>, 'part' | 'only'>,
  request: StaffRequest,
): TaskQuery {
  const { kind: chosen, ...others } = only;
  const kinds = ownKinds(request).filter((own) => chosen === undefined || chosen.includes(own));
  return { ...queryOf(request, part, kinds), only: narrowedTasks(others, request) };
}

export const showWork: StaffHandler<typeof listWork.page> = async ({ sort, after, ...filter }, request) => {
  const query = { ...requestedTasks(filter, request), isReversed: sort === '-due' };
  const { tasks, next } = await listTasks(request.db, query, after);
  noteTasks(query, tasks);
  return { rows: await shownTasks(request, request.db, tasks), ...(next === undefined ? {} : { next }) };
};

export const countListedWork: StaffHandler<typeof listWork.count> = async (filter, request) => {
  const query = requestedTasks(filter, request);
  const counts = await countTasks(request.db, query);
  return {
    count: sumOf(counts),
    isMore: [...counts.values()].some((count) => count >= maxCounted),
    ...(filter.spread === undefined ? {} : await spreadOf(request.db, countedTasks(query), filter.spread)),
  };
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
  // Of those of other roles every one counts.
  const { decider: _, ...foreign } = queryOf(request, 'open', foreignKinds);
  const others = await countTasks(request.db, foreign);
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
    promises: await promisesOf(request),
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

/** The number of the last week's tasks of the caller's kinds kept their promise; of a kind the newest ones are counted. */
async function promisesOf(request: StaffRequest) {
  const { db, now } = request;
  const { rows } = await sql<{ closed: string; kept: string }>`
    select count(*) as closed, count(*) filter (where closed_at <= due_at) as kept
    from unnest(${brandsOf(request)}::text[]) as each_brand (brand)
      cross join unnest(${[...ownKinds(request)]}::text[]) as each_kind (kind)
      cross join lateral (
        select closed_at, due_at from task where brand = each_brand.brand and kind = each_kind.kind
          and closed_at > ${new Date(now.getTime() - 7 * dayMs)}
        order by closed_at desc limit ${maxCounted}
      ) closed`.execute(db);
  return { closed: Number(rows[0]?.closed ?? 0), kept: Number(rows[0]?.kept ?? 0) };
}
