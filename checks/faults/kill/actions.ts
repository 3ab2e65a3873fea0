import { setTimeout as pause } from 'node:timers/promises';
import { bindCardFromOrder } from '@hiram/contract/bank';
import { problemSave, uploadProblemImg } from '@hiram/contract/complaint';
import { confirmDetail, loanPush } from '@hiram/contract/confirm';
import type { Context } from '@hiram/contract/context';
import type { Envelope } from '@hiram/contract/envelope';
import { withdraw } from '@hiram/contract/order';
import { instalmentDetail, payCode } from '@hiram/contract/repay';
import { sandboxBorrower } from '@hiram/contract/sandbox';
import { type CallOptions, type client, once, untilAnswered } from '../simulator/client.ts';
import type { Provider } from '../simulator/provider.ts';
import type { Random } from '../simulator/random.ts';

export interface Caller {
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

/** The state that the actions of a load share. */
export interface Actors {
  readonly ask: ReturnType<typeof client>;
  readonly callOptions: CallOptions;
  readonly origin: () => string;
  readonly provider: Provider;
  readonly today: string;
  readonly chance: Random;
  readonly acknowledged: Acknowledged;
  readonly photo: Buffer;
  /** The next number of the run. */
  readonly serial: () => number;
  /** A new idempotency key. */
  readonly key: () => string;
}

/** A new borrower in a state. */
export async function arrive(
  { ask, key }: Actors,
  state: '151' | '180' | 'ready',
  details?: { readonly cardNeedPop: 1 },
): Promise<Caller> {
  const context = { deviceId: `phone-${key()}` };
  const { data } = await ask(sandboxBorrower, { state, ...(details ? { with: details } : {}) }, context);
  return {
    context: { ...context, sessionId: data.sessionId },
    productId: data.productId,
    orderId: data.orderId ?? '',
  };
}

export async function pay(
  { ask, provider, today, chance, origin, acknowledged, key }: Actors,
  caller: Caller,
): Promise<void> {
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

export async function apply(actors: Actors): Promise<void> {
  const { ask, acknowledged, key } = actors;
  const caller = await arrive(actors, 'ready');
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

export async function withdrawMoney(actors: Actors): Promise<void> {
  const { ask, acknowledged, key } = actors;
  const { context, productId, orderId } = await arrive(actors, '151', { cardNeedPop: 1 });
  const wallet = {
    cardType: 2,
    walletCode: 'GXCHPHM2',
    walletNumber: `0917${String(actors.serial() % 10_000_000).padStart(7, '0')}`,
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
async function upload({ callOptions, photo, origin, key }: Actors, caller: Caller): Promise<string> {
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

export async function complain(actors: Actors): Promise<void> {
  const { ask, acknowledged, key } = actors;
  // A new borrower, because uploads per day are limited.
  const caller = await arrive(actors, '180');
  const url = await upload(actors, caller);
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
