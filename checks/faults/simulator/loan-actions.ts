import { setTimeout as pause } from 'node:timers/promises';
import { acceptArrangement, askArrangement, declineArrangement, waysOut } from '@hiram/contract/arrangement';
import { accountCode, bindCardFromOrder } from '@hiram/contract/bank';
import { problemSave } from '@hiram/contract/complaint';
import { acknowledgeDisclosure, confirmDetail, loanPush } from '@hiram/contract/confirm';
import { withdraw } from '@hiram/contract/order';
import { type Borrower, count, newKey, type World } from './borrower.ts';

/** Applies for a random amount, sometimes by several taps at once. */
export async function apply(borrower: Borrower, { ask }: World): Promise<void> {
  const { chance, context, productId } = borrower;
  const first = await ask(confirmDetail, { productId }, context);
  if (!first.success) return count(borrower, `no offer ${first.code}`);
  const { amountMin, amountMax, amountStep } = first.data;
  const amount = amountMin + amountStep * chance.between(0, Math.floor((amountMax - amountMin) / amountStep));
  const { data: offer, success, code: rejection } = await ask(confirmDetail, { productId, amount }, context);
  // A payment that was posted or reversed in between may have ended the offer.
  if (!success) return count(borrower, `offer gone ${rejection}`);
  if (offer.disclosure.needed === 1)
    await ask(acknowledgeDisclosure, { productId, amount, hash: offer.disclosure.hash }, context);
  const options = { productId, amount, periods: offer.periods, termUnit: 'day' } as const;
  const idempotencyKey = newKey(borrower);
  // Repeated taps: with the same key, and without one.
  const keys = chance.happens(0.3) ? [idempotencyKey, idempotencyKey, undefined] : [idempotencyKey];
  const pushed = await Promise.all(keys.map((key) => ask(loanPush, options, context, key)));
  const ids = new Set(
    pushed
      .filter((answer) => answer.success)
      .map((answer) => new URL(answer.data.lendDetailsUrl, 'http://x').searchParams.get('orderId') ?? ''),
  );
  if (ids.size > 1) throw new Error(`borrower ${borrower.index}: one application created ${ids.size} orders`);
  const [orderId] = ids;
  if (orderId === undefined) return count(borrower, `not pushed ${pushed[0]?.code}`);
  if (!borrower.orders.includes(orderId)) borrower.orders.push(orderId);
  count(borrower, 'applied');
}

/** The number of times that a borrower looks for the text message with a code. During an outage of the provider none arrives. */
const maxReadings = 100;
const readingPauseMs = 20;

/** Requests a one-time code and reads it from the text message; undefined if none arrives. */
async function requestSmsCode(borrower: Borrower, { ask, provider }: World): Promise<string | undefined> {
  const before = provider.codeSentTo(borrower.phone);
  if (!(await ask(accountCode, {}, borrower.context)).success) return undefined;
  for (let reading = 0; reading < maxReadings; reading += 1) {
    const sent = provider.codeSentTo(borrower.phone);
    if (sent !== undefined && sent !== before) return sent;
    await pause(readingPauseMs);
  }
  return undefined;
}

/** Binds a wallet, with a one-time code if it replaces another account. */
export async function bind(borrower: Borrower, world: World): Promise<void> {
  const { ask } = world;
  const { chance, context, productId } = borrower;
  const isUnknown = chance.happens(0.15);
  const digits = String(borrower.index).padStart(4, '0') + String(chance.between(1, 9));
  const walletNumber = `0917${digits}${isUnknown ? '00' : String(chance.between(11, 99))}`;
  const wallet = {
    cardType: 2,
    walletCode: 'GXCHPHM2',
    walletNumber,
    holderName: 'Maria Santos',
    product_id: productId,
  };
  let bound = await ask(bindCardFromOrder, wallet, context, newKey(borrower));
  if (bound.code === '50107') {
    const smsCode = await requestSmsCode(borrower, world);
    if (smsCode === undefined) return count(borrower, 'no code for another account');
    bound = await ask(bindCardFromOrder, { ...wallet, smsCode }, context, newKey(borrower));
  }
  count(borrower, bound.success ? 'bound' : `not bound ${bound.code}`);
}

/** Withdraws the approved money, sometimes by several taps at once. */
export async function withdrawMoney(borrower: Borrower, { ask }: World, orderId: string): Promise<void> {
  const idempotencyKey = newKey(borrower);
  const keys = borrower.chance.happens(0.3)
    ? [idempotencyKey, idempotencyKey, newKey(borrower)]
    : [idempotencyKey];
  const answers = await Promise.all(keys.map((key) => ask(withdraw, { orderId }, borrower.context, key)));
  count(
    borrower,
    answers.some((answer) => answer.success) ? 'withdrawn' : `not withdrawn ${answers[0]?.code}`,
  );
}

/** Asks to pay in parts, or accepts or declines what is open. */
export async function payInParts(borrower: Borrower, { ask }: World, orderId: string): Promise<void> {
  const { chance, context } = borrower;
  const { data, success, code } = await ask(waysOut, { orderId }, context);
  if (!success) return count(borrower, `no ways out ${code}`);
  const { offer, isAsked, today } = data;
  if (offer) {
    const accepted = { orderId, sha256: offer.agreement.sha256 };
    const answer = await ask(acceptArrangement, accepted, context, newKey(borrower));
    return count(borrower, answer.success ? 'arranged' : `not arranged ${answer.code}`);
  }
  const asked = { orderId, parts: chance.between(1, 4), firstDay: today };
  const answer = isAsked
    ? await ask(declineArrangement, { orderId }, context, newKey(borrower))
    : await ask(askArrangement, asked, context, newKey(borrower));
  count(borrower, answer.success ? 'asked for parts' : `no parts ${answer.code}`);
}

export async function complain(borrower: Borrower, { ask }: World, orderId: string): Promise<void> {
  const options = {
    problemType: 2,
    problemDetail: `Complaint ${borrower.complaints.length}`,
    orderNo: orderId,
  };
  const saved = await ask(problemSave, options, borrower.context, newKey(borrower));
  if (!saved.success) return count(borrower, `no complaint ${saved.code}`);
  borrower.complaints.push(saved.data.problemId);
  count(borrower, 'complained');
}
