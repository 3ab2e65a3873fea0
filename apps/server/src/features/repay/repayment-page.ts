import type { LocalDate } from '@hiram/loan';
import type { BorrowerVisit } from '../../api/serve.ts';
import { logoUrl } from '../../brands/logos.ts';
import type { Order } from '../../lending/loans/loans.ts';
import { type OpenCode, openCounterCode } from '../../lending/payments/payment-codes.ts';
import { type Refused, refuse } from '../../platform/errors/rejection.ts';
import { channelsOf, openCodeView } from './channels.ts';

const running = new Set([170, 174, 180]);

export type NoPayment = 'nothingDue' | 'notYet' | 'notRunning';

/** Only a loan that runs can be paid; anything before or after says so. */
export function notPayable(order: Order): Refused<NoPayment> | undefined {
  if (order.status === 200) return refuse('nothingDue');
  return running.has(order.status) ? undefined : refuse('notRunning');
}

/** What the pages of a repayment and of an extension share. */
export async function repaymentPage(visit: BorrowerVisit, order: Order, today: LocalDate, wanted: OpenCode) {
  const { db, brand, speak, now } = visit;
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
    noticeMsg: speak('repay.banner'),
    isShowReyTop: 1 as const,
    quotedFor: today,
    ...openCodeView(code, brand, speak),
  };
}
