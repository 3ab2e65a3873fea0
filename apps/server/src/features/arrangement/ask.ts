import { type askArrangement, firstPartWithin, partsLimit } from '@hiram/contract/arrangement';
import { addDays, quoteArrangement } from '@hiram/loan';
import { isLocalDate } from '@hiram/loan/local-date';
import type { Handler } from '../../api/serve.ts';
import {
  openArrangement,
  partDays,
  requestArrangement,
} from '../../lending/arrangements/arrangement-store.ts';
import { isRunning } from '../../lending/loans/order-status.ts';
import { engineEvents, loadEvents, lockOrder } from '../../lending/loans/order-store.ts';
import { reject } from '../../platform/errors/rejection.ts';

/** The borrower asks to pay what is overdue in parts. A person answers. */
export const ask: Handler<typeof askArrangement> = async ({ orderId, parts, firstDay }, requestContext) => {
  const { db, borrower, now } = requestContext;
  const order = await lockOrder(db, borrower.id, orderId);
  if (order.status === 'settled') return reject('nothingDue');
  if (!isRunning(order.status)) return reject('notRunning');
  const today = await requestContext.today();
  if (await openArrangement(db, order, today)) return reject('arrangementOpen');
  if (parts < 1 || parts > partsLimit)
    return reject('badDates', { field: 'parts', values: { days: firstPartWithin } });
  if (!isLocalDate(firstDay) || firstDay < today || firstDay > addDays(today, firstPartWithin))
    return reject('badDates', { field: 'firstDay', values: { days: firstPartWithin } });
  const days = partDays(firstDay, parts);
  const quote = quoteArrangement(order.terms, engineEvents(await loadEvents(db, order)), today, days);
  if (!quote.ok) return reject(quote.reason, quote.reason === 'smallParts' ? { field: 'parts' } : {});
  await requestArrangement(db, order, days, { now, amount: quote.amount });
  return {};
};
