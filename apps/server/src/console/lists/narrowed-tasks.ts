import type { DaysBetween, NumbersBetween } from '@hiram/contract/console/list-calls';
import type { TaskOwner } from '@hiram/contract/console/work';
import { type RawBuilder, sql } from 'kysely';
import { notePlaces } from '../access/cells/merge-answers.ts';
import type { StaffRequest } from '../access/serve-staff.ts';
import { isBetween, isOnDays } from './conditions.ts';
import { type Task, type TaskQuery, timeOf } from './task-list.ts';

/** Filters of lists that are made of tasks. */
interface TaskFilters {
  readonly owner?: readonly TaskOwner[] | undefined;
  readonly amount?: NumbersBetween | undefined;
  readonly due?: DaysBetween | undefined;
}

/** The condition of the filters on `task`. */
export function narrowedTasks(
  { owner, amount, due }: TaskFilters,
  request: StaffRequest,
): RawBuilder<boolean> {
  const self = request.session.staffId;
  const owners: Readonly<Record<TaskOwner, RawBuilder<boolean>>> = {
    self: sql`owner = ${self}`,
    nobody: sql`owner is null`,
    colleague: sql`owner <> ${self}`,
  };
  const isOwned = owner
    ? sql`(${sql.join(
        owner.map((one) => owners[one]),
        sql` or `,
      )})`
    : sql`true`;
  // Of a late loan the list shows what is due today.
  const shown = sql`coalesce(task.amount, (select due from late_figure where kind = 'lateLoan'
    and late_figure.borrower_id = task.borrower_id and late_figure.order_id = task.order_id))`;
  return sql<boolean>`${isOwned} and ${isBetween(shown, amount)}
    and ${isOnDays(sql.ref('due_at'), due, request)}`;
}

/** Notes the places of a page's tasks, where it is merged with those of other cells. */
export function noteTasks({ part, isReversed = false }: TaskQuery, tasks: readonly Task[]): void {
  notePlaces(
    'rows',
    tasks,
    (task) => {
      const at = timeOf(part, task).getTime();
      return { key: [String(at), task.id], cursor: `${at}.${task.id}` };
    },
    (part === 'done') !== isReversed,
  );
}
