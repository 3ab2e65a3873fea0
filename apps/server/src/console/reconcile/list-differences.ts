import type { listDifferences, ShownDifference } from '@hiram/contract/console/reconcile';
import { addDays } from '@hiram/loan';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../platform/database/connection/connect.ts';
import { knownId } from '../../platform/ids.ts';
import { notePlaces } from '../access/cells/merge-answers.ts';
import type { StaffHandler, StaffRequest } from '../access/serve-staff.ts';
import { actionScope } from '../actions/scope.ts';
import { currencyOf } from './currency-of.ts';

const pageSize = 50;

/** Differences that no statement has resolved yet, each with the person who looks at it. */
export function differenceRows(db: Db) {
  return db
    .selectFrom('reconciliation_difference as difference')
    .leftJoin('staff as owner', 'owner.id', 'difference.owner')
    .leftJoin('staff as explainer', 'explainer.id', 'difference.explained_by')
    .selectAll('difference')
    .select(['owner.name as owner_name', 'explainer.name as explainer_name', brandOfOurs().as('brand')])
    .where('difference.resolved_at', 'is', null);
}

/** The brand of our payment or payout, or of the day's cash, that the difference names. */
function brandOfOurs(): RawBuilder<string | null> {
  return sql`case difference.kind
    when 'day' then difference.reference
    when 'payment' then (select loan_order.brand from payment join loan_order
      on loan_order.borrower_id = payment.borrower_id and loan_order.id = payment.order_id
      where payment.provider = difference.provider and payment.provider_payment_id = difference.reference)
    when 'payout' then (select brand from payout where payout.id =
      case when difference.reference ~ '^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$' then difference.reference::uuid end)
    end`;
}

export type DifferenceRow = Awaited<ReturnType<ReturnType<typeof differenceRows>['execute']>>[number];

export function shownDifference(row: DifferenceRow, { session, context }: StaffRequest): ShownDifference {
  const { brand, currency } = row;
  return {
    differenceId: row.id,
    provider: row.provider,
    ...(brand === null ? {} : { brand }),
    currency: currencyOf(context.appContext, brand ?? undefined, currency ?? undefined),
    day: row.day,
    kind: row.kind,
    reference: row.reference,
    reason: row.reason,
    theirs: row.provider_value ?? '',
    ours: row.ledger_value ?? '',
    foundAt: row.found_at.toISOString(),
    ...(row.owner_name === null ? {} : { owner: row.owner_name }),
    isOwn: row.owner === session.staffId,
    ...(row.explanation === null ? {} : { explanation: row.explanation }),
    ...(row.explainer_name === null ? {} : { explainedBy: row.explainer_name }),
  };
}

/** One page of the differences, open or explained. */
export const showDifferences: StaffHandler<typeof listDifferences> = async ({ state, after }, request) => {
  const { db, context } = request;
  const rows = await differenceRows(db)
    .where('difference.explanation', state === 'open' ? 'is' : 'is not', null)
    .$if(after !== undefined, (query) =>
      query.where(
        sql<boolean>`(difference.day, difference.id) > (${after?.day}::date, ${knownId(after?.differenceId ?? '')}::uuid)`,
      ),
    )
    .orderBy('difference.day')
    .orderBy('difference.id')
    .limit(pageSize + 1)
    .execute();
  const { today } = await actionScope(request);
  const differences = rows.slice(0, pageSize).map((row) => shownDifference(row, request));
  notePlaces('differences', differences, ({ day, differenceId }) => ({ key: [day, differenceId] }));
  return {
    differences,
    isLast: rows.length <= pageSize,
    providers: context.appContext.ports.statements.map(({ name }) => name),
    yesterday: addDays(today, -1),
  };
};
