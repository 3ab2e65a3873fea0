import type { countComplaints, listComplaints } from '@hiram/contract/console/complaint';
import type { ComplaintList } from '@hiram/contract/console/complaint-view';
import { allBrands } from '@hiram/contract/console/rights';
import type { StaffInput } from '@hiram/contract/console/staff-call';
import { sql } from 'kysely';
import { namesInList } from '../access/personal-data/names.ts';
import type { StaffHandler, StaffRequest } from '../access/serve-staff.ts';
import { isOnDays, isOneOf } from '../lists/conditions.ts';
import { narrowedTasks, noteTasks } from '../lists/narrowed-tasks.ts';
import { countTasks, listTasks, maxCounted, type TaskPart, type TaskQuery } from '../lists/task-list.ts';
import { complaintRows, namedOf } from './complaint-rows.ts';

const parts: Readonly<Record<ComplaintList, TaskPart>> = {
  open: 'open',
  mine: 'own',
  escalated: 'escalated',
  answered: 'done',
};

/** The brands of a call: its own, or every brand of the server. */
function queryOf({ context, brand, session, now }: StaffRequest, part: TaskPart): TaskQuery {
  const brands = brand === allBrands ? [...context.appContext.brands.keys()] : [brand];
  return { part, brands, kinds: ['complaint'], staffId: session.staffId, now };
}

function requestedTasks(
  { list, only = {} }: Pick<StaffInput<typeof listComplaints.page>, 'list' | 'only'>,
  request: StaffRequest,
): TaskQuery {
  const time = sql.ref(list === 'answered' ? 'closed_at' : 'due_at');
  return {
    ...queryOf(request, parts[list]),
    only: sql<boolean>`${isOneOf(sql.ref('detail'), only.type)} and ${isOnDays(time, only.at, request)}
      and ${narrowedTasks({ owner: only.owner }, request)}`,
  };
}

export const showComplaints: StaffHandler<typeof listComplaints.page> = async (
  { sort, after, ...filter },
  request,
) => {
  const usual = filter.list === 'answered' ? '-at' : 'at';
  const query = { ...requestedTasks(filter, request), isReversed: (sort ?? usual) !== usual };
  const { tasks, next } = await listTasks(request.db, query, after);
  noteTasks(query, tasks);
  const nameOf = await namesInList(request, 'complaints', tasks.flatMap(namedOf));
  const rows = await complaintRows(request.db, tasks, nameOf);
  return { rows, ...(next === undefined ? {} : { next }) };
};

export const countListed: StaffHandler<typeof listComplaints.count> = async (filter, request) => {
  const count = (await countTasks(request.db, requestedTasks(filter, request))).get('complaint') ?? 0;
  return { count, isMore: count >= maxCounted };
};

export const showCounts: StaffHandler<typeof countComplaints> = async (_input, request) => {
  const count = async (part: TaskPart) =>
    (await countTasks(request.db, queryOf(request, part))).get('complaint') ?? 0;
  return { open: await count('open'), mine: await count('own'), escalated: await count('escalated') };
};
