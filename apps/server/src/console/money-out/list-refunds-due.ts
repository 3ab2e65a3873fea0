import type { listRefundsDue } from '@hiram/contract/console/money-out';
import { allBrands } from '@hiram/contract/console/rights';
import { asId } from '@hiram/contract/ids';
import { parseId } from '../../platform/ids.ts';
import type { StaffHandler } from '../access/serve-staff.ts';

const pageSize = 50;

/** One page of the brand's orders with credit of their borrower: the open tasks of refunds. */
export const showRefundsDue: StaffHandler<typeof listRefundsDue> = async ({ after }, { db, brand }) => {
  const rows = await db
    .selectFrom('task')
    .select(['id', 'order_id', 'borrower_id', 'amount', 'opened_at', 'due_at'])
    .where('kind', '=', 'refund')
    .where('closed_at', 'is', null)
    .$if(brand !== allBrands, (query) => query.where('brand', '=', brand))
    .$if(after !== undefined, (query) =>
      query.where((eb) =>
        eb(
          eb.refTuple('due_at', 'id'),
          '>',
          eb.tuple(new Date(after?.dueAt ?? 0), parseId<'task'>(after?.taskId ?? '')),
        ),
      ),
    )
    .orderBy('due_at')
    .orderBy('id')
    .limit(pageSize + 1)
    .execute();
  const refunds = rows.slice(0, pageSize).map((row) => ({
    taskId: row.id,
    orderId: row.order_id ?? asId(''),
    borrowerId: row.borrower_id ?? asId(''),
    amount: row.amount ?? 0,
    since: row.opened_at.toISOString(),
    dueAt: row.due_at.toISOString(),
  }));
  return { refunds, isLast: rows.length <= pageSize };
};
