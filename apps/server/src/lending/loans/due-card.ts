import type { DueCard } from '@hiram/contract/loan';
import { daysBetween, type LocalDate } from '@hiram/loan';
import { formatDate } from '@hiram/loan/format';
import type { Translate } from '../../brands/texts/translate.ts';
import type { Order } from './order-store.ts';
import { type RepaymentQuote, rowsInWords } from './repayment-quote.ts';
import { throughOf } from './ways-to-pay.ts';

/** The due card of a loan as screens show it; undefined before the payout and after the loan is settled. */
export function dueCardOf(
  order: Pick<Order, 'id' | 'terms'>,
  quote: RepaymentQuote | undefined,
  {
    today,
    translate,
    lang,
    held: heldByOrder,
  }: {
    readonly today: LocalDate;
    readonly translate: Translate;
    readonly lang: string;
    /** Cents of the borrower's payments that are held for review, by order id. */
    readonly held: ReadonlyMap<string, number>;
  },
): DueCard | undefined {
  if (!quote) return undefined;
  const { periods } = order.terms;
  const current = quote.position;
  const { through } = throughOf(quote);
  return {
    repayAmount: quote.amount,
    rows: rowsInWords(quote, {
      translate,
      lang,
      terms: order.terms,
      formatDate: (day) => formatDate(day, lang),
    }),
    kind: quote.kind,
    dueDate: quote.date,
    daysLeft: daysBetween(today, quote.date),
    overdueDays: quote.daysLate,
    ...(through === undefined ? {} : { dueThrough: through }),
    periodNo: current.dueNo ?? periods,
    periods,
    perDay: current.perDay,
    owedInAll: current.owedInAll,
    chargesOwed: current.lateOwed + current.penaltyOwed,
    credit: Math.max(0, current.credit),
    refundReceivable: quote.refundReceivable,
    underReview: heldByOrder.get(order.id) ?? 0,
    payoff: quote.payoff,
    ...(quote.coolingOff ? { coolingOff: quote.coolingOff } : {}),
    quotedFor: today,
  };
}
