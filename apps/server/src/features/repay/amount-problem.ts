import { formatCents, type LoanEvent, type LocalDate, quoteExtension } from '@hiram/loan';
import { formatDate } from '@hiram/loan/format';
import { isLocalDate } from '@hiram/loan/local-date';
import type { BorrowerRequest } from '../../api/serve.ts';
import type { Order } from '../../lending/loans/order-store.ts';
import { quoteOf, type RepaymentQuote } from '../../lending/loans/repayment-quote.ts';
import { type Rejection, reject } from '../../platform/errors/rejection.ts';

/** An amount, in cents, that is to be paid today, and the day for which the page quoted it. */
interface PaidAmount {
  readonly amount: number;
  readonly quotedFor: string | undefined;
  readonly today: LocalDate;
}

/** The reason why an amount cannot pay an extension: it must equal today's price (EXT-03). */
export function extensionProblem(
  order: Order,
  events: readonly LoanEvent[],
  { amount, today }: PaidAmount,
  { brand, translate }: BorrowerRequest,
): Rejection<'notExtendable' | 'repriced'> | undefined {
  const quote = quoteExtension(order.terms, events, today);
  if (!quote.ok)
    return reject('notExtendable', { field: 'isExtension', text: translate(`extension.${quote.reason}`) });
  if (amount === quote.amount) return undefined;
  return reject('repriced', { field: 'amount', values: { amount: formatCents(quote.amount, brand.money) } });
}

/** The reason why an amount cannot be paid today. An amount quoted on another day is rejected if the quote has changed. */
export function amountProblem(
  order: Order,
  events: readonly LoanEvent[],
  { amount, quotedFor, today }: PaidAmount,
  { brand, translate, lang }: BorrowerRequest,
):
  | Rejection<'nothingDue' | 'notYet' | 'amountTooSmall' | 'amountTooLarge' | 'notWhole' | 'repriced'>
  | undefined {
  const money = (value: number) => formatCents(value, brand.money);
  const quote = quoteOf(order.terms, events, today);
  if (!quote) return reject('nothingDue');
  if (!quote.payable) return reject('notYet', { values: { date: formatDate(quote.payoff.date, lang) } });
  if (quotedFor !== undefined && quotedFor !== today && hasChanged(order, events, quotedFor, quote))
    return reject('repriced', {
      field: 'quotedFor',
      text:
        quote.payoff.isAllowed && quote.kind !== 'payoff'
          ? translate('repay.repricedPayoff', {
              amount: money(quote.amount),
              payoff: money(quote.payoff.amount),
            })
          : translate('repay.repriced', { amount: money(quote.amount) }),
    });
  // Amounts must be multiples of the currency's unit: whole rupees and rupiah.
  if (amount % (order.terms.unit ?? 1) !== 0) return reject('notWhole', { field: 'amount' });
  if (amount < quote.payable.min)
    return reject('amountTooSmall', { field: 'amount', values: { min: money(quote.payable.min) } });
  if (amount > quote.payable.max)
    return reject('amountTooLarge', { field: 'amount', values: { max: money(quote.payable.max) } });
  return undefined;
}

/** Reports whether the quote of another day differs from today's. True for an invalid day and for one before the disbursal. */
function hasChanged(
  order: Order,
  events: readonly LoanEvent[],
  quotedFor: string,
  now: RepaymentQuote,
): boolean {
  const isKnown = isLocalDate(quotedFor) && order.disbursed_on !== null && quotedFor >= order.disbursed_on;
  const earlier = isKnown ? quoteOf(order.terms, events, quotedFor) : undefined;
  return (
    earlier === undefined ||
    earlier.amount !== now.amount ||
    earlier.kind !== now.kind ||
    earlier.payoff.amount !== now.payoff.amount
  );
}
