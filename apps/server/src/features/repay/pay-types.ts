import type { PayType, payType } from '@hiram/contract/repay';
import { addDays } from '@hiram/loan';
import type { BorrowerRequest, Handler } from '../../api/serve.ts';
import type { Brand } from '../../brands/brand.ts';
import { logoUrl } from '../../brands/look/logos.ts';
import { isRunning } from '../../lending/loans/order-status.ts';
import { engineEvents, loadEvents, loadOrder, type Order } from '../../lending/loans/order-store.ts';
import { quoteOf } from '../../lending/loans/repayment-quote.ts';
import { costOn } from '../../lending/loans/ways-to-pay.ts';
import { rejectedClaimText } from '../../lending/payments/transfers/rejected-claim-text.ts';
import { transfersOf } from '../../lending/payments/transfers/transfers.ts';

function paymentMeans(brand: Brand): PayType['channels'] {
  return [
    ...brand.channels.map((channel) => ({
      name: channel.name,
      logo: logoUrl(brand, channel.logo),
      channelNumber: channel.number,
      kind: channel.showType === 1 ? ('code' as const) : ('qr' as const),
      hint: channel.code,
      min: channel.min,
      max: channel.max,
    })),
    ...brand.transfers.map((account) => ({
      name: account.name,
      logo: logoUrl(brand, account.logo),
      channelNumber: account.number,
      kind: 'transfer' as const,
      hint: account.bank,
      min: account.min,
      max: account.max,
      account: {
        bank: account.bank,
        number: account.account,
        holder: account.holder,
        ...(account.ifsc ? { ifsc: account.ifsc } : {}),
      },
    })),
  ];
}

/** All means of payment, what is to be paid, and the transfers that the borrower reported (KEY-07). */
export const listPayTypes: Handler<typeof payType> = async (
  { orderId },
  requestContext,
): Promise<PayType> => {
  const { db, brand, borrower, translate } = requestContext;
  const order = orderId ? await loadOrder(db, borrower.id, orderId) : undefined;
  const sent = order ? await transfersOf(db, order) : [];
  return {
    channels: paymentMeans(brand),
    ...(order ? await amountDue(order, requestContext) : {}),
    references: sent.map(({ utr, amount, sent_on, state, reason }) => ({
      utr,
      amount,
      date: sent_on,
      state,
      reason: rejectedClaimText(translate, reason ?? ''),
    })),
  };
};

async function amountDue(
  order: Order,
  requestContext: BorrowerRequest,
): Promise<Pick<PayType, 'due' | 'tomorrow'>> {
  if (!isRunning(order.status)) return {};
  const today = await requestContext.today();
  const loan = { terms: order.terms, events: engineEvents(await loadEvents(requestContext.db, order)) };
  const quote = quoteOf(loan.terms, loan.events, today);
  if (!quote?.payable) return {};
  const tomorrow = costOn(loan, quote, 'due', addDays(today, 1));
  return { due: quote.amount, ...(tomorrow > quote.amount ? { tomorrow } : {}) };
}
