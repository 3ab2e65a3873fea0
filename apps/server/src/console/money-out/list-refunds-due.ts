import type { listRefundsDue } from '@hiram/contract/console/money-out';
import { refundsDue } from '../../lending/payments/refunds-due.ts';
import { knownId } from '../../platform/ids.ts';
import type { StaffHandler } from '../access/serve-staff.ts';

const pageSize = 50;

/** One page of the brand's orders with credit of their borrower. */
export const showRefundsDue: StaffHandler<typeof listRefundsDue> = async ({ after }, { db, brand }) => {
  const rows = await refundsDue(db, {
    brand,
    after: after === undefined ? undefined : knownId(after),
    limit: pageSize + 1,
  });
  return { refunds: rows.slice(0, pageSize).map((row) => ({ ...row })), isLast: rows.length <= pageSize };
};
