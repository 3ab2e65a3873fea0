import type { ApprovalId, BorrowerId, OrderId } from '@hiram/contract/ids';
import { sql } from 'kysely';
import type { Db } from '../../platform/database/connection/connect.ts';
import { hasRight } from '../access/rights.ts';
import type { StaffRequest } from '../access/serve-staff.ts';

/** The borrower and the loan that an approval changes. */
export interface Whose {
  readonly borrowerId: BorrowerId;
  readonly orderId: OrderId | undefined;
  readonly isErased: boolean;
}

/** Whether the caller may know whom a request is about: of a match with a list only who sees matches. */
export const seesWhose = ({ rights }: StaffRequest, { subject, brand }: { subject: string; brand: string }) =>
  subject !== 'screening_hit' || hasRight(rights, 'screening.read', brand);

/** The borrower and the loan that each approval changes. One about no borrower is not among them. */
export async function whoseLoans(
  db: Db,
  approvalIds: readonly ApprovalId[],
): Promise<ReadonlyMap<ApprovalId, Whose>> {
  if (approvalIds.length === 0) return new Map();
  const { rows } = await sql<{
    id: ApprovalId;
    borrower_id: BorrowerId;
    order_id: OrderId | null;
    is_erased: boolean;
  }>`
    with named as (
      select id, case subject
        when 'loan_order' then subject_id
        when 'payment' then (select order_id::text from payment where payment.id = subject_id::uuid)
        when 'utr_submission' then (select order_id::text from utr_submission where utr_submission.id = subject_id::uuid)
        when 'payout' then (select order_id::text from payout where payout.id = subject_id::uuid)
        when 'review' then (select order_id::text from review where review.id = subject_id::uuid)
        when 'provider_message' then coalesce(lower(request ->> 'orderId'), (
          select payment.order_id::text from provider_message message join payment
            on payment.provider = message.provider and payment.provider_payment_id = message.body ->> 'paymentId'
          where message.provider || '/' || message.message_id = subject_id))
        else lower(request ->> 'orderId') end as order_id,
        case subject when 'borrower' then subject_id
          when 'screening_hit' then (select borrower_id::text from screening_hit where id = subject_id::uuid)
        end as borrower_id
      from approval where id in (${sql.join(approvalIds)})
    )
    select named.id, borrower.id as borrower_id, loan_order.id as order_id, borrower.erased_at is not null as is_erased
    from named left join loan_order on loan_order.id = named.order_id::uuid
    join borrower on borrower.id = coalesce(loan_order.borrower_id, named.borrower_id::uuid)`.execute(db);
  return new Map(
    rows.map((row) => [
      row.id,
      { borrowerId: row.borrower_id, orderId: row.order_id ?? undefined, isErased: row.is_erased },
    ]),
  );
}
