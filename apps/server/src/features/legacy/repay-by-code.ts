import type { repaymentHuichao } from '@hiram/contract/legacy';
import type { Handler } from '../../api/serve.ts';
import { loadOrder } from '../../lending/loans/order-store.ts';
import { codePageUrl } from '../../lending/payments/codes/code-page.ts';
import { issueCode } from '../../lending/payments/codes/payment-codes.ts';
import { NotFound, reject } from '../../platform/errors/rejection.ts';
import { payabilityRejection } from './payability.ts';

/** Repays by a payment code of another channel instead of a card (LEG-06). */
export const repayByCode: Handler<typeof repaymentHuichao> = async (
  { userId, orderId, amount },
  requestContext,
) => {
  const { appContext, db, brand, borrower, now } = requestContext;
  if (userId !== borrower.id) throw new NotFound('user');
  const order = await loadOrder(db, borrower.id, orderId);
  const rejection = await payabilityRejection(order, amount, requestContext);
  if (rejection) return rejection;
  const channel = brand.channels.find(({ min, max }) => amount >= min && amount <= max);
  if (!channel) return reject('amountTooLarge', { field: 'amount', values: { max: '' } });
  const today = await requestContext.today();
  const code = await issueCode(appContext, brand, order, {
    amount,
    channel,
    purpose: 'repayment',
    today,
    now,
  });
  return { url: codePageUrl(code, channel) };
};
