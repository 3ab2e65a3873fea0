import type { ShownApproval } from '@hiram/contract/console/approval';
import type { ApprovalId, BorrowerId, OrderId } from '@hiram/contract/ids';
import { sql } from 'kysely';
import type { AppContext } from '../../context/app-context.ts';
import { initialsOfAll, maskedPhone } from '../../lending/borrowers/masked.ts';
import type { Db } from '../../platform/database/connect.ts';

type Whose = Pick<ShownApproval, 'borrower' | 'orderId'>;

/**
 * The borrower and the loan that each approval changes, so that a second person sees whose money it is. One about no borrower
 * is not among them.
 */
export async function whoseLoans(
  appContext: AppContext,
  db: Db,
  approvalIds: readonly ApprovalId[],
): Promise<ReadonlyMap<ApprovalId, Whose>> {
  if (approvalIds.length === 0) return new Map();
  const { rows } = await sql<{
    id: ApprovalId;
    borrower_id: BorrowerId;
    order_id: OrderId | null;
    phone: string;
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
        case subject when 'borrower' then subject_id end as borrower_id
      from approval where id in (${sql.join(approvalIds)})
    )
    select named.id, borrower.id as borrower_id, loan_order.id as order_id, borrower.phone
    from named left join loan_order on loan_order.id = named.order_id::uuid
    join borrower on borrower.id = coalesce(loan_order.borrower_id, named.borrower_id::uuid)`.execute(db);
  const initials = await initialsOfAll(
    appContext,
    db,
    rows.map(({ borrower_id }) => borrower_id),
  );
  return new Map(
    rows.map((row) => [
      row.id,
      {
        borrower: {
          borrowerId: row.borrower_id,
          name: [initials.get(row.borrower_id), maskedPhone(row.phone)].filter(Boolean).join(' '),
        },
        ...(row.order_id === null ? {} : { orderId: row.order_id }),
      },
    ]),
  );
}
