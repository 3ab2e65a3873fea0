import { setTimeout as pause } from 'node:timers/promises';
import { accountCode, bindCardFromOrder } from '@hiram/contract/bank';
import { problemSave } from '@hiram/contract/complaint';
import { acknowledgeDisclosure, confirmDetail, loanPush } from '@hiram/contract/confirm';
import type { Context } from '@hiram/contract/context';
import { loanDetails, withdraw } from '@hiram/contract/order';
import { delayDetail, instalmentDetail, payCode } from '@hiram/contract/repay';
import { sandboxBorrower } from '@hiram/contract/sandbox';
import { addDays, type LocalDate, localDate } from '@hiram/loan';
import type { Ask } from './client.ts';
import type { Provider } from './provider.ts';
import { type Random, random } from './random.ts';

/** What one borrower has done that was acknowledged, and so must be there for ever. */
export interface Borrower {
  readonly index: number;
  readonly context: Context;
  readonly phone: string;
  readonly productId: string;
  readonly chance: Random;
  readonly orders: string[];
  readonly complaints: string[];
  /** A code that was asked for and may still be paid, days later. */
  waiting: { payCode: string; amount: number; from: LocalDate } | undefined;
  /** How often something was done, by its name. */
  readonly done: Map<string, number>;
}

export interface World {
  readonly ask: Ask;
  readonly provider: Provider;
  readonly today: LocalDate;
}

const kinds = ['perPeriod', 'single'] as const;

/** Accounts that nobody has, until the borrower names another one. */
export const isNobodys = (accountNumber: string) => accountNumber.endsWith('00');

export async function makeBorrower(ask: Ask, seed: string, index: number, brand: string): Promise<Borrower> {
  const chance = random(`${seed} borrower ${index}`);
  const context = { deviceId: `phone-${index}`, appName: brand };
  const state = chance.happens(0.1) ? '110' : 'ready';
  const { data } = await ask(sandboxBorrower, { state, kind: chance.pick(kinds) }, context);
  return {
    index,
    context: { ...context, sessionId: data.sessionId },
    phone: data.phone,
    productId: data.productId,
    chance,
    orders: data.orderId ? [data.orderId] : [],
    complaints: [],
    waiting: undefined,
    done: new Map(),
  };
}

function count(borrower: Borrower, what: string): void {
  borrower.done.set(what, (borrower.done.get(what) ?? 0) + 1);
}

const key = (borrower: Borrower) =>
  `${borrower.index}-${borrower.chance.between(0, 2 ** 31)}-${borrower.chance.between(0, 2 ** 31)}`;

/** What the borrower does today, as the state of the loan and chance have it. */
export async function act(borrower: Borrower, world: World): Promise<void> {
  const { chance } = borrower;
  if (chance.happens(0.25)) return;
  const orderId = borrower.orders.at(-1);
  if (orderId === undefined) return apply(borrower, world);
  if (borrower.waiting && chance.happens(0.4)) payLater(borrower, world);
  if (chance.happens(0.01)) await complain(borrower, world, orderId);
  const { data } = await world.ask(loanDetails, { orderId }, borrower.context);
  switch (data.orderStatus) {
    case 110:
    case 200:
      if (chance.happens(0.25)) await apply(borrower, world);
      return;
    case 151:
      if (data.cardNeedPop === 1) await bind(borrower, world);
      else if (data.inside === 1 && chance.happens(0.9)) await withdrawMoney(borrower, world, orderId);
      return;
    case 170:
      if (chance.happens(0.1)) await repay(borrower, world, orderId);
      return;
    case 174:
      if (chance.happens(0.15)) await extend(borrower, world, orderId);
      else if (chance.happens(0.6)) await repay(borrower, world, orderId);
      return;
    case 180:
      if (chance.happens(0.2)) await extend(borrower, world, orderId);
      else if (chance.happens(0.4)) await repay(borrower, world, orderId);
  }
}

async function apply(borrower: Borrower, { ask }: World): Promise<void> {
  const { chance, context, productId } = borrower;
  const first = await ask(confirmDetail, { productId }, context);
  if (!first.success) return count(borrower, `no offer ${first.code}`);
  const { amountMin, amountMax, amountStep } = first.data;
  const amount = amountMin + amountStep * chance.between(0, Math.floor((amountMax - amountMin) / amountStep));
  const { data: offer, success, code: rejection } = await ask(confirmDetail, { productId, amount }, context);
  // What was posted since, or taken back, may have closed the offer.
  if (!success) return count(borrower, `offer gone ${rejection}`);
  if (offer.disclosure.needed === 1)
    await ask(acknowledgeDisclosure, { productId, amount, hash: offer.disclosure.hash }, context);
  const options = { productId, amount, periods: offer.periods, termUnit: 'day' } as const;
  const name = key(borrower);
  // Thumbs that hit twice, with the web app's key and without one.
  const taps = chance.happens(0.3) ? [name, name, undefined] : [name];
  const pushed = await Promise.all(taps.map((tap) => ask(loanPush, options, context, tap)));
  const ids = new Set(
    pushed
      .filter((answer) => answer.success)
      .map((answer) => new URL(answer.data.lendDetailsUrl, 'http://x').searchParams.get('orderId') ?? ''),
  );
  if (ids.size > 1) throw new Error(`borrower ${borrower.index}: one wish became ${ids.size} orders`);
  const [orderId] = ids;
  if (orderId === undefined) return count(borrower, `not pushed ${pushed[0]?.code}`);
  if (!borrower.orders.includes(orderId)) borrower.orders.push(orderId);
  count(borrower, 'applied');
}

/** Tries to read a code from the phone; a provider that is away today sends none. */
const readings = 100;
const betweenReadingsMs = 20;

async function codeFor(borrower: Borrower, { ask, provider }: World): Promise<string | undefined> {
  const before = provider.codeSentTo(borrower.phone);
  if (!(await ask(accountCode, {}, borrower.context)).success) return undefined;
  for (let reading = 0; reading < readings; reading += 1) {
    const sent = provider.codeSentTo(borrower.phone);
    if (sent !== undefined && sent !== before) return sent;
    await pause(betweenReadingsMs);
  }
  return undefined;
}

async function bind(borrower: Borrower, world: World): Promise<void> {
  const { ask } = world;
  const { chance, context, productId } = borrower;
  const nobodys = chance.happens(0.15);
  const digits = String(borrower.index).padStart(4, '0') + String(chance.between(1, 9));
  const walletNumber = `0917${digits}${nobodys ? '00' : String(chance.between(11, 99))}`;
  const wallet = {
    cardType: 2,
    walletCode: 'GXCHPHM2',
    walletNumber,
    holderName: 'Maria Santos',
    product_id: productId,
  };
  const name = key(borrower);
  let bound = await ask(bindCardFromOrder, wallet, context, name);
  if (bound.code === '50107') {
    const smsCode = await codeFor(borrower, world);
    if (smsCode === undefined) return count(borrower, 'no code for another account');
    bound = await ask(bindCardFromOrder, { ...wallet, smsCode }, context, key(borrower));
  }
  count(borrower, bound.success ? 'bound' : `not bound ${bound.code}`);
}

async function withdrawMoney(borrower: Borrower, { ask }: World, orderId: string): Promise<void> {
  const name = key(borrower);
  const taps = borrower.chance.happens(0.3) ? [name, name, key(borrower)] : [name];
  const answers = await Promise.all(taps.map((tap) => ask(withdraw, { orderId }, borrower.context, tap)));
  count(
    borrower,
    answers.some((answer) => answer.success) ? 'withdrawn' : `not withdrawn ${answers[0]?.code}`,
  );
}

async function complain(borrower: Borrower, { ask }: World, orderId: string): Promise<void> {
  const options = {
    problemType: 2,
    problemDetail: `Complaint ${borrower.complaints.length}`,
    orderNo: orderId,
  };
  const saved = await ask(problemSave, options, borrower.context, key(borrower));
  if (!saved.success) return count(borrower, `no complaint ${saved.code}`);
  borrower.complaints.push(saved.data.problemId);
  count(borrower, 'complained');
}

async function code(
  borrower: Borrower,
  { ask }: World,
  options: { orderId: string; amount: number; isDelay?: 1 },
): Promise<string | undefined> {
  const input = { ...options, channelNumber: '10001' };
  const times = borrower.chance.happens(0.2) ? 3 : 1;
  const answers = await Promise.all(
    Array.from({ length: times }, () => ask(payCode, input, borrower.context)),
  );
  const codes = new Set(
    answers
      .filter((answer) => answer.success)
      .map((answer) => new URL(answer.data.payUrl, 'http://x').searchParams.get('payCode') ?? ''),
  );
  if (codes.size > 1) throw new Error(`borrower ${borrower.index}: one wish became ${codes.size} codes`);
  const [text] = codes;
  if (text === undefined) count(borrower, `no code ${answers[0]?.code}`);
  return text;
}

/** Pays what is due, a part, too much, twice, or not yet: the provider's word of it may come days later. */
async function repay(borrower: Borrower, world: World, orderId: string): Promise<void> {
  const { chance } = borrower;
  const { data: bill, success } = await world.ask(instalmentDetail, { orderId }, borrower.context);
  if (!success || bill.amountMax <= 0) return count(borrower, 'nothing to pay');
  const way = chance.pick(['due', 'due', 'due', 'part', 'most', 'over', 'twice', 'later', 'early'] as const);
  const wanted =
    way === 'part' && bill.amountMin < bill.amountMax
      ? chance.between(bill.amountMin, Math.max(bill.amountMin, bill.repayAmount))
      : way === 'most'
        ? bill.amountMax
        : Math.max(bill.amountMin, bill.repayAmount);
  const amount = Math.min(wanted, bill.amountMax);
  const text = await code(borrower, world, { orderId, amount });
  if (text === undefined) return;
  count(borrower, `paid ${way}`);
  if (way === 'later') borrower.waiting = { payCode: text, amount, from: world.today };
  else if (way === 'over') pay(borrower, world, text, { amount: amount + chance.between(1, 200_000) });
  // A provider that dates a payment before its code existed: held for a person to look at.
  else if (way === 'early')
    pay(borrower, world, text, { amount, paidOn: addDays(world.today, -chance.between(1, 5)) });
  else pay(borrower, world, text, { amount });
  if (way === 'twice') pay(borrower, world, text, { amount });
}

async function extend(borrower: Borrower, world: World, orderId: string): Promise<void> {
  const { chance } = borrower;
  const quote = await world.ask(delayDetail, { orderId }, borrower.context);
  if (!quote.success) return count(borrower, `not extendable ${quote.code}`);
  const amount = quote.data.delayInfo.delayAmount;
  const text = await code(borrower, world, { orderId, amount, isDelay: 1 });
  if (text === undefined) return;
  const short = chance.happens(0.15) && amount > 100;
  count(borrower, short ? 'extension paid short' : 'extension paid');
  pay(borrower, world, text, { amount: short ? chance.between(1, amount - 1) : amount });
}

function pay(
  borrower: Borrower,
  { provider, today }: World,
  text: string,
  { amount, paidOn = today }: { readonly amount: number; readonly paidOn?: LocalDate },
): void {
  const { chance } = borrower;
  const tellFrom = chance.happens(0.7) ? today : addDays(today, chance.between(1, 12));
  const reversedOn = chance.happens(0.04) ? addDays(today, chance.between(0, 60)) : undefined;
  if (reversedOn) count(borrower, 'bounced');
  provider.pay(text, { amount, paidOn, reportFrom: tellFrom, copies: chance.between(0, 3), reversedOn });
}

/** The code from some days ago is paid after all. */
function payLater(borrower: Borrower, world: World): void {
  const { waiting } = borrower;
  if (!waiting || localDate(waiting.from) === world.today) return;
  borrower.waiting = undefined;
  count(borrower, 'paid later');
  pay(borrower, world, waiting.payCode, { amount: waiting.amount });
}
