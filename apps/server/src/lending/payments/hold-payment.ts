import { type LocalDate, localDate } from '@hiram/loan';
import type { Brand } from '../../brands/brand.ts';
import { type Market, markets } from '../../brands/markets/markets.ts';
import type { Db } from '../../platform/database/connect.ts';
import { engineEvents, loadEvents, type Order } from '../loans/loans.ts';
import { quoteOf } from '../loans/repayment-quote.ts';
import type { CodeRow } from './payment-codes.ts';

/** A payment as a provider tells of it. Amount in cents. */
interface Incoming {
  readonly amount: number;
  readonly paidOn: LocalDate;
  readonly code: CodeRow;
}

/** Of a decimal that was read as the smallest unit, or the other way round. */
const isHundredfold = (amount: number, asked: number) => amount === asked * 100;
/** A provider that reports whole units drops what is below one, or rounds it. */
const isHundredth = (amount: number, asked: number) => Math.abs(amount * 100 - asked) < 100;

/**
 * Why a payment waits for a person before it counts; undefined where it counts at once. It waits when the payer's date is
 * outside the life of its code, and when it is of more than its code asked, more than twice what settles the loan and more
 * than the market's `holdAbove`: most likely a provider's error of units. So does one of a
 * hundred times or a hundredth of what its code asked, however small that is.
 */
export async function holdReason(
  db: Db,
  brand: Brand,
  order: Order,
  { amount, paidOn, code }: Incoming,
  today: LocalDate,
): Promise<string | undefined> {
  if (paidOn < code.issued_on || paidOn > today) return 'the payer’s date is outside the life of the code';
  if (isHundredfold(amount, code.amount)) return 'it is a hundred times what its code asked';
  if (isHundredth(amount, code.amount)) return 'it is a hundredth of what its code asked';
  const { holdAbove }: Market = markets[brand.market];
  if (amount <= code.amount || amount <= holdAbove) return undefined;
  return amount > 2 * (await settlingAmount(db, order, paidOn))
    ? 'it is more than its code asked and more than twice what settles the loan'
    : undefined;
}

/** What settles the loan on a day, in cents: its payoff once that is allowed, else all that is owed; 0 where nothing is lent. */
async function settlingAmount(db: Db, order: Order, day: LocalDate): Promise<number> {
  if (order.disbursed_on === null) return 0;
  const from = localDate(order.disbursed_on);
  const events = engineEvents(await loadEvents(db, order));
  const quote = quoteOf(order.terms, events, day < from ? from : day);
  if (!quote) return 0;
  return quote.payoff.isAllowed === 1 ? quote.payoff.amount : quote.position.owedInAll;
}

/** Cents of payments that wait for a person, by order id; an order without any is not in it. */
export async function heldByOrder(db: Db, borrowerId: string): Promise<ReadonlyMap<string, number>> {
  const rows = await db
    .selectFrom('payment')
    .select((eb) => ['order_id', eb.fn.sum<string>('amount').as('amount')])
    .where('borrower_id', '=', borrowerId)
    .where('state', '=', 'held')
    .groupBy('order_id')
    .execute();
  return new Map(rows.map((row) => [row.order_id, Number(row.amount)]));
}
