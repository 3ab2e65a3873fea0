import type { milestoneSeen } from '@hiram/contract/order';
import type { Handler } from '../../api/serve.ts';
import { newestEvent, recordShown } from '../../lending/payments/history/milestones.ts';
import { orderFacts } from './details.ts';
import { readOrderRows } from './order-rows.ts';
import { milestoneRows } from './show-order.ts';

/** Records that a page shows the order's newest event. Only the first of two pages is told that it is the first. */
export const recordMilestone: Handler<typeof milestoneSeen> = async (
  { orderId, kind, eventId },
  requestContext,
) => {
  const { appContext, db, borrower, now } = requestContext;
  const today = await requestContext.today();
  const rows = await readOrderRows(db, borrower.id, orderId);
  const facts = await orderFacts(db, appContext, rows, today);
  const newest = newestEvent(milestoneRows(rows, facts, today), requestContext);
  if (newest?.kind !== kind || newest.eventId !== eventId) return { isFirst: false };
  return {
    isFirst: await recordShown(db, { borrower_id: borrower.id, id: orderId }, { kind, eventId }, now),
  };
};
