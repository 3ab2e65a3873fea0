import {
  type DecisionRow,
  type listDecisions as listDecisionsCall,
  reviewKinds,
} from '@hiram/contract/console/decision';
import type { StaffInput } from '@hiram/contract/console/staff-call';
import { disclose } from '@hiram/loan';
import { sql } from 'kysely';
import { named, namesInList } from '../access/personal-data/names.ts';
import type { StaffHandler, StaffRequest } from '../access/serve-staff.ts';
import { countRows, isOnDays, isOneOf, ofBrand } from '../lists/conditions.ts';
import { keyset } from '../lists/keyset.ts';

/** The open tasks of applications, payouts, appeals and second looks. */
function waitingTasks(
  { only }: Pick<StaffInput<typeof listDecisionsCall.page>, 'only'>,
  request: StaffRequest,
) {
  return request.db
    .selectFrom('task')
    .select(['id', 'due_at', 'subject_id', 'borrower_id', 'order_id'])
    .where(isOneOf(sql.ref('kind'), only?.kind ?? reviewKinds))
    .where('closed_at', 'is', null)
    .where(ofBrand(sql.ref('brand'), request))
    .where(isOnDays(sql.ref('due_at'), only?.due, request));
}

export const countDecisions: StaffHandler<typeof listDecisionsCall.count> = (filter, request) =>
  countRows(request.db, waitingTasks(filter, request));

export const listDecisions: StaffHandler<typeof listDecisionsCall.page> = async (
  { sort = 'due', after, ...filter },
  request,
) => {
  const { db } = request;
  const due = { by: sql.ref('due_at'), type: 'timestamptz' } as const;
  const keys = keyset({ due }, sql.ref('id'), { sort, after });
  // The page of tasks comes first: joined with all reviews, the planner reads every review.
  const tasks = waitingTasks(filter, request)
    .select(keys.key.as('sort_key'))
    .where(keys.isBeyond)
    .orderBy(keys.order)
    .limit(keys.limit);
  const rows = await db
    .selectFrom(tasks.as('task'))
    .innerJoin('review', (join) =>
      join
        .onRef('review.borrower_id', '=', 'task.borrower_id')
        .onRef('review.order_id', '=', 'task.order_id')
        .on(sql`review.id::text`, '=', sql.ref('task.subject_id')),
    )
    .innerJoin('loan_order', (join) =>
      join
        .onRef('loan_order.borrower_id', '=', 'review.borrower_id')
        .onRef('loan_order.id', '=', 'review.order_id'),
    )
    .innerJoin('product', 'product.id', 'loan_order.product_id')
    .selectAll('review')
    .select(['task.id as task_id', 'task.sort_key', 'task.due_at'])
    .select(['loan_order.amount', 'loan_order.terms', 'loan_order.client_kind', 'product.name as product'])
    .orderBy(sort === 'due' ? sql`task.due_at, task.id` : sql`task.due_at desc, task.id desc`)
    .execute();
  const { rows: page, next } = keys.pageOf(rows);
  const namedOf = (row: (typeof page)[number]) => ({
    borrowerId: row.borrower_id,
    brand: row.brand,
    place: 'loan' as const,
  });
  const nameOf = await namesInList(request, 'decisions', page.map(namedOf));
  return {
    rows: page.map((row): DecisionRow => {
      const name = nameOf(namedOf(row));
      return {
        reviewId: row.id,
        brand: row.brand,
        kind: row.kind,
        borrowerId: row.borrower_id,
        orderId: row.order_id,
        ...named(name),
        amount: row.kind === 'payout' ? disclose(row.terms).netProceeds : row.amount,
        product: row.product,
        client: row.client_kind,
        reasons: row.reasons,
        openedAt: row.opened_at.toISOString(),
        dueAt: row.due_at.toISOString(),
        ...(row.corrections_requested_at === null
          ? {}
          : { correctionsRequestedAt: row.corrections_requested_at.toISOString() }),
        ...(row.answered_at === null ? {} : { answeredAt: row.answered_at.toISOString() }),
      };
    }),
    ...(next === undefined ? {} : { next }),
  };
};
