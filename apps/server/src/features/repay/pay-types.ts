import { type PayType, payType, uploadReceipt, utrSubmit } from '@hiram/contract/repay';
import { formatCents } from '@hiram/loan';
import type { Server } from '../../api/serve.ts';
import type { Brand } from '../../brands/brand.ts';
import { logoUrl } from '../../brands/logos.ts';
import { loadOrder } from '../../lending/loans/loans.ts';
import { bankReference, normalUtr, submitTransfer, transfersOf } from '../../lending/payments/transfers.ts';
import { picturesOf, pictureUrl, storePicture } from '../../pictures/store-picture.ts';
import { reject } from '../../platform/errors/rejection.ts';

/** All means of payment, and manual transfers with their references (KEY-07). */
export function payTypeRoutes({ serve, serveUpload, appContext }: Server): void {
  serve(payType, async ({ orderId }, { db, brand, borrower, translate }): Promise<PayType> => {
    const sent = orderId ? await transfersOf(db, await loadOrder(db, borrower.id, orderId)) : [];
    return {
      list: paymentMeans(brand),
      sent: sent.map(({ utr, amount, sent_on, state, reason }) => ({
        utr: bankReference(utr),
        amount,
        time: sent_on,
        state,
        reason: reason === 'usedElsewhere' ? translate('transfer.usedElsewhere') : (reason ?? ''),
      })),
    };
  });

  serveUpload(uploadReceipt, async ({ file, key }, { db, brand, borrower, now }) => {
    const stored = await storePicture(db, appContext, {
      brand: brand.id,
      borrowerId: borrower.id,
      purpose: 'receipt',
      bytes: file,
      key,
      now,
    });
    if ('rejected' in stored) return reject(stored.rejected, { field: 'image' });
    return { url: pictureUrl(appContext, borrower.id, stored.id, now) };
  });

  serve(utrSubmit, async (input, { db, brand, borrower, now }) => {
    const order = await loadOrder(db, borrower.id, input.orderId, true);
    if (order.status === 200) return reject('nothingDue');
    if (order.status < 170) return reject('notRunning');
    const account = brand.transfers.find(({ number }) => number === input.channelNumber);
    if (!account) return reject('noSuchChannel', { field: 'channelNumber' });
    const utr = normalUtr(input.utr);
    if (!utr) return reject('malformedUtr', { field: 'utr' });
    if (input.amount < account.min || input.amount > account.max)
      return reject('channelLimit', {
        field: 'amount',
        values: {
          name: account.name,
          min: formatCents(account.min, brand.money),
          max: formatCents(account.max, brand.money),
        },
      });
    const pictures = await picturesOf(db, borrower.id, 'receipt', input.image ? [input.image] : []);
    if (!pictures) return reject('unknownPicture', { field: 'image' });
    const today = await appContext.clock.today(db, brand.timeZone);
    const outcome = await submitTransfer(db, order, {
      channel: account.number,
      utr,
      amount: input.amount,
      pictureId: pictures[0],
      today,
      now,
    });
    return outcome === 'kept' ? { utr } : reject(outcome, { field: 'utr' });
  });
}

function paymentMeans(brand: Brand): PayType['list'] {
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
