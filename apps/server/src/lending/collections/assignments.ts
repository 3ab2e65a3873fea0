import type { AgencyId, OrderId, StaffId } from '@hiram/contract/ids';
import type { LocalDate } from '@hiram/loan';
import type { Db } from '../../platform/database/connection/connect.ts';
import { newId } from '../../platform/ids.ts';
import type { Order } from '../loans/order-store.ts';
import { updateOpenTask } from '../tasks.ts';

/** Whose a loan becomes: a person's of the lender, or an agency's. */
export type NewOwner = { readonly staffId: StaffId } | { readonly agencyId: AgencyId };

/** The agency for which a person works, if it is at work today. */
export interface AgencyOfPerson {
  /** Undefined: its time is over, or it was recalled. They see nothing. */
  readonly agencyId: AgencyId | undefined;
}

/** The agency of a person; undefined: they work for none, and never did. */
export async function agencyOf(
  db: Db,
  staffId: StaffId,
  today: LocalDate,
): Promise<AgencyOfPerson | undefined> {
  const rows = await db
    .selectFrom('agency_person')
    .innerJoin('agency', 'agency.id', 'agency_person.agency_id')
    .select(['agency.id', 'from_day', 'until_day', 'agency.ended_at', 'agency_person.ended_at as left_at'])
    .where('staff_id', '=', staffId)
    .execute();
  if (rows.length === 0) return undefined;
  const now = rows.find(
    (row) => row.ended_at === null && row.left_at === null && row.from_day <= today && row.until_day >= today,
  );
  return { agencyId: now?.id };
}

/** Ends the assignment of a loan, if it has one. Its task under Work is then nobody's too. */
export async function endAssignment(trx: Db, orderId: OrderId, now: Date): Promise<void> {
  await trx
    .updateTable('collection_assignment')
    .set({ ended_at: now })
    .where('order_id', '=', orderId)
    .where('ended_at', 'is', null)
    .execute();
  await updateOpenTask(trx, { kind: 'lateLoan', subjectId: orderId }, { owner: null });
}

/** Gives a locked loan to somebody, instead of whoever had it. A person then owns its task under Work too. */
export async function assignLoan(
  trx: Db,
  order: Order,
  owner: NewOwner,
  { by, now }: { readonly by: StaffId; readonly now: Date },
): Promise<void> {
  await endAssignment(trx, order.id, now);
  await trx
    .insertInto('collection_assignment')
    .values({
      borrower_id: order.borrower_id,
      id: newId<'assignment'>(),
      order_id: order.id,
      brand: order.brand,
      staff_id: 'staffId' in owner ? owner.staffId : null,
      agency_id: 'agencyId' in owner ? owner.agencyId : null,
      assigned_by: by,
      assigned_at: now,
    })
    .execute();
  if ('staffId' in owner)
    await updateOpenTask(trx, { kind: 'lateLoan', subjectId: order.id }, { owner: owner.staffId });
}
