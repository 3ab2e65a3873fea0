import { setTimeout as pause } from 'node:timers/promises';
import { bindCardFromOrder } from '@hiram/contract/bank';
import { problemSave, uploadProblemImg } from '@hiram/contract/complaint';
import { confirmDetail, loanPush } from '@hiram/contract/confirm';
import type { Context } from '@hiram/contract/context';
import type { Envelope } from '@hiram/contract/envelope';
import { withdraw } from '@hiram/contract/order';
import { instalmentDetail, payCode } from '@hiram/contract/repay';
import { sandboxBorrower } from '@hiram/contract/sandbox';
import sharp from 'sharp';
import { type CallOptions, client, once, untilAnswered } from '../simulator/client.ts';
import type { Provider } from '../simulator/provider.ts';
import type { Random } from '../simulator/random.ts';

interface Caller {
  readonly context: Context;
  readonly productId: string;
  readonly orderId: string;
}

/** The actions that a server acknowledged. Each must exist once afterwards. */
export interface Acknowledged {
  readonly orders: Set<string>;
  readonly complaints: Set<string>;
  /** Orders whose withdrawal was accepted. The money must be paid out once. */
  readonly withdrawals: Set<string>;
  /** Addresses of pictures. */
  readonly pictures: Set<string>;
  /** The number of payments whose webhook was accepted. */
  payments: number;
}

export interface Load {
  readonly acknowledged: Acknowledged;
  /** Applies, withdraws, complains with a picture and pays until `stopped` returns true. Repeats calls as the web app does. */
  run(stopped: () => boolean): Promise<void>;
}

const payers = 8;
/** A loan may request a hundred codes an hour. After half of them another borrower pays. */
const codesOfPayer = 50;
const applicants = 4;
const complainants = 4;
const withdrawers = 2;

export async function makeLoad(
  callOptions: CallOptions,
  { provider, today }: { provider: Provider; today: string },
  chance: Random,
): Promise<Load> {
  const ask = client(callOptions);
  const { origin } = callOptions;
  const acknowledged: Acknowledged = {
    orders: new Set(),
    complaints: new Set(),
    withdrawals: new Set(),
    pictures: new Set(),
    payments: 0,
  };
  const photo = await sharp({ create: { width: 640, height: 480, channels: 3, background: '#385' } })
    .jpeg()
    .toBuffer();
  let serial = 0;
  const key = () => {
    serial += 1;
    return `kill-${serial}-${chance.between(0, 2 ** 31)}`;
  };
  const arrive = async (
    state: '151' | '180' | 'ready',
    details?: { readonly cardNeedPop: 1 },
  ): Promise<Caller> => {
    const context = { deviceId: `phone-${key()}` };
    const { data } = await ask(sandboxBorrower, { state, ...(details ? { with: details } : {}) }, context);
    return {
      context: { ...context, sessionId: data.sessionId },
      productId: data.productId,
      orderId: data.orderId ?? '',
    };
  };

  async function pay(caller: Caller): Promise<void> {
    const { data: bill } = await ask(instalmentDetail, { orderId: caller.orderId }, caller.context);
    if (!(bill.amountMax > 0)) return;
    const amount = Math.min(bill.amountMax, bill.amountMin + chance.between(0, 5_000));
    const options = { orderId: caller.orderId, amount, channelNumber: '10001' };
    const { data, success } = await ask(payCode, options, caller.context, key());
    if (!success) return;
    const text = new URL(data.payUrl, 'http://x').searchParams.get('payCode') ?? '';
    provider.pay(text, { amount, paidOn: today, reportFrom: today, copies: 1, reversedOn: undefined });
    if (provider.unreported > 40) await pause(100);
    await provider.tell(today, origin);
    acknowledged.payments = provider.acknowledged.size;
  }

  async function apply(): Promise<void> {
    const caller = await arrive('ready');
    const { data: offer } = await ask(confirmDetail, { productId: caller.productId }, caller.context);
    const options = {
      productId: caller.productId,
      amount: offer.amount,
      periods: offer.periods,
      termUnit: 'day',
    } as const;
    const { data } = await ask(loanPush, options, caller.context, key());
    acknowledged.orders.add(new URL(data.lendDetailsUrl, 'http://x').searchParams.get('orderId') ?? '');
  }

  async function withdrawMoney(): Promise<void> {
    const { context, productId, orderId } = await arrive('151', { cardNeedPop: 1 });
    serial += 1;
    const wallet = {
      cardType: 2,
      walletCode: 'GXCHPHM2',
      walletNumber: `0917${String(serial % 10_000_000).padStart(7, '0')}`,
      holderName: 'Maria Santos',
      product_id: productId,
    };
    const bound = await ask(bindCardFromOrder, wallet, context, key());
    if (!bound.success) throw new Error(`an account was rejected: ${bound.message}`);
    const answer = await ask(withdraw, { orderId }, context, key());
    if (!answer.success) throw new Error(`a withdrawal was rejected: ${answer.message}`);
    acknowledged.withdrawals.add(orderId);
  }

  /** Uploads a picture with one idempotency key, and repeats it until it is accepted. */
  async function upload(caller: Caller): Promise<string> {
    const name = key();
    const query = new URLSearchParams({ ...caller.context });
    const send = () => {
      const form = new FormData();
      form.set('problemImage', new Blob([Uint8Array.from(photo)], { type: 'image/jpeg' }), 'photo.jpg');
      return once(`${origin()}/api${uploadProblemImg.path}?${query}`, { 'idempotency-key': name }, form);
    };
    const { status, text } = await untilAnswered(uploadProblemImg.name, send, callOptions);
    const answer: Envelope<{ url: string }> = JSON.parse(text);
    if (!answer.success) throw new Error(`a picture was rejected: ${status} ${text}`);
    return answer.data.url;
  }

  async function complain(caller: Caller): Promise<void> {
    const url = await upload(caller);
    acknowledged.pictures.add(url);
    const options = {
      problemType: 2,
      problemDetail: `With a picture`,
      problemImage: url,
      orderNo: caller.orderId,
    };
    const { data, success, message } = await ask(problemSave, options, caller.context, key());
    if (!success) throw new Error(`a complaint was rejected: ${message}`);
    acknowledged.complaints.add(data.problemId);
  }

  const late = await Promise.all(Array.from({ length: payers }, () => arrive('180')));
  return {
    acknowledged,
    async run(stopped) {
      const loop = async (action: () => Promise<void>) => {
        while (!stopped()) {
          await action();
          // All calls come from one address, which a server limits to a hundred calls a second.
          await pause(150);
        }
      };
      const paying = (first: Caller) => {
        let caller = first;
        let codes = 0;
        return loop(async () => {
          if (codes === codesOfPayer) {
            caller = await arrive('180');
            codes = 0;
          }
          codes += 1;
          await pay(caller);
        });
      };
      await Promise.all([
        ...late.map(paying),
        ...Array.from({ length: applicants }, () => loop(apply)),
        ...Array.from({ length: withdrawers }, () => loop(withdrawMoney)),
        // Each complaint has a new borrower, because uploads per day are limited.
        ...Array.from({ length: complainants }, () => loop(async () => complain(await arrive('180')))),
      ]);
    },
  };
}
