import type { BorrowerId, OrderId, StaffId, TaskId } from '@hiram/contract/ids';
import type { TaskKind } from '@hiram/contract/task-kind';
import { addDays, daysBetween, type LocalDate } from '@hiram/loan';
import { sql, type Updateable } from 'kysely';
import { type Clock, dayIn, type Moment, startOfDay } from '../platform/clock/clock.ts';
import { staffNow } from '../platform/database/actor.ts';
import type { Db } from '../platform/database/connection/connect.ts';
import type { Database } from '../platform/database/schema/schema.ts';
import { newId } from '../platform/ids.ts';

/** The cause of a task: the row that waits. A message of a provider is `provider/id`. */
export interface Cause {
  readonly kind: TaskKind;
  readonly subjectId: string;
}

/** Something that waits for a person of the lender's staff. `amount` in cents. */
export interface NewTask extends Cause {
  /** `*`: the cause names no brand. */
  readonly brand: string;
  readonly borrowerId?: BorrowerId | undefined;
  readonly orderId?: OrderId | undefined;
  readonly amount?: number | undefined;
  /** Words of ours that say more of the cause. Never a borrower's words. */
  readonly detail?: string;
  /** When the promise is broken. */
  readonly dueAt: Date;
  /** True if an open task gets the new promise too, where it is the later one. */
  readonly isDueLater?: boolean;
  readonly now: Date;
}

const hourMs = 3_600_000;

/** Hours in which staff is expected to settle what has no promised day. */
const hoursToSettle = {
  transfer: 24,
  heldPayment: 24,
  unknownPayment: 24,
  contradictedPayout: 8,
  payout: 24,
  appeal: 72,
  secondLook: 7 * 24,
  heldPayout: 4,
  returnedPayout: 24,
  statement: 24,
  refund: 7 * 24,
  // Of these one day may be a holiday, on which nobody is called.
  lateLoan: 48,
  arrangement: 24,
} as const satisfies Partial<Record<TaskKind, number>>;

/** When a task without a promised day is due. */
export function dueAfter(kind: keyof typeof hoursToSettle, now: Date): Date {
  return new Date(now.getTime() + hoursToSettle[kind] * hourMs);
}

/** The moment at which a promised business day ends. In a sandbox with a moved clock: when the machine's clock gets there. */
export async function endOfBusinessDay(
  db: Db,
  clock: Clock,
  timeZone: string,
  day: LocalDate,
): Promise<Date> {
  const daysAhead = daysBetween(await clock.today(db, timeZone), day);
  return startOfDay(timeZone, addDays(dayIn(timeZone, clock.now()), daysAhead + 1));
}

/** The business day until whose end a task is promised, also in a sandbox with a moved clock. */
export async function promisedDay(db: Db, clock: Clock, timeZone: string, dueAt: Date): Promise<LocalDate> {
  const daysAhead = daysBetween(dayIn(timeZone, clock.now()), await clock.today(db, timeZone));
  return addDays(dayIn(timeZone, new Date(dueAt.getTime() - 1)), daysAhead);
}

/**
 * Opens a task in the transaction that writes its cause. A cause has one open task: if it is open, amount and detail are
 * updated, and it is no longer deferred.
 */
export const openTask = (trx: Db, task: NewTask): Promise<void> => openTasks(trx, [task]);

/** Who has a late loan under Collections; null: nobody, or an agency. */
const collectorOf = (borrowerId: BorrowerId, orderId: string) => sql<StaffId | null>`(
  select staff_id from collection_assignment
  where borrower_id = ${borrowerId} and order_id = ${orderId} and ended_at is null)`;

/** Opens tasks of different causes. */
export async function openTasks(trx: Db, tasks: readonly NewTask[]): Promise<void> {
  if (tasks.length === 0) return;
  await trx
    .insertInto('task')
    .values(
      tasks.map(({ kind, subjectId, brand, borrowerId, orderId, amount, detail = '', dueAt, now }) => ({
        id: newId() as TaskId,
        kind,
        brand,
        subject_id: subjectId,
        borrower_id: borrowerId ?? null,
        order_id: orderId ?? null,
        amount: amount ?? null,
        detail,
        due_at: dueAt,
        opened_at: now,
        // A loan that is late again is still whose it was.
        ...(kind === 'lateLoan' && borrowerId !== undefined
          ? { owner: collectorOf(borrowerId, subjectId) }
          : {}),
      })),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['kind', 'subject_id'])
        .where('closed_at', 'is', null)
        .doUpdateSet((row) => ({
          amount: row.ref('excluded.amount'),
          detail: row.ref('excluded.detail'),
          deferred_until: null,
          deferral_reason: null,
          ...(tasks.some(({ isDueLater }) => isDueLater)
            ? { due_at: sql<Date>`greatest(task.due_at, excluded.due_at)` }
            : {}),
        })),
    )
    .execute();
}

/** Changes columns of the open task of a cause. Nothing happens if it has none. */
export async function updateOpenTask(
  trx: Db,
  { kind, subjectId }: Cause,
  changed: Updateable<Database['task']>,
): Promise<void> {
  await trx
    .updateTable('task')
    .set(changed)
    .where('kind', '=', kind)
    .where('subject_id', '=', subjectId)
    .where('closed_at', 'is', null)
    .execute();
}

/** Closes the task of a cause, in the transaction that settles the cause. Nothing happens if it has none. */
export async function closeTask(trx: Db, cause: Cause, now: Date): Promise<void> {
  await updateOpenTask(trx, cause, { closed_at: now, closed_by: staffNow() ?? null });
}

/** Defers the open task of a cause: until then it is not in the list. */
export async function deferTask(
  trx: Db,
  cause: Cause,
  { until, reason }: { readonly until: Date; readonly reason: string },
): Promise<void> {
  await updateOpenTask(trx, cause, { deferred_until: until, deferral_reason: reason });
}

/** Puts the open task of a cause back into the list. */
export async function wakeTask(trx: Db, cause: Cause): Promise<void> {
  await updateOpenTask(trx, cause, { deferred_until: null, deferral_reason: null });
}

/** An order's credit, in cents, and the first day on which all of it can be refunded. */
export interface CreditToRefund extends Moment {
  readonly credit: number;
  readonly refundableOn: LocalDate;
}

/** The task of a credit that must be refunded: opened, updated or closed. Its days count from when a refund is possible. */
export async function trackRefund(
  trx: Db,
  order: { readonly borrower_id: BorrowerId; readonly id: OrderId; readonly brand: string },
  { credit, refundableOn, today, now }: CreditToRefund,
): Promise<void> {
  const cause = { kind: 'refund', subjectId: order.id } as const;
  if (credit <= 0) return closeTask(trx, cause, now);
  const waitHours = Math.max(0, daysBetween(today, refundableOn)) * 24;
  await openTask(trx, {
    ...cause,
    brand: order.brand,
    borrowerId: order.borrower_id,
    orderId: order.id,
    amount: credit,
    dueAt: dueAfter('refund', new Date(now.getTime() + waitHours * hourMs)),
    // A later payment may be refunded later. What can be refunded today is not promised anew.
    isDueLater: waitHours > 0,
    now,
  });
}

/** Gives the open tasks and the late loans of somebody who leaves to nobody. */
export async function releaseTasks(trx: Db, staffId: StaffId, now: Date): Promise<void> {
  await trx
    .updateTable('collection_assignment')
    .set({ ended_at: now })
    .where('staff_id', '=', staffId)
    .where('ended_at', 'is', null)
    .execute();
  await trx
    .updateTable('task')
    .set({ owner: null })
    .where('owner', '=', staffId)
    .where('closed_at', 'is', null)
    .execute();
}
