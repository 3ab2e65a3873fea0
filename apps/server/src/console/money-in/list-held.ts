import type { listHeldPayments } from '@hiram/contract/console/money-in';
import { allBrands } from '@hiram/contract/console/rights';
import { parseId } from '../../platform/ids.ts';
import { notePlaces } from '../access/cells/merge-answers.ts';
import { named, namesInList } from '../access/personal-data/names.ts';
import type { StaffHandler } from '../access/serve-staff.ts';
import { namedOf } from './list-transfers.ts';

const pageSize = 50;

/** One page of the payments that are held. */
export const showHeld: StaffHandler<typeof listHeldPayments> = async ({ after }, request) => {
  const { db, brand } = request;
  const rows = await db
    .selectFrom('payment')
    .innerJoin('loan_order', (join) =>
      join
        .onRef('loan_order.borrower_id', '=', 'payment.borrower_id')
        .onRef('loan_order.id', '=', 'payment.order_id'),
    )
    .leftJoin('payment_code', (join) =>
      join
        .onRef('payment_code.borrower_id', '=', 'payment.borrower_id')
        .onRef('payment_code.id', '=', 'payment.code_id'),
    )
    .selectAll('payment')
    .select(['loan_order.brand', 'payment_code.amount as code_amount'])
    .where('payment.state', '=', 'held')
    .$if(brand !== allBrands, (query) => query.where('loan_order.brand', '=', brand))
    .$if(after !== undefined, (query) => query.where('payment.id', '>', parseId(after ?? '')))
    .orderBy('payment.id')
    .limit(pageSize + 1)
    .execute();
  const page = rows.slice(0, pageSize);
  const nameOf = await namesInList(request, 'held', page.map(namedOf));
  const payments = page.map((row) => ({
    paymentId: row.id,
    orderId: row.order_id,
    borrowerId: row.borrower_id,
    ...named(nameOf(namedOf(row))),
    provider: row.provider,
    providerPaymentId: row.provider_payment_id,
    amount: row.amount,
    ...(row.code_amount === null ? {} : { codeAmount: row.code_amount }),
    paidOn: row.paid_on,
    reason: row.held_reason ?? '',
    receivedAt: row.received_at.toISOString(),
  }));
  notePlaces('payments', payments, ({ paymentId }) => ({ key: [paymentId] }));
  return { payments, isLast: rows.length <= pageSize };
};
