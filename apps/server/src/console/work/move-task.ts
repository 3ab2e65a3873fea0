import { allBrands } from '@hiram/contract/console/rights';
import type {
  claimTask,
  listColleagues,
  passOnTask,
  putOffTask,
  takeNextTask,
} from '@hiram/contract/console/work';
import type { StaffId, TaskId } from '@hiram/contract/ids';
import { listTasks } from '../../lending/task-list.ts';
import { type Db, inTransaction } from '../../platform/database/connect.ts';
import { NotFound, reject } from '../../platform/errors/rejection.ts';
import { knownId } from '../../platform/ids.ts';
import { hasRight, rightsOf } from '../access/rights.ts';
import type { StaffHandler, StaffRequest } from '../access/serve-staff.ts';
import { brandsOf, ownKinds, queryOf, rightOfKind } from './kinds.ts';
import { shownTasks } from './shown-tasks.ts';

/** A task of the brand and of the caller's kinds, locked. Throws NotFound for any other. */
async function lockTask(trx: Db, request: StaffRequest, taskId: TaskId) {
  const task = await trx
    .selectFrom('task')
    .selectAll()
    .where('id', '=', knownId(taskId))
    .where('brand', 'in', brandsOf(request))
    .forUpdate()
    .executeTakeFirst();
  if (!task || !ownKinds(request).includes(task.kind)) throw new NotFound('task');
  return task;
}

/** Claims, or gives back. Of two who claim at once the second is told that it is a colleague's. */
export const claim: StaffHandler<typeof claimTask> = ({ taskId, isMine }, request) =>
  inTransaction(request.db, async (trx) => {
    const task = await lockTask(trx, request, taskId);
    if (task.closed_at) return reject('taskClosed');
    const { staffId } = request.session;
    if (task.owner !== null && task.owner !== staffId) return reject('ownedByOther');
    await trx
      .updateTable('task')
      .set({ owner: isMine ? staffId : null })
      .where('id', '=', task.id)
      .execute();
    return {};
  });

/** Whether a person who is employed has the right to settle such a task. */
async function canOwn(db: Db, staffId: StaffId, task: { kind: keyof typeof rightOfKind; brand: string }) {
  const person = await db
    .selectFrom('staff')
    .select('id')
    .where('id', '=', knownId(staffId))
    .where('ended_at', 'is', null)
    .executeTakeFirst();
  return person !== undefined && hasRight(await rightsOf(db, person.id), rightOfKind[task.kind], task.brand);
}

/** Passes a task on, whoever owns it. */
export const passOn: StaffHandler<typeof passOnTask> = ({ taskId, staffId }, request) =>
  inTransaction(request.db, async (trx) => {
    const task = await lockTask(trx, request, taskId);
    if (task.closed_at) return reject('taskClosed');
    if (!(await canOwn(trx, staffId, task))) return reject('cannotOwn', { field: 'staffId' });
    await trx
      .updateTable('task')
      .set({ owner: staffId, snoozed_until: null, snooze_reason: null })
      .where('id', '=', task.id)
      .execute();
    return {};
  });

/** Puts off, or takes it back. */
export const putOff: StaffHandler<typeof putOffTask> = ({ taskId, hours, reason }, request) =>
  inTransaction(request.db, async (trx) => {
    const task = await lockTask(trx, request, taskId);
    if (task.closed_at) return reject('taskClosed');
    const until = hours === 0 ? null : new Date(request.now.getTime() + hours * 3_600_000);
    await trx
      .updateTable('task')
      .set({ snoozed_until: until, snooze_reason: until && reason })
      .where('id', '=', task.id)
      .execute();
    return {};
  });

/** Those of a page of tasks are tried in turn, so that two callers at once get two of them. */
export const takeNext: StaffHandler<typeof takeNextTask> = (_input, request) =>
  inTransaction(request.db, async (trx) => {
    const { tasks } = await listTasks(trx, queryOf(request, 'nobodys'), undefined);
    for (const { id } of tasks) {
      const free = await trx
        .selectFrom('task')
        .selectAll()
        .where('id', '=', id)
        .where('owner', 'is', null)
        .where('closed_at', 'is', null)
        .forUpdate()
        .skipLocked()
        .executeTakeFirst();
      if (!free) continue;
      const owner = request.session.staffId;
      await trx.updateTable('task').set({ owner }).where('id', '=', id).execute();
      const [task] = await shownTasks(trx, [{ ...free, owner }]);
      return task ? { task } : {};
    }
    return {};
  });

const maxColleagues = 200;

/** Who could own the task: people with its right in its brand, but the caller. */
export const showColleagues: StaffHandler<typeof listColleagues> = async ({ taskId }, request) => {
  const task = await inTransaction(request.db, (trx) => lockTask(trx, request, taskId));
  const colleagues = await request.db
    .selectFrom('staff')
    .select(['id', 'name'])
    .where('ended_at', 'is', null)
    .where('id', '<>', request.session.staffId)
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('staff_role')
        .innerJoin('role_right', 'role_right.role', 'staff_role.role')
        .select('staff_role.staff_id')
        .where('role_right.right', '=', rightOfKind[task.kind])
        .where('staff_role.brand', 'in', [task.brand, allBrands]),
    )
    .orderBy('name')
    .orderBy('id')
    .limit(maxColleagues)
    .execute();
  return { colleagues: colleagues.map(({ id, name }) => ({ staffId: id, name })) };
};
