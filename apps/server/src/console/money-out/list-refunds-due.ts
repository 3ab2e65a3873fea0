import type { listRefundsDue, RefundDue } from '@hiram/contract/console/money-out';
import type { StaffInput } from '@hiram/contract/console/staff-call';
import { sql } from 'kysely';
import { named, namesInList } from '../access/personal-data/names.ts';
import type { StaffHandler, StaffRequest } from '../access/serve-staff.ts';
import { countRows, isBetween, isOnDays, ofBrand } from '../lists/conditions.ts';
import { keyset } from '../lists/keyset.ts';

/** The open tasks of refunds: orders with credit of their borrower. */
function refundRows({ only }: Pick<StaffInput<typeof listRefundsDue.page>, 'only'>, request: StaffRequest) {
  return request.db
    .selectFrom('task')
    .select(['id', 'brand', 'order_id', 'borrower_id', 'amount', 'opened_at', 'due_at'])
    .where('kind', '=', 'refund')
    .where('closed_at', 'is', null)
    .where(ofBrand(sql.ref('brand'), request))
    .where(isBetween(sql.ref('amount'), only?.amount))
    .where(isOnDays(sql.ref('due_at'), only?.due, request));
}

export const showRefundsDue: StaffHandler<typeof listRefundsDue.page> = async (
  { sort = 'due', after, ...filter },
  request,
) => {
  const due = { by: sql.ref('due_at'), type: 'timestamptz' } as const;
  const keys = keyset({ due }, sql.ref('id'), { sort, after });
  const found = await refundRows(filter, request)
    .select([
      keys.key.as('sort_key'),
      sql<boolean>`coalesce(screening_state(borrower_id) in ('possible', 'confirmed'), false)`.as(
        'is_listed',
      ),
    ])
    .where(keys.isBeyond)
    .orderBy(keys.order)
    .limit(keys.limit)
    .execute();
  const { rows, next } = keys.pageOf(found);
  const namedOf = ({ borrower_id: borrowerId, brand }: (typeof rows)[number]) =>
    borrowerId === null ? [] : [{ borrowerId, brand, place: 'loan' as const }];
  const nameOf = await namesInList(request, 'refunds', rows.flatMap(namedOf));
  return {
    rows: rows.flatMap((row): RefundDue[] =>
      row.order_id === null || row.borrower_id === null
        ? []
        : [
            {
              taskId: row.id,
              orderId: row.order_id,
              borrowerId: row.borrower_id,
              ...named(namedOf(row).map(nameOf)[0]),
              brand: row.brand,
              amount: row.amount ?? 0,
              needsCheck: row.is_listed,
              since: row.opened_at.toISOString(),
              dueAt: row.due_at.toISOString(),
            },
          ],
    ),
    ...(next === undefined ? {} : { next }),
  };
};

export const countRefundsDue: StaffHandler<typeof listRefundsDue.count> = (filter, request) =>
  countRows(request.db, refundRows(filter, request), filter.spread);
