import type { RepayChannel } from '@hiram/contract/repay';
import { cents, formatCents, type LocalDate } from '@hiram/loan';
import type { Brand, Channel } from '../brand/brand.ts';
import { type Refused, refuse } from '../http/refuse.ts';
import type { BorrowerVisit } from '../http/serve.ts';
import type { Order } from '../lending/loans.ts';
import { openCounterCode } from '../lending/payment-codes.ts';
import type { Speak } from '../texts/speak.ts';

const running = new Set([170, 174, 180]);

export type NoPayment = 'nothingDue' | 'notYet' | 'notRunning';

/** Only a loan that runs can be paid; anything before or after says so. */
export function notPayable(order: Order): Refused<NoPayment> | undefined {
  if (order.status === 200) return refuse('nothingDue');
  return running.has(order.status) ? undefined : refuse('notRunning');
}

/** What the pages of a repayment and of an extension share. */
export async function repaymentPage(visit: BorrowerVisit, order: Order, today: LocalDate) {
  const { db, brand, speak } = visit;
  const product = await db
    .selectFrom('product')
    .select(['name', 'logo'])
    .where('id', '=', order.product_id)
    .executeTakeFirstOrThrow();
  return {
    productName: product.name,
    productLogo: product.logo,
    repayList: channelsOf(brand),
    noticeMsg: speak('repay.banner'),
    isShowReyTop: 1 as const,
    quotedFor: today,
    ...(await defaultPayment(visit, order, today)),
  };
}

/** INST-03: a counter code that is still open is offered again, so that nobody makes a second one by mistake. */
async function defaultPayment({ db, brand, speak, now }: BorrowerVisit, order: Order, today: LocalDate) {
  const code = await openCounterCode(db, order, brand, now, today);
  const channel = brand.channels.find((one) => one.number === code?.channel);
  if (!code?.pay_code || !channel) return {};
  const steps = stepsOf(channel, speak, formatCents(cents(code.amount), brand.money));
  return {
    defDetail: {
      payCode: code.pay_code,
      logo: channel.logo,
      title: speak('repay.openCode', { name: channel.name }),
      payNotice: { [channel.name]: [{ name: speak('repay.atTheCounter'), steps }] },
    },
  };
}

function channelsOf(brand: Brand): RepayChannel[] {
  return brand.channels.map((channel) => ({
    name: channel.name,
    logo: channel.logo,
    channel_number: channel.number,
    hint: channel.code,
    min: channel.min,
    max: channel.max,
  }));
}

/** How a channel is paid, step by step, with the amount named. */
export function stepsOf(channel: Channel, speak: Speak, amount: string): string[] {
  const kind = channel.showType === 1 ? 'store' : 'qr';
  return ([1, 2, 3] as const).map((step) => speak(`pay.${kind}.${step}`, { name: channel.name, amount }));
}
