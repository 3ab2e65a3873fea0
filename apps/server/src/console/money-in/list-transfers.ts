import type { listTransfers } from '@hiram/contract/console/money-in';
import { knownId } from '../../platform/ids.ts';
import type { StaffHandler } from '../access/serve-staff.ts';
import { shownTransfer, transferRows } from './transfer-rows.ts';

const pageSize = 50;

/** One page of the claims that wait. */
export const showTransfers: StaffHandler<typeof listTransfers> = async ({ after }, { db, brand }) => {
  const rows = await transferRows(db, brand)
    .where('utr_submission.state', '=', 'review')
    .$if(after !== undefined, (query) => query.where('utr_submission.id', '>', knownId(after ?? '')))
    .orderBy('utr_submission.id')
    .limit(pageSize + 1)
    .execute();
  return { transfers: rows.slice(0, pageSize).map(shownTransfer), isLast: rows.length <= pageSize };
};
