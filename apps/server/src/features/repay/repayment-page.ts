import type { LocalDate } from '@hiram/loan';
import type { BorrowerRequest } from '../../api/serve.ts';
import { logoUrl } from '../../brands/look/logos.ts';
import { isRunning } from '../../lending/loans/order-status.ts';
import { type Order, productOf } from '../../lending/loans/order-store.ts';
import { type OpenCode, openCode } from '../../lending/payments/codes/payment-codes.ts';
import { type Rejection, reject } from '../../platform/errors/rejection.ts';
import { channelsOf, openCodeView } from './channels.ts';

export type NoPayment = 'nothingDue' | 'notYet' | 'notRunning';

/** The rejection of a payment of a loan that is not running; undefined if it is. */
export function notPayable(order: Order): Rejection<NoPayment> | undefined {
  if (order.status === 'settled') return reject('nothingDue');
  return isRunning(order.status) ? undefined : reject('notRunning');
}

/** The common parts of the repayment and the extension page. */
export async function repaymentPage(
  requestContext: BorrowerRequest,
  order: Order,
  today: LocalDate,
  filter: OpenCode,
) {
  const { db, brand, translate, now } = requestContext;
  // Offers an open code of the same purpose again, so that no second one is made (INST-03, EXT-05).
  const code = await openCode(db, order, brand, { ...filter, now, today });
  const product = await productOf(db, order);
  return {
    productName: product.name,
    productLogo: logoUrl(brand, product.logo),
    channels: channelsOf(brand),
    bannerText: translate('repay.banner'),
    showsBanner: true,
    quotedFor: today,
    ...openCodeView(code, brand, translate),
  };
}
