import { asId } from '@hiram/contract/ids';
import { instalmentDetail, payCode } from '@hiram/contract/repay';
import { sandboxPay } from '@hiram/contract/sandbox';
import { expect } from 'vitest';
import type { DemoBorrower, Hiram } from '../processes/running-server.ts';

interface Wanted {
  /** Undefined: what is due. */
  readonly amount?: number | undefined;
  /** Undefined: the first one that takes the amount. */
  readonly channelNumber?: string;
}

interface Payment extends Wanted {
  /** What arrives above the amount of the code. */
  readonly excess?: number;
  /** The payer's day; undefined: today. */
  readonly date?: string | undefined;
}

interface Payer {
  readonly orderId: string;
  readonly context: DemoBorrower['context'];
}

/** Requests a code. Returns what the cashier reads, and its amount. */
export async function newCode(hiram: Hiram, payer: Payer, wanted: Wanted = {}) {
  const { context } = payer;
  const orderId = asId<'order'>(payer.orderId);
  const { data: bill } = await hiram.send(instalmentDetail, { orderId }, context);
  const amount = wanted.amount ?? bill.repayAmount;
  const channel = bill.repayList.find(({ min, max }) => min <= amount && amount <= max);
  const channelNumber = wanted.channelNumber ?? channel?.channel_number ?? '';
  const answer = await hiram.send(payCode, { orderId, amount, channelNumber }, context);
  expect(answer.success, answer.message).toBe(true);
  return { code: new URL(answer.data.payUrl, hiram.origin).searchParams.get('payCode') ?? '', amount };
}

/** Requests a code and pays it at the cashier. Returns both. */
export async function payByCode(hiram: Hiram, payer: Payer, { excess = 0, date, ...wanted }: Payment = {}) {
  const requested = await newCode(hiram, payer, wanted);
  const paid = await hiram.send(sandboxPay, {
    payCode: requested.code,
    ...(excess === 0 ? {} : { amount: requested.amount + excess }),
    ...(date === undefined ? {} : { date }),
  });
  expect(paid.success, paid.message).toBe(true);
  return requested;
}
