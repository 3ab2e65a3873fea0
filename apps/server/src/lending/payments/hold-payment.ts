import type { BorrowerId } from '@hiram/contract/ids';
import { type LocalDate, localDate } from '@hiram/loan';
import type { Brand } from '../../brands/brand.ts';
import { hasUnpayableParts, type Market, markets } from '../../brands/markets/markets.ts';
import type { Db } from '../../platform/database/connection/connect.ts';
import { engineEvents, loadEvents, type Order } from '../loans/order-store.ts';
import { quoteOf } from '../loans/repayment-quote.ts';
import type { CodeRow } from './codes/payment-codes.ts';

/** A payment that a provider reports. Amount in cents. */
interface IncomingPayment {
  readonly amount: number;
  readonly paidOn: LocalDate;
  readonly code: CodeRow;
  readonly today: LocalDate;
}

/** The provider reads a decimal amount as the smallest unit. */
const isHundredfold = (amount: number, expected: number) => amount === expected * 100;
/** A provider that reports whole units truncates or rounds the amount. */
const isHundredth = (amount: number, expected: number) => Math.abs(amount * 100 - expected) < 100;

/**
 * The reason why a payment is held for review; undefined if it is posted at once. It is held if the payer's
 * date is outside the life of its code, if its amount has parts of a rupiah (an error of units), if it is 100
 * times or a hundredth of the code's amount (an error of units), or if its amount exceeds the code's amount,
 * twice the settling amount and the market's `holdAbove`.
 */
export async function holdReason(
  db: Db,
  brand: Brand,
  order: Order,
  { amount, paidOn, code, today }: IncomingPayment,
): Promise<string | undefined> {
  const { currency, holdAbove }: Market = markets[brand.market];
  if (paidOn < code.issued_on || paidOn > today) return 'the payer’s date is outside the code’s lifetime';
  if (hasUnpayableParts(amount, currency)) return 'the amount has parts of a rupiah, which nobody can pay';
  if (isHundredfold(amount, code.amount)) return 'the amount is 100 times the code’s amount';
  if (isHundredth(amount, code.amount)) return 'the amount is a hundredth of the code’s amount';
  if (amount <= code.amount || amount <= holdAbove) return undefined;
  return amount > 2 * (await settlingAmount(db, order, paidOn))
    ? 'the amount exceeds the code’s amount and twice the amount that settles the loan'
    : undefined;
}

/**
 * The amount that settles the loan on a day, in cents: the payoff if it is allowed, else the total owed; 0 before the disbursal.
 */
export async function settlingAmount(db: Db, order: Order, day: LocalDate): Promise<number> {
  if (order.disbursed_on === null) return 0;
  const disbursedOn = localDate(order.disbursed_on);
  const events = engineEvents(await loadEvents(db, order));
  const quote = quoteOf(order.terms, events, day < disbursedOn ? disbursedOn : day);
  if (!quote) return 0;
  return quote.payoff.isAllowed ? quote.payoff.amount : quote.position.owedInAll;
}

/** Cents of held payments, by order id. Orders without any are missing from the map. */
export async function heldByOrder(db: Db, borrowerId: BorrowerId): Promise<ReadonlyMap<string, number>> {
  const rows = await db
    .selectFrom('payment')
    .select((eb) => ['order_id', eb.fn.sum<string>('amount').as('amount')])
    .where('borrower_id', '=', borrowerId)
    .where('state', '=', 'held')
    .groupBy('order_id')
    .execute();
  return new Map(rows.map((row) => [row.order_id, Number(row.amount)]));
}
