import { instalmentDetail, payCode } from '@hiram/contract/repay';
import { formatCents, type LoanEvent, type LocalDate, quoteExtension } from '@hiram/loan';
import { isLocalDate } from '@hiram/loan/local-date';
import type { BorrowerRequest, Server } from '../../api/serve.ts';
import { formatDate } from '../../brands/texts/dates.ts';
import { dueCardOf } from '../../lending/loans/due-card.ts';
import { engineEvents, loadEvents, loadOrder, type Order } from '../../lending/loans/loans.ts';
import { quoteOf, type RepaymentQuote } from '../../lending/loans/repayment-quote.ts';
import { balanceIn, borrowerBalances } from '../../lending/payments/borrower-credit.ts';
import { heldByOrder } from '../../lending/payments/hold-payment.ts';
import { issueCode } from '../../lending/payments/payment-codes.ts';
import { type Rejection, reject } from '../../platform/errors/rejection.ts';
import { codeStatusRoute } from './code-status.ts';
import { extensionRoute } from './extension.ts';
import { laterCostRoute } from './later-cost.ts';
import { payTypeRoutes } from './pay-types.ts';
import { notPayable, repaymentPage } from './repayment-page.ts';

export function repayRoutes(server: Server): void {
  const { serve, serveWithoutTransaction, appContext } = server;
  payTypeRoutes(server);
  laterCostRoute(server);
  codeStatusRoute(server);
  extensionRoute(server);

  serve(instalmentDetail, async ({ orderId }, requestContext) => {
    const { db, brand, borrower, translate, lang } = requestContext;
    const order = await loadOrder(db, borrower.id, orderId);
    const today = await appContext.clock.today(db, brand.timeZone);
    if (order.status === 200) return settledRejection(order, requestContext);
    const rejection = notPayable(order);
    if (rejection) return rejection;
    const quote = quoteOf(order.terms, engineEvents(await loadEvents(db, order)), today);
    const due = dueCardOf(order, quote, { today, translate, lang, held: await heldByOrder(db, borrower.id) });
    if (!quote || !due) return settledRejection(order, requestContext);
    return {
      ...(await repaymentPage(requestContext, order, today, { purpose: 'repayment' })),
      repayAmount: due.repayAmount,
      repayDate: due.dueTime,
      detail: due.rows.map(({ text, amount }) => ({ text, value: formatCents(amount, brand.money) })),
      due,
      amountMin: quote.payable?.min ?? 0,
      amountMax: quote.payable?.max ?? 0,
    };
  });

  serveWithoutTransaction(
    payCode,
    async ({ orderId, amount, channelNumber, isDelay, quotedFor }, requestContext) => {
      const { db, brand, borrower, now } = requestContext;
      const order = await loadOrder(db, borrower.id, orderId);
      const today = await appContext.clock.today(db, brand.timeZone);
      const channel = brand.channels.find(({ number }) => number === channelNumber);
      if (!channel) return reject('noSuchChannel', { field: 'channelNumber' });
      const rejection = notPayable(order);
      if (rejection) return rejection;
      const events = engineEvents(await loadEvents(db, order));
      const problem =
        isDelay === 1
          ? extensionProblem(order, events, amount, today, requestContext)
          : amountProblem(order, events, { amount, quotedFor, today }, requestContext);
      if (problem) return problem;
      if (amount < channel.min || amount > channel.max)
        return reject('channelLimit', {
          field: 'amount',
          values: {
            name: channel.name,
            min: formatCents(channel.min, brand.money),
            max: formatCents(channel.max, brand.money),
          },
        });
      const purpose = isDelay === 1 ? 'extension' : 'repayment';
      const code = await issueCode(appContext, brand, order, { amount, channel, purpose, today, now });
      const query = new URLSearchParams({
        showType: String(code.show_type),
        payCode: code.pay_code ?? '',
        // A virtual account's number is typed into a bank's app, not scanned.
        payCodeImg: channel.guide === 'account' ? '' : `/api/code-image/${code.image_token}.svg`,
        repayAmount: String(code.amount),
      });
      return { payUrl: `/repaymentOfCode?${query}` };
    },
  );
}

/** The rejection of a payment of a settled loan, with the borrower's credit if there is one. */
async function settledRejection(order: Order, { db, brand, borrower, translate }: BorrowerRequest) {
  const { credit } = balanceIn(await borrowerBalances(db, borrower.id), order.id);
  return credit > 0
    ? reject('nothingDue' as const, {
        text: translate('repay.settledWithCredit', { amount: formatCents(credit, brand.money) }),
      })
    : reject('nothingDue' as const);
}

/** Why an amount cannot pay an extension: it must equal today's price (EXT-03). */
function extensionProblem(
  order: Order,
  events: readonly LoanEvent[],
  amount: number,
  today: LocalDate,
  { brand, translate }: BorrowerRequest,
): Rejection<'notExtendable' | 'repriced'> | undefined {
  const quote = quoteExtension(order.terms, events, today);
  if (!quote.ok)
    return reject('notExtendable', { field: 'isDelay', text: translate(`extension.${quote.reason}`) });
  if (amount === quote.amount) return undefined;
  return reject('repriced', { field: 'amount', values: { amount: formatCents(quote.amount, brand.money) } });
}

/** Why an amount cannot be paid today. An amount quoted on another day is rejected if the quote has changed. */
function amountProblem(
  order: Order,
  events: readonly LoanEvent[],
  {
    amount,
    quotedFor,
    today,
  }: { readonly amount: number; readonly quotedFor: string | undefined; readonly today: LocalDate },
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
        quote.payoff.isAllowed === 1 && quote.kind !== 'payoff'
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

/** Whether the quote of another day differs from today's. True for an invalid day and for one before the disbursal. */
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
