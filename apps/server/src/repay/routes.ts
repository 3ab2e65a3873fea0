import type { CodeStatus, RepayChannel } from '@hiram/contract/repay';
import { codeStatus, delayDetail, instalmentDetail, payCode } from '@hiram/contract/repay';
import { cents, formatCents, payable, position, quoteExtension } from '@hiram/loan';
import type { Brand, Channel } from '../brand/brand.ts';
import type { Db } from '../db/connect.ts';
import { NotFound, type Refused, refuse } from '../http/refuse.ts';
import type { BorrowerVisit, Server } from '../http/serve.ts';
import { engineEvents, loadEvents, loadOrder, type Order } from '../lending/loans.ts';
import { isExpired, issueCode, openCounterCode } from '../lending/payment-codes.ts';
import { formatDate } from '../texts/dates.ts';
import type { Speak } from '../texts/speak.ts';
import { laterCostRoute } from './later-cost.ts';
import { payTypeRoutes } from './pay-types.ts';

const running = new Set([170, 174, 180]);

type NoPayment = 'nothingDue' | 'notYet' | 'notRunning';

export function repayRoutes(server: Server): void {
  const { serve, serveLong, house } = server;
  payTypeRoutes(server);
  laterCostRoute(server);

  serve(instalmentDetail, async ({ orderId }, visit) => {
    const { db, brand, borrower, speak, lang } = visit;
    const order = await loadOrder(db, borrower.id, orderId);
    const today = await house.clock.today(db, brand.timeZone);
    const stopped = notPayable(order);
    if (stopped) return stopped;
    const events = engineEvents(await loadEvents(db, order));
    const there = position(order.terms, events, today);
    const may = payable(order.terms, events, today);
    if (!may.ok && may.reason === 'settled') return refuse('nothingDue');
    const money = (amount: number) => formatCents(amount, brand.money);
    const part = there.instalments.find((one) => one.no === there.dueNo);
    const interest = part ? Math.min(part.unpaid, part.interest - part.interestPaid) : 0;
    return {
      ...(await shared(visit, order)),
      repayAmount: may.due,
      repayDate: there.dueDate ?? today,
      detail: [
        ...(part ? [{ text: speak('row.principal'), value: money(part.unpaid - interest) }] : []),
        ...(part ? [{ text: speak('row.interest'), value: money(interest) }] : []),
        ...(there.overdue > (part?.unpaid ?? 0)
          ? [{ text: speak('row.otherOverdue'), value: money(there.overdue - (part?.unpaid ?? 0)) }]
          : []),
        ...(there.lateOwed > 0 ? [{ text: speak('row.lateInterestAll'), value: money(there.lateOwed) }] : []),
        ...(there.penaltyOwed > 0 ? [{ text: speak('row.penalty'), value: money(there.penaltyOwed) }] : []),
        ...(there.credit > 0 ? [{ text: speak('row.credit'), value: money(there.credit) }] : []),
        { text: speak('row.stillOwed'), value: money(there.owedInAll) },
      ],
      ...(may.ok ? {} : { noticeMsg: speak('refusal.notYet', { date: formatDate(may.from, lang) }) }),
      amountMin: may.ok ? may.min : 0,
      amountMax: may.ok ? may.max : 0,
    };
  });

  serve(delayDetail, async ({ orderId }, visit) => {
    const { db, brand, borrower, speak } = visit;
    const order = await loadOrder(db, borrower.id, orderId);
    const today = await house.clock.today(db, brand.timeZone);
    const stopped = notPayable(order);
    if (stopped) return stopped;
    const quote = quoteExtension(order.terms, engineEvents(await loadEvents(db, order)), today);
    if (!quote.ok) return refuse('notExtendable', { text: speak(`extension.${quote.reason}`) });
    return {
      ...(await shared(visit, order)),
      repayAmount: quote.amount,
      repayDate: quote.newDueDate,
      delayInfo: { delayAmount: quote.amount, title: speak('extension.title') },
      repayPlan: [
        {
          remark: speak('extension.today'),
          title: speak('row.interest'),
          amount: quote.interest,
          time: today,
        },
        ...(quote.late > 0
          ? [
              {
                remark: speak('extension.today'),
                title: speak('row.lateInterestAll'),
                amount: quote.late,
                time: today,
              },
            ]
          : []),
        ...(quote.penalty > 0
          ? [
              {
                remark: speak('extension.today'),
                title: speak('row.penalty'),
                amount: quote.penalty,
                time: today,
              },
            ]
          : []),
        ...(quote.principal > 0
          ? [
              {
                remark: speak('extension.today'),
                title: speak('row.principal'),
                amount: quote.principal,
                time: today,
              },
            ]
          : []),
        {
          remark: speak('extension.later'),
          title: speak('extension.newAmount'),
          amount: quote.newAmount,
          time: quote.newDueDate,
        },
      ],
      oldDueTime: quote.oldDueDate,
      dueTime: quote.newDueDate,
    };
  });

  serveLong(payCode, async ({ orderId, amount, channelNumber, isDelay }, visit) => {
    const { db, brand, borrower, speak, now, lang } = visit;
    const order = await loadOrder(db, borrower.id, orderId);
    const today = await house.clock.today(db, brand.timeZone);
    const channel = brand.channels.find((one) => one.number === channelNumber);
    if (!channel) return refuse('noSuchChannel', { field: 'channelNumber' });
    const stopped = notPayable(order);
    if (stopped) return stopped;
    const money = (value: number) => formatCents(value, brand.money);
    const events = engineEvents(await loadEvents(db, order));
    if (isDelay === 1) {
      const quote = quoteExtension(order.terms, events, today);
      if (!quote.ok)
        return refuse('notExtendable', { field: 'isDelay', text: speak(`extension.${quote.reason}`) });
      if (amount !== quote.amount)
        return refuse('repriced', { field: 'amount', values: { amount: money(quote.amount) } });
    } else {
      const may = payable(order.terms, events, today);
      if (!may.ok && may.reason === 'settled') return refuse('nothingDue');
      if (!may.ok) return refuse('notYet', { values: { date: formatDate(may.from, lang) } });
      if (amount < may.min)
        return refuse('amountTooSmall', { field: 'amount', values: { min: money(may.min) } });
      if (amount > may.max)
        return refuse('amountTooLarge', { field: 'amount', values: { max: money(may.max) } });
    }
    if (amount < channel.min || amount > channel.max)
      return refuse('channelLimit', {
        field: 'amount',
        values: { name: channel.name, min: money(channel.min), max: money(channel.max) },
      });
    const code = await issueCode(house, brand, order, {
      amount,
      channel,
      purpose: isDelay === 1 ? 'extension' : 'repayment',
      today,
      now,
    });
    const query = new URLSearchParams({
      showType: String(code.show_type),
      payCode: code.pay_code ?? '',
      payCodeImg: `/api/code-image/${code.image_token}.svg`,
      repayAmount: String(code.amount),
    });
    return { payUrl: `/repaymentOfCode?${query}` };
  });

  serve(codeStatus, async ({ payCode: text }, visit): Promise<CodeStatus> => {
    const { db, brand, borrower, speak, now } = visit;
    const code = await db
      .selectFrom('payment_code')
      .selectAll()
      .where('borrower_id', '=', borrower.id)
      .where('pay_code', '=', text)
      .executeTakeFirst();
    if (!code) throw new NotFound('code');
    const today = await house.clock.today(db, brand.timeZone);
    const received = await db
      .selectFrom('payment')
      .select((eb) => [
        // What was taken back, or refused, is not with us.
        eb.fn.sum<string | null>('amount').filterWhere('state', 'in', ['posted', 'held']).as('amount'),
        eb.fn.count<string>('id').filterWhere('state', '=', 'held').as('held'),
        eb.fn.count<string>('id').filterWhere('state', '=', 'reversed').as('reversed'),
      ])
      .where('borrower_id', '=', borrower.id)
      .where('code_id', '=', code.id)
      .executeTakeFirst();
    const channel = brand.channels.find((one) => one.number === code.channel);
    const receivedAmount = Number(received?.amount ?? 0);
    const isTakenBack = receivedAmount === 0 && Number(received?.reversed ?? 0) > 0;
    const state =
      code.state === 'paid' && !isTakenBack
        ? 'received'
        : Number(received?.held ?? 0) > 0
          ? 'review'
          : code.state === 'replaced'
            ? 'replaced'
            : isTakenBack || isExpired(code, brand, now, today)
              ? 'expired'
              : 'waiting';
    return {
      state,
      orderId: code.order_id,
      repayAmount: code.amount,
      receivedAmount,
      expiresAt: code.expires_at.toISOString(),
      channelName: channel?.name ?? '',
      channelLogo: channel?.logo ?? '',
      steps: channel ? stepsOf(channel, speak, formatCents(cents(code.amount), brand.money)) : [],
      note:
        state === 'received' && code.purpose === 'extension'
          ? await stillMissing(visit, await loadOrder(db, borrower.id, code.order_id))
          : '',
    };
  });

  /** EXT-04: a payment that came too late for its quote is a part payment; what would still move the date is said. */
  async function stillMissing({ db, brand, speak }: BorrowerVisit, order: Order): Promise<string> {
    const today = await house.clock.today(db, brand.timeZone);
    const events = engineEvents(await loadEvents(db, order));
    const last = events[events.length - 1];
    if (last?.kind === 'extended') return '';
    const quote = quoteExtension(order.terms, events, today);
    return quote.ok ? speak('extension.missing', { amount: formatCents(quote.amount, brand.money) }) : '';
  }

  /** Only a loan that runs can be paid; anything before or after says so. */
  function notPayable(order: Order): Refused<NoPayment> | undefined {
    if (order.status === 200) return refuse('nothingDue');
    return running.has(order.status) ? undefined : refuse('notRunning');
  }

  /** INST-03: a counter code that is still open is offered again, so that nobody makes a second one by mistake. */
  async function defaultPayment(db: Db, brand: Brand, speak: Speak, order: Order) {
    const today = await house.clock.today(db, brand.timeZone);
    const code = await openCounterCode(db, order, brand, house.clock.now(), today);
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

  async function shared({ db, brand, speak }: BorrowerVisit, order: Order) {
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
      ...(await defaultPayment(db, brand, speak, order)),
    };
  }
}

function channelsOf(brand: Brand): RepayChannel[] {
  return brand.channels.map((channel) => ({
    name: channel.name,
    logo: channel.logo,
    channel_number: channel.number,
    hint: channel.code,
  }));
}

/** How a channel is paid, step by step, with the amount named. */
function stepsOf(channel: Channel, speak: Speak, amount: string): string[] {
  const kind = channel.showType === 1 ? 'store' : 'qr';
  return ([1, 2, 3] as const).map((step) => speak(`pay.${kind}.${step}`, { name: channel.name, amount }));
}
