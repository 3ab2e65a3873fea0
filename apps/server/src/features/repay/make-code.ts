import type { payCode } from '@hiram/contract/repay';
import { formatCents } from '@hiram/loan';
import type { Handler } from '../../api/serve.ts';
import { engineEvents, loadEvents, loadOrder } from '../../lending/loans/order-store.ts';
import { codePageUrl } from '../../lending/payments/codes/code-page.ts';
import { issueCode } from '../../lending/payments/codes/payment-codes.ts';
import { reject } from '../../platform/errors/rejection.ts';
import { amountProblem, extensionProblem } from './amount-problem.ts';
import { notPayable } from './repayment-page.ts';

/** Makes a payment code for an amount of today. */
export const makeCode: Handler<typeof payCode> = async (
  { orderId, amount, channelNumber, isExtension, quotedFor },
  requestContext,
) => {
  const { appContext, db, brand, borrower, now } = requestContext;
  const order = await loadOrder(db, borrower.id, orderId);
  const today = await requestContext.today();
  const channel = brand.channels.find(({ number }) => number === channelNumber);
  if (!channel) return reject('noSuchChannel', { field: 'channelNumber' });
  const rejection = notPayable(order);
  if (rejection) return rejection;
  const events = engineEvents(await loadEvents(db, order));
  const paid = { amount, quotedFor, today };
  const problem = isExtension
    ? extensionProblem(order, events, paid, requestContext)
    : amountProblem(order, events, paid, requestContext);
  if (problem) return problem;
  if (amount < channel.min || amount > channel.max)
    return reject('channelLimit', {
      field: 'amount',
      values: {
        name: channel.name,
        min: formatCents(channel.min, brand.money),
        max: formatCents(channel.max, brand.money),
      },
    });
  const purpose = isExtension ? 'extension' : 'repayment';
  const code = await issueCode(appContext, brand, order, { amount, channel, purpose, today, now });
  return { payUrl: codePageUrl(code, channel) };
};
