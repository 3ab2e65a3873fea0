import type { PayType, payType } from '@hiram/contract/repay';
import type { Handler } from '../../api/serve.ts';
import type { Brand } from '../../brands/brand.ts';
import { logoUrl } from '../../brands/look/logos.ts';
import { loadOrder } from '../../lending/loans/order-store.ts';
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

/** All means of payment, and the transfers that the borrower reported (KEY-07). */
export const listPayTypes: Handler<typeof payType> = async (
  { orderId },
  { db, brand, borrower, translate },
): Promise<PayType> => {
  const sent = orderId ? await transfersOf(db, await loadOrder(db, borrower.id, orderId)) : [];
  return {
    channels: paymentMeans(brand),
    references: sent.map(({ utr, amount, sent_on, state, reason }) => ({
      utr,
      amount,
      date: sent_on,
      state,
      reason: rejectedClaimText(translate, reason ?? ''),
    })),
  };
};
