import type { listTransfers, ShownTransfer } from '@hiram/contract/console/money-in';
import { allBrands } from '@hiram/contract/console/rights';
import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { Db } from '../../platform/database/connect.ts';
import type { Database } from '../../platform/database/schema.ts';
import { parseId } from '../../platform/ids.ts';
import type { StaffHandler } from '../access/serve-staff.ts';

/** Claims with their rivals and what the bank's statements say of them. */
export function transferRows(db: Db, brand: string) {
  return db
    .selectFrom('utr_submission')
    .selectAll('utr_submission')
    .select([rivals().as('rivals'), lineMatch().as('match')])
    .$if(brand !== allBrands, (query) => query.where('utr_submission.brand', '=', brand));
}

/** Other claims of the reference that wait or were accepted. */
function rivals(): RawBuilder<string> {
  return sql`(select count(*) from utr_submission other where other.brand = utr_submission.brand
    and other.id <> utr_submission.id and other.state <> 'refused'
    and other.utr = utr_submission.utr)`;
}

function lineMatch(): RawBuilder<'fits' | 'otherAmount' | 'none'> {
  return sql`coalesce((select case when bool_or(line.amount = utr_submission.amount) then 'fits' else 'otherAmount' end
    from statement_line line where line.brand = utr_submission.brand
      and line.reference = utr_submission.utr having count(*) > 0), 'none')`;
}

type TransferRow = Selectable<Database['utr_submission']> & {
  readonly rivals: string;
  readonly match: 'fits' | 'otherAmount' | 'none';
};

export function shownTransfer(row: TransferRow): ShownTransfer {
  return {
    transferId: row.id,
    orderId: row.order_id,
    borrowerId: row.borrower_id,
    reference: row.utr,
    amount: row.amount,
    account: row.channel,
    sentOn: row.sent_on,
    claimedAt: row.sent_at.toISOString(),
    hasReceipt: row.picture_id !== null,
    rivals: Number(row.rivals),
    match: row.match,
  };
}

const pageSize = 50;

/** One page of the claims that wait. */
export const showTransfers: StaffHandler<typeof listTransfers> = async ({ after }, { db, brand }) => {
  const rows = await transferRows(db, brand)
    .where('utr_submission.state', '=', 'review')
    .$if(after !== undefined, (query) => query.where('utr_submission.id', '>', parseId(after ?? '')))
    .orderBy('utr_submission.id')
    .limit(pageSize + 1)
    .execute();
  return { transfers: rows.slice(0, pageSize).map(shownTransfer), isLast: rows.length <= pageSize };
};
