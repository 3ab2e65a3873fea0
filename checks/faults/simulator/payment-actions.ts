import type { WireOutput } from '@hiram/contract/call';
import type { loanDetails } from '@hiram/contract/order';
import { delayDetail, instalmentDetail, payCode } from '@hiram/contract/repay';
import { addDays, type LocalDate, localDate } from '@hiram/loan';
import { type Borrower, count, type World } from './borrower.ts';

/** Requests a payment code, sometimes three times at once, and returns it; undefined if it is rejected. */
async function requestPayCode(
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
  if (codes.size > 1) throw new Error(`borrower ${borrower.index}: one request created ${codes.size} codes`);
  const [requested] = codes;
  if (requested === undefined) count(borrower, `no code ${answers[0]?.code}`);
  return requested;
}

/** Pays the amount due, a part, too much, twice or later. The provider may report the payment days later. */
export async function repay(borrower: Borrower, world: World, orderId: string): Promise<void> {
  const { chance } = borrower;
  const { data: bill, success } = await world.ask(instalmentDetail, { orderId }, borrower.context);
  if (!success || bill.amountMax <= 0) return count(borrower, 'nothing to pay');
  const kind = chance.pick([
    'due',
    'due',
    'due',
    'part',
    'payoff',
    'over',
    'twice',
    'later',
    'early',
  ] as const);
  const chosen =
    kind === 'part' && bill.amountMin < bill.amountMax
      ? chance.between(bill.amountMin, Math.max(bill.amountMin, bill.repayAmount))
      : kind === 'payoff'
        ? bill.amountMax
        : Math.max(bill.amountMin, bill.repayAmount);
  const amount = Math.min(chosen, bill.amountMax);
  const paymentCode = await requestPayCode(borrower, world, { orderId, amount });
  if (paymentCode === undefined) return;
  count(borrower, `paid ${kind}`);
  if (kind === 'later') borrower.waiting = { payCode: paymentCode, amount, from: world.today };
  else if (kind === 'over')
    pay(borrower, world, paymentCode, { amount: amount + chance.between(1, 200_000) });
  // The provider dates a payment before its code existed: the server holds it for review.
  else if (kind === 'early')
    pay(borrower, world, paymentCode, { amount, paidOn: addDays(world.today, -chance.between(1, 5)) });
  else pay(borrower, world, paymentCode, { amount });
  if (kind === 'twice') pay(borrower, world, paymentCode, { amount });
}

/** A step of the simulation has at most so many days. */
const longestStep = 6;

/**
 * Pays what a running arrangement asks for until the next step, told on the same day. Borrowers with even
 * numbers keep theirs; the others let it break.
 */
export async function payArranged(
  borrower: Borrower,
  world: World,
  orderId: string,
  { due, next }: NonNullable<WireOutput<typeof loanDetails>['arrangement']>,
): Promise<void> {
  const { ask, provider, today } = world;
  if (borrower.index % 2 === 1) return count(borrower, 'paid no part');
  const soon = next && next.date <= addDays(today, longestStep) ? next.amount : 0;
  if (due + soon === 0) return;
  const { data: bill, success } = await ask(instalmentDetail, { orderId }, borrower.context);
  if (!success) return count(borrower, 'no bill of a part');
  const amount = Math.min(bill.amountMax, Math.max(bill.amountMin, due + soon));
  const paymentCode = await requestPayCode(borrower, world, { orderId, amount });
  if (paymentCode === undefined) return;
  count(borrower, 'paid a part');
  provider.pay(paymentCode, { amount, paidOn: today, reportFrom: today, copies: 0, reversedOn: undefined });
}

/** Pays for an extension, sometimes too little. */
export async function extend(borrower: Borrower, world: World, orderId: string): Promise<void> {
  const { chance } = borrower;
  const quote = await world.ask(delayDetail, { orderId }, borrower.context);
  if (!quote.success) return count(borrower, `not extendable ${quote.code}`);
  const amount = quote.data.delayInfo.delayAmount;
  const paymentCode = await requestPayCode(borrower, world, { orderId, amount, isDelay: 1 });
  if (paymentCode === undefined) return;
  const isShort = chance.happens(0.15) && amount > 100;
  count(borrower, isShort ? 'extension paid short' : 'extension paid');
  pay(borrower, world, paymentCode, { amount: isShort ? chance.between(1, amount - 1) : amount });
}

function pay(
  borrower: Borrower,
  { provider, today }: World,
  paymentCode: string,
  { amount, paidOn = today }: { readonly amount: number; readonly paidOn?: LocalDate },
): void {
  const { chance } = borrower;
  const reportFrom = chance.happens(0.7) ? today : addDays(today, chance.between(1, 12));
  const reversedOn = chance.happens(0.04) ? addDays(today, chance.between(0, 60)) : undefined;
  if (reversedOn) count(borrower, 'bounced');
  provider.pay(paymentCode, { amount, paidOn, reportFrom, copies: chance.between(0, 3), reversedOn });
}

/** Pays a code of an earlier day. */
export function payLater(borrower: Borrower, world: World): void {
  const { waiting } = borrower;
  if (!waiting || localDate(waiting.from) === world.today) return;
  borrower.waiting = undefined;
  count(borrower, 'paid later');
  pay(borrower, world, waiting.payCode, { amount: waiting.amount });
}
