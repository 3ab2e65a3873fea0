import type { makeCallCode as call } from '@hiram/contract/console/collections';
import type { Brand, Channel } from '../../brands/brand.ts';
import { engineEvents, loadEvents, type Order } from '../../lending/loans/order-store.ts';
import { quoteOf } from '../../lending/loans/repayment-quote.ts';
import { notify } from '../../lending/notices/notify.ts';
import { issueCode, openCode } from '../../lending/payments/codes/payment-codes.ts';
import type { Db } from '../../platform/database/connection/connect.ts';
import { reject } from '../../platform/errors/rejection.ts';
import type { StaffHandler } from '../access/serve-staff.ts';
import { openCall } from './calls.ts';
import { brandOfLoan, loadLateLoan, sightOf } from './late-loans.ts';

/**
 * Makes the code as the borrower's own page does, while the caller talks with them, and sends it to them if
 * it can be typed: a QR code stands on their page. The trail of `payment_code` names the caller.
 */
export const makeCallCode: StaffHandler<typeof call> = async ({ orderId }, request) => {
  const { context, db, session, now } = request;
  const sight = await sightOf(request);
  const order = await loadLateLoan(request, sight, orderId);
  const open = await openCall(db, session.staffId);
  if (open?.order_id !== order.id) return reject('noOpenCall');
  const brand = brandOfLoan(request, order);
  const quote = quoteOf(order.terms, engineEvents(await loadEvents(db, order)), sight.today);
  if (!quote?.payable) return reject('noChannel');
  const payment = { purpose: 'repayment', amount: quote.amount, today: sight.today, now } as const;
  const current = await openCode(db, order, brand, payment);
  const used = current?.channel ?? (await lastChannel(db, order));
  const channel = channelFor(brand, quote.amount, used);
  if (!channel) return reject('noChannel');
  const code = await issueCode(context.appContext, brand, order, { ...payment, channel });
  const told = { amount: code.amount, channel: channel.name, until: code.expires_at.toISOString() };
  if (code.show_type !== 1 || code.pay_code === null) return told;
  // Once a code, however often it is read out.
  await notify(db, context.appContext, order, {
    kind: 'payCode',
    event: `code ${code.id}`,
    values: { ...told, code: code.pay_code },
  });
  return { ...told, code: code.pay_code };
};

/** The number of the channel of the borrower's newest code, of whatever loan. */
async function lastChannel(db: Db, { borrower_id }: Order): Promise<string | undefined> {
  const code = await db
    .selectFrom('payment_code')
    .select('channel')
    .where('borrower_id', '=', borrower_id)
    .orderBy('issued_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return code?.channel;
}

/** The channel that was used, or the first whose code can be read out, or any: of those that take the amount (cents). */
function channelFor({ channels }: Brand, amount: number, used: string | undefined): Channel | undefined {
  const fit = channels.filter(({ min, max }) => amount >= min && amount <= max);
  return fit.find(({ number }) => number === used) ?? fit.find(({ showType }) => showType === 1) ?? fit[0];
}
