import type { uploadReceipt, utrSubmit } from '@hiram/contract/repay';
import { formatCents } from '@hiram/loan';
import type { Handler, UploadHandler } from '../../api/serve.ts';
import { isDisbursed } from '../../lending/loans/order-status.ts';
import { lockOrder } from '../../lending/loans/order-store.ts';
import { normalUtr, submitTransfer } from '../../lending/payments/transfers/transfers.ts';
import { acceptUpload } from '../../pictures/accept-upload.ts';
import { picturesOf } from '../../pictures/store-picture.ts';
import { reject } from '../../platform/errors/rejection.ts';

/** Stores the picture of a transfer's receipt. */
export const addReceipt: UploadHandler<typeof uploadReceipt> = (upload, requestContext) =>
  acceptUpload(upload, requestContext, 'receipt');

/** Takes the reference of a transfer that the borrower made (KEY-07). */
export const reportTransfer: Handler<typeof utrSubmit> = async (input, requestContext) => {
  const { db, brand, borrower, now } = requestContext;
  const order = await lockOrder(db, borrower.id, input.orderId);
  if (order.status === 'settled') return reject('nothingDue');
  if (!isDisbursed(order.status)) return reject('notRunning');
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
  const pictures = await picturesOf(db, borrower.id, 'receipt', input.receiptUrl ? [input.receiptUrl] : []);
  if (!pictures) return reject('unknownPicture', { field: 'receiptUrl' });
  const today = await requestContext.today();
  const outcome = await submitTransfer(db, order, {
    channel: account.number,
    utr,
    amount: input.amount,
    pictureId: pictures[0],
    today,
    now,
  });
  return outcome === 'kept' ? { utr } : reject(outcome, { field: 'utr' });
};
