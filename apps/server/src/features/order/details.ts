import type { Correction } from '@hiram/contract/console/decision-words';
import { type LocalDate, type Position, position, quoteExtension } from '@hiram/loan';
import type { AppContext } from '../../context/app-context.ts';
import { creditOf, engineEvents, type Order, type StoredEvent } from '../../lending/loans/order-store.ts';
import { quoteOf, type RepaymentQuote } from '../../lending/loans/repayment-quote.ts';
import { applicationReview } from '../../lending/loans/review-queue.ts';
import type { ProductRow } from '../../lending/origination/products.ts';
import { noPayout, type PayoutFacts, payoutFacts } from '../../lending/payouts/payout-facts.ts';
import type { Db } from '../../platform/database/connection/connect.ts';
import type { OrderRows } from './order-rows.ts';

/** The data of the order page. */
export interface OrderFacts {
  readonly order: Order;
  readonly product: ProductRow;
  readonly today: LocalDate;
  readonly events: readonly StoredEvent[];
  readonly position: Position | undefined;
  /** The amount to repay; undefined before the payout and after the loan is settled. */
  readonly quote: RepaymentQuote | undefined;
  /** The borrower's credit, in cents, before as well as after the disbursal. */
  readonly credit: number;
  /** Cents of held payments, by order id. */
  readonly held: ReadonlyMap<string, number>;
  /** The number of this order's payments that are held. */
  readonly heldCount: number;
  /** Refunds of payments that were reversed afterwards, in cents. */
  readonly refundReceivable: number;
  readonly canExtend: boolean;
  readonly out: PayoutFacts;
  /** A person decides the application. */
  readonly isReferred: boolean;
  /** The corrections that the borrower is asked for before the application is decided. */
  readonly corrections: readonly Correction[];
}

export async function orderFacts(
  db: Db,
  appContext: AppContext,
  { order, product, events, held, payments }: OrderRows,
  today: LocalDate,
): Promise<OrderFacts> {
  if (order.disbursed_on === null) {
    return {
      order,
      product,
      today,
      events,
      position: undefined,
      quote: undefined,
      credit: Math.max(0, creditOf(order, events, today)),
      refundReceivable: 0,
      held: new Map(),
      heldCount: 0,
      canExtend: false,
      out: await payoutFacts(db, appContext, order, today),
      ...(await applicationReview(db, order)),
    };
  }
  const loanEvents = engineEvents(events);
  const quote = quoteOf(order.terms, loanEvents, today);
  const current = quote?.position ?? position(order.terms, loanEvents, today);
  return {
    order,
    product,
    today,
    events,
    position: current,
    quote,
    credit: Math.max(0, current.credit),
    refundReceivable: quote?.refundReceivable ?? 0,
    held,
    heldCount: payments.filter(({ state }) => state === 'held').length,
    canExtend:
      (current.status === 'dueSoon' || current.status === 'overdue') &&
      quoteExtension(order.terms, loanEvents, today).ok,
    out: noPayout,
    isReferred: false,
    corrections: [],
  };
}
