import type { DecisionRow, listDecisions as listDecisionsCall } from '@hiram/contract/console/decision';
import { allBrands } from '@hiram/contract/console/rights';
import type { ReviewId } from '@hiram/contract/ids';
import { sql } from 'kysely';
import { initialsOfAll } from '../../lending/borrowers/masked.ts';
import { parseId } from '../../platform/ids.ts';
import type { StaffHandler } from '../access/serve-staff.ts';

const pageSize = 50;

/** Reports whether a task comes after the one of a review, which may be closed meanwhile. */
const isAfter = (reviewId: ReviewId) =>
  sql<boolean>`(due_at, id) > (select last.due_at, last.id from task last
    join review on review.borrower_id = last.borrower_id
    where review.id = ${reviewId} and last.subject_id = review.id::text and last.kind = review.kind
    order by last.opened_at desc limit 1)`;

/** One page of what waits for a person, the promise that is broken first at the top. */
export const listDecisions: StaffHandler<typeof listDecisionsCall> = async (
  { after },
  { db, brand, context },
) => {
  // The page of tasks comes first: joined with all reviews, the planner reads every review.
  const tasks = db
    .selectFrom('task')
    .select(['id', 'due_at', 'subject_id', 'borrower_id', 'order_id'])
    .where('kind', 'in', ['application', 'payout'])
    .where('closed_at', 'is', null)
    .$if(brand !== allBrands, (query) => query.where('brand', '=', brand))
    .$if(after !== undefined, (query) => query.where(isAfter(parseId(after ?? ''))))
    .orderBy('due_at')
    .orderBy('id')
    .limit(pageSize + 1);
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
    .select(['task.due_at', 'loan_order.amount', 'loan_order.client_kind', 'product.name as product'])
    .orderBy('task.due_at')
    .orderBy('task.id')
    .execute();
  const page = rows.slice(0, pageSize);
  const initials = await initialsOfAll(
    context.appContext,
    db,
    page.map((row) => row.borrower_id),
  );
  return {
    rows: page.map(
      (row): DecisionRow => ({
        reviewId: row.id,
        brand: row.brand,
        kind: row.kind,
        borrower: initials.get(row.borrower_id) ?? '',
        amount: row.amount,
        product: row.product,
        client: row.client_kind,
        reasons: row.reasons,
        openedAt: row.opened_at.toISOString(),
        dueAt: row.due_at.toISOString(),
        ...(row.corrections_requested_at === null
          ? {}
          : { correctionsRequestedAt: row.corrections_requested_at.toISOString() }),
        ...(row.answered_at === null ? {} : { answeredAt: row.answered_at.toISOString() }),
      }),
    ),
    isLast: rows.length <= pageSize,
  };
};
