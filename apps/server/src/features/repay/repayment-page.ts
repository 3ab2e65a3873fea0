import type { LocalDate } from '@hiram/loan';
import type { BorrowerRequest } from '../../api/serve.ts';
import { logoUrl } from '../../brands/logos.ts';
import type { Order } from '../../lending/loans/loans.ts';
import { type OpenCode, openCounterCode } from '../../lending/payments/payment-codes.ts';
import { type Rejection, reject } from '../../platform/errors/rejection.ts';
import { channelsOf, openCodeView } from './channels.ts';

const running = new Set([170, 174, 180]);

export type NoPayment = 'nothingDue' | 'notYet' | 'notRunning';

/** Only a loan that runs can be paid; anything before or after says so. */
export function notPayable(order: Order): Rejection<NoPayment> | undefined {
  if (order.status === 200) return reject('nothingDue');
  return running.has(order.status) ? undefined : reject('notRunning');
}

/** What the pages of a repayment and of an extension share. */
export async function repaymentPage(
  requestContext: BorrowerRequest,
  order: Order,
  today: LocalDate,
  wanted: OpenCode,
) {
  const { db, brand, translate, now } = requestContext;
  // INST-03, EXT-05: an open counter code of this page's purpose is offered again, so that nobody makes a second one.
  const code = await openCounterCode(db, order, brand, { ...wanted, now, today });
  const product = await db
    .selectFrom('product')
    .select(['name', 'logo'])
    .where('id', '=', order.product_id)
    .executeTakeFirstOrThrow();
  return {
    productName: product.name,
    productLogo: logoUrl(brand, product.logo),
    repayList: channelsOf(brand),
    noticeMsg: translate('repay.banner'),
    isShowReyTop: 1 as const,
    quotedFor: today,
    ...openCodeView(code, brand, translate),
  };
}
