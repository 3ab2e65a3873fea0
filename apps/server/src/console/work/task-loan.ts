import type { showTaskLoan } from '@hiram/contract/console/work';
import { disbursalOf, position } from '@hiram/loan';
import { engineEvents, loadEvents, loadOrder } from '../../lending/loans/order-store.ts';
import { payoffOn } from '../../lending/loans/payoff-on.ts';
import { NotFound } from '../../platform/errors/rejection.ts';
import { knownId } from '../../platform/ids.ts';
import type { StaffHandler } from '../access/serve-staff.ts';
import { actionScope } from '../actions/scope.ts';
import { brandsOf, ownKinds } from './kinds.ts';

/** The debt of a task's loan today. Throws NotFound for a task of another brand, or of a kind that the caller does not see. */
export const showLoanOf: StaffHandler<typeof showTaskLoan> = async ({ taskId }, request) => {
  const { db } = request;
  const task = await db
    .selectFrom('task')
    .select(['kind', 'brand', 'borrower_id', 'order_id'])
    .where('id', '=', knownId(taskId))
    .executeTakeFirst();
  if (!task || !ownKinds(request).includes(task.kind) || !brandsOf(request).includes(task.brand))
    throw new NotFound('no task of the caller');
  if (task.borrower_id === null || task.order_id === null) return {};
  const order = await loadOrder(db, task.borrower_id, task.order_id);
  const events = engineEvents(await loadEvents(db, order));
  if (!disbursalOf(events)) return {};
  const { today } = await actionScope({ ...request, brand: task.brand });
  const { due, owedInAll, daysLate } = position(order.terms, events, today);
  return { owed: { due, owedToday: owedInAll, daysLate, ...payoffOn(order.terms, events, today) } };
};
