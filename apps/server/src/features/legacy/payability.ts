import { cents, formatCents, payable } from '@hiram/loan';
import { formatDate } from '@hiram/loan/format';
import type { BorrowerRequest } from '../../api/serve.ts';
import { isDisbursed } from '../../lending/loans/order-status.ts';
import { engineEvents, loadEvents, type Order } from '../../lending/loans/order-store.ts';
import { reject } from '../../platform/errors/rejection.ts';

/** The rejection of an amount that cannot be paid today; undefined if it can. */
export async function payabilityRejection(order: Order, amount: number, requestContext: BorrowerRequest) {
  const { db, brand, lang } = requestContext;
  if (order.status === 'settled') return reject('nothingDue');
  if (!isDisbursed(order.status)) return reject('notRunning');
  const today = await requestContext.today();
  const allowed = payable(order.terms, engineEvents(await loadEvents(db, order)), today);
  if (!allowed.ok && allowed.reason === 'settled') return reject('nothingDue');
  if (!allowed.ok) return reject('notYet', { values: { date: formatDate(allowed.from, lang) } });
  if (amount % (order.terms.unit ?? 1) !== 0) return reject('notWhole', { field: 'amount' });
  const money = (value: number) => formatCents(cents(value), brand.money);
  if (amount < allowed.min)
    return reject('amountTooSmall', { field: 'amount', values: { min: money(allowed.min) } });
  if (amount > allowed.max)
    return reject('amountTooLarge', { field: 'amount', values: { max: money(allowed.max) } });
  return undefined;
}
