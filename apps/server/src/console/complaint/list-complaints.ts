import type { countComplaints, listComplaints } from '@hiram/contract/console/complaint';
import type { ComplaintList } from '@hiram/contract/console/complaint-view';
import { allBrands } from '@hiram/contract/console/rights';
import { countTasks, listTasks, type TaskPart, type TaskQuery } from '../../lending/task-list.ts';
import type { StaffHandler, StaffRequest } from '../access/serve-staff.ts';
import { complaintRows } from './complaint-rows.ts';

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

/** A page of complaints: the earliest promise first, answered ones by their answer. */
export const showComplaints: StaffHandler<typeof listComplaints> = async ({ list, type, after }, request) => {
  const query = queryOf(request, parts[list]);
  const detail = type === undefined ? undefined : String(type);
  const { tasks, next } = await listTasks(request.db, { ...query, detail }, after);
  const complaints = await complaintRows(request.db, tasks);
  return { complaints, ...(next === undefined ? {} : { next }) };
};

export const showCounts: StaffHandler<typeof countComplaints> = async (_input, request) => {
  const count = async (part: TaskPart) =>
    (await countTasks(request.db, queryOf(request, part))).get('complaint') ?? 0;
  return { open: await count('open'), mine: await count('own'), escalated: await count('escalated') };
};
