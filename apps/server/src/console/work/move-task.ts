import { putBack } from '@hiram/contract/console/collections';
import { allBrands } from '@hiram/contract/console/rights';
import {
  asCalled,
  type claimTasks,
  type deferTasks,
  dueGroupOf,
  type listColleagues,
  type passOnTasks,
  type takeNextTask,
} from '@hiram/contract/console/work';
import type { StaffId, TaskId } from '@hiram/contract/ids';
import type { TaskKind } from '@hiram/contract/task-kind';
import { sql } from 'kysely';
import { assignLoan, endAssignment } from '../../lending/collections/assignments.ts';
import { lockOrder } from '../../lending/loans/order-store.ts';
import { type Db, inTransaction } from '../../platform/database/connection/connect.ts';
import { NotFound, reject } from '../../platform/errors/rejection.ts';
import { knownId } from '../../platform/ids.ts';
import { hasRight, rightsOf } from '../access/rights.ts';
import type { StaffHandler, StaffRequest } from '../access/serve-staff.ts';
import { isOfAgency, listTasks, rightOfKind } from '../lists/task-list.ts';
import { brandsOf, decidesForLender, ownKinds, queryOf } from './kinds.ts';
import { lateFactsOf, shownTasks } from './shown-tasks.ts';

/**
 * Tasks of the brand and of the caller's kinds, locked in the order of their ids. Throws NotFound for any other, and for those of
 * loans that an agency has: only who may assign loans takes one from it.
 */
async function lockTasks(trx: Db, request: StaffRequest, taskIds: readonly TaskId[]) {
  const ids = [...new Set(taskIds.map((taskId) => knownId(taskId.toLowerCase() as TaskId)))];
  const tasks = await trx
    .selectFrom('task')
    .selectAll()
    .where('id', 'in', ids)
    .where(sql<boolean>`not ${isOfAgency}`)
    .orderBy('id')
    .forUpdate()
    .execute();
  const [kinds, brands, isOfLender] = [ownKinds(request), brandsOf(request), decidesForLender(request)];
  const isListed = ({ kind, brand }: (typeof tasks)[number]) =>
    kinds.includes(kind) &&
    (brands.includes(brand) || (isOfLender && kind === 'approval' && brand === allBrands));
  if (tasks.length < ids.length || !tasks.every(isListed)) throw new NotFound('task');
  return tasks;
}

interface Change {
  readonly owner?: StaffId | null;
  readonly deferred_until?: Date | null;
  readonly deferral_reason?: string | null;
}

/** Sets what changes in those of the tasks that are still open. Returns how many were moved, and how many are settled. */
async function moveOpen(
  trx: Db,
  request: StaffRequest,
  tasks: Awaited<ReturnType<typeof lockTasks>>,
  change: Change,
) {
  const open = tasks.filter(({ closed_at }) => closed_at === null);
  const ids = open.map(({ id }) => id);
  if (ids.length > 0) await trx.updateTable('task').set(change).where('id', 'in', ids).execute();
  if (change.owner !== undefined) await giveLoans(trx, request, open, change.owner);
  return { moved: ids.length, closed: tasks.length - ids.length };
}

/** A late loan is under Collections whose its task is. */
async function giveLoans(
  trx: Db,
  { session, now }: StaffRequest,
  tasks: Awaited<ReturnType<typeof lockTasks>>,
  owner: StaffId | null,
) {
  for (const { kind, borrower_id: borrowerId, order_id: orderId, owner: before } of tasks) {
    if (kind !== 'lateLoan' || borrowerId === null || orderId === null || before === owner) continue;
    const order = await lockOrder(trx, borrowerId, orderId);
    if (owner === null) await endAssignment(trx, orderId, now);
    else await assignLoan(trx, order, { staffId: owner }, { by: session.staffId, now });
  }
}

/** Claims, or gives back. If two claim at once, the second is told that it is a colleague's. */
export const claim: StaffHandler<typeof claimTasks> = ({ taskIds, isMine }, request) =>
  inTransaction(request.db, async (trx) => {
    const { staffId } = request.session;
    const tasks = await lockTasks(trx, request, taskIds);
    const own = tasks.filter(({ owner, closed_at }) => closed_at || owner === null || owner === staffId);
    const counts = await moveOpen(trx, request, own, { owner: isMine ? staffId : null });
    const ownedByOther = tasks.length - own.length;
    if (counts.moved === 0) return reject(ownedByOther > 0 ? 'ownedByOther' : 'taskClosed');
    return { ...counts, ownedByOther };
  });

/** The rights that the tasks need to be settled, each in its brand. */
function rightsNeeded(
  { context }: StaffRequest,
  tasks: readonly { kind: TaskKind; brand: string; detail: string }[],
) {
  const needed = tasks.flatMap(({ kind, brand, detail }) => {
    const approving = kind === 'approval' ? context.approvalRights.get(detail) : undefined;
    return [rightOfKind[kind], ...(approving ? [approving] : [])].map((right) => ({ right, brand }));
  });
  return [...new Map(needed.map((one) => [`${one.right} ${one.brand}`, one])).values()];
}

/** Reports whether a person who is employed has the right to settle every one of the tasks. */
async function canOwn(
  request: StaffRequest,
  db: Db,
  staffId: StaffId,
  tasks: Parameters<typeof rightsNeeded>[1],
) {
  const person = await db
    .selectFrom('staff')
    .select('id')
    .where('id', '=', knownId(staffId))
    .where('ended_at', 'is', null)
    .executeTakeFirst();
  if (!person) return false;
  const rights = await rightsOf(db, person.id);
  return rightsNeeded(request, tasks).every(({ right, brand }) => hasRight(rights, right, brand));
}

/** Passes tasks on, whoever owns them; a colleague's late loan only by who may assign loans. */
export const passOn: StaffHandler<typeof passOnTasks> = ({ taskIds, staffId }, request) =>
  inTransaction(request.db, async (trx) => {
    const tasks = await lockTasks(trx, request, taskIds);
    if (tasks.every(({ closed_at }) => closed_at)) return reject('taskClosed');
    const { session, rights } = request;
    const isColleagues = tasks.some(
      ({ kind, owner, brand, closed_at }) =>
        kind === 'lateLoan' &&
        closed_at === null &&
        owner !== null &&
        owner !== session.staffId &&
        !hasRight(rights, 'collections.team', brand),
    );
    if (isColleagues) return reject('ownedByOther');
    if (!(await canOwn(request, trx, staffId, tasks))) return reject('cannotOwn', { field: 'staffId' });
    const change = { owner: staffId, deferred_until: null, deferral_reason: null };
    return { ...(await moveOpen(trx, request, tasks, change)), ownedByOther: 0 };
  });

/** Puts off, or takes it back. */
export const defer: StaffHandler<typeof deferTasks> = ({ taskIds, hours, reason }, request) =>
  inTransaction(request.db, async (trx) => {
    const tasks = await lockTasks(trx, request, taskIds);
    const until = hours === 0 ? null : new Date(request.now.getTime() + hours * 3_600_000);
    const change = { deferred_until: until, deferral_reason: until && reason };
    const counts = await moveOpen(trx, request, tasks, change);
    return counts.moved === 0 ? reject('taskClosed') : { ...counts, ownedByOther: 0 };
  });

/** Those of a page of tasks are tried in turn, so that two callers at once get two of them. */
export const takeNext: StaffHandler<typeof takeNextTask> = (_input, request) =>
  inTransaction(request.db, async (trx) => {
    const { tasks } = await listTasks(trx, queryOf(request, 'unassigned'), undefined);
    // As they are listed; but what must be asked about first, and whom nobody may call, behind everything else.
    const facts = await lateFactsOf(request, trx, tasks);
    const listed = tasks.map((task) => ({
      ...(task.kind === 'lateLoan' ? facts.get(task.order_id) : undefined),
      id: task.id,
      kind: task.kind,
      group: dueGroupOf(task.due_at.toISOString(), request.now.getTime()),
    }));
    const backOf = ({ may, open }: (typeof listed)[number]) => (may ? putBack({ may, open }) : 0);
    const ordered = [...asCalled(listed, ({ group }) => group)].sort(
      (one, other) => backOf(one) - backOf(other),
    );
    for (const { id } of ordered) {
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
      await moveOpen(trx, request, [free], { owner });
      const [task] = await shownTasks(request, trx, [{ ...free, owner }]);
      return task ? { task } : {};
    }
    return {};
  });

const maxColleagues = 200;

/** The possible owners of the tasks: people with the right of each in its brand, but the caller. */
export const showColleagues: StaffHandler<typeof listColleagues> = async ({ taskIds }, request) => {
  const tasks = await inTransaction(request.db, (trx) => lockTasks(trx, request, taskIds));
  let query = request.db
    .selectFrom('staff')
    .select(['id', 'name'])
    .where('ended_at', 'is', null)
    .where('id', '<>', request.session.staffId);
  for (const { right, brand } of rightsNeeded(request, tasks))
    query = query.where('id', 'in', (eb) =>
      eb
        .selectFrom('staff_role')
        .innerJoin('role_right', 'role_right.role', 'staff_role.role')
        .select('staff_role.staff_id')
        .where('role_right.right', '=', right)
        .where('staff_role.brand', 'in', [brand, allBrands]),
    );
  const colleagues = await query.orderBy('name').orderBy('id').limit(maxColleagues).execute();
  return { colleagues: colleagues.map(({ id, name }) => ({ staffId: id, name })) };
};
