import { sandboxCodes, sandboxPay } from '@hiram/contract/sandbox';
import { localDate } from '@hiram/loan';
import { isLocalDate } from '@hiram/loan/local-date';
import type { Server } from '../../api/serve.ts';
import { mobileNumber } from '../../brands/phone.ts';
import { loadOrder } from '../../lending/loans/order-store.ts';
import { isExpired } from '../../lending/payments/codes/payment-codes.ts';
import { BadRequest, reject } from '../../platform/errors/rejection.ts';
import type { SandboxProvider } from '../provider/provider.ts';

/** The cashier: the codes of a borrower, and their payment. */
export function cashierRoutes({ serveOpen, appContext }: Server, provider: SandboxProvider): void {
  serveOpen(sandboxCodes, async ({ phone }, { brand, db }) => {
    const rows = await db
      .selectFrom('payment_code')
      .innerJoin('borrower', 'borrower.id', 'payment_code.borrower_id')
      .select(['payment_code.pay_code', 'payment_code.amount', 'payment_code.channel', 'payment_code.state'])
      .where('borrower.brand', '=', brand.id)
      .where('borrower.phone', '=', mobileNumber(brand, phone) ?? phone)
      .where('payment_code.pay_code', 'is not', null)
      .orderBy('payment_code.issued_at', 'desc')
      .limit(5)
      .execute();
    const nameOf = (number: string) =>
      brand.channels.find((channel) => channel.number === number)?.name ?? number;
    return {
      codes: rows.map((row) => ({
        payCode: row.pay_code ?? '',
        amount: row.amount,
        channel: nameOf(row.channel),
        state: row.state,
      })),
    };
  });

  serveOpen(sandboxPay, async ({ payCode, amount, date, withoutWebhook }, requestContext) => {
    const { db } = requestContext;
    if (date !== undefined && !isLocalDate(date)) throw new BadRequest('date', 'date is not a day');
    const text = payCode.replace(/\s/g, '');
    // A counter checks the code's expiry by the business day, which the sandbox moves; the provider uses the machine's clock.
    const code = await db
      .selectFrom('payment_code')
      .selectAll()
      .where('pay_code', '=', text)
      .executeTakeFirst();
    // The code's brand counts, whatever brand the request has.
    const order = code && (await loadOrder(db, code.borrower_id, code.order_id));
    const brand = appContext.brands.get(order?.brand ?? '') ?? requestContext.brand;
    const paidOn = date === undefined ? await appContext.clock.today(db, brand.timeZone) : localDate(date);
    if (code && isExpired(code, brand, appContext.clock.now(), paidOn))
      return reject('expiredCode', { field: 'payCode' });
    const paid = await provider.pay(text, amount, paidOn, withoutWebhook);
    if (paid === 'unknown') return reject('unknownCode', { field: 'payCode' });
    if (paid === 'expired') return reject('expiredCode', { field: 'payCode' });
    return paid;
  });
}
