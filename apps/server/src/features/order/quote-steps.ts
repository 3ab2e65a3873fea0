import type { ComputableLoan, StepsQuote } from '@hiram/contract/loan';
import type { quoteSteps as quoteStepsCall, remindToPay } from '@hiram/contract/order';
import {
  addDays,
  type StepsQuote as EngineQuote,
  type LoanEvent,
  type LocalDate,
  position,
  quoteSteps,
  rulesVersion,
  snapshotForQuotes,
  type Terms,
} from '@hiram/loan';
import { formatDate } from '@hiram/loan/format';
import { isLocalDate } from '@hiram/loan/local-date';
import type { BorrowerRequest, Handler } from '../../api/serve.ts';
import { isRunning } from '../../lending/loans/order-status.ts';
import {
  engineEvents,
  loadEvents,
  loadOrder,
  lockOrder,
  type Order,
} from '../../lending/loans/order-store.ts';
import { storeReminder } from '../../lending/loans/payment-reminders.ts';
import { applyAgainFrom } from '../../lending/origination/apply.ts';
import { type Rejection, reject } from '../../platform/errors/rejection.ts';

/** Days after today that can be quoted. */
const maxDaysAhead = 60;

/** The quote as the contract has it. */
function shownSteps({ status: _, rows, next, ...quote }: EngineQuote): StepsQuote {
  return { ...quote, rows: rows.map((row) => ({ ...row })), ...(next ? { next } : {}) };
}

/** The quote of today, and what a page needs to compute others. */
export function quotedToday(
  terms: Terms,
  events: readonly LoanEvent[],
  today: LocalDate,
): { readonly quote: StepsQuote; readonly loan: ComputableLoan } {
  // The snapshot has the repayments and the ceiling that applies.
  const { schedule: _, ceilings: __, ...shownTerms } = terms;
  const snapshot = snapshotForQuotes(terms, events, today);
  const quote = quoteSteps(terms, events, today, 0);
  const more = quoteSteps(terms, events, today, quote.least + 1);
  const takesMore = more.payable || more.steps === quote.least;
  return {
    quote: { ...shownSteps(quote), ...(takesMore ? {} : { moreFrom: more.payableFrom }) },
    loan: {
      rules: rulesVersion,
      eventCount: events.length,
      terms: shownTerms,
      ...(snapshot ? { snapshot: { ...snapshot } } : {}),
    },
  };
}

interface RunningLoan {
  readonly order: Order;
  readonly events: readonly LoanEvent[];
  readonly today: LocalDate;
  /** The last day that can be quoted: `maxDaysAhead`, and not after the last due date unless that is past. */
  readonly until: LocalDate;
}

/** The running loan of an order, or the rejection of one that is not running. */
async function runningLoan(
  order: Order,
  requestContext: BorrowerRequest,
): Promise<RunningLoan | Rejection<'nothingDue' | 'notRunning'>> {
  const { db } = requestContext;
  if (order.status === 'settled') return reject('nothingDue');
  if (!isRunning(order.status)) return reject('notRunning');
  const today = await requestContext.today();
  const events = engineEvents(await loadEvents(db, order));
  const { instalments, status } = position(order.terms, events, today);
  if (status === 'settled') return reject('nothingDue');
  const lastDue = instalments[instalments.length - 1]?.dueDate ?? today;
  const farthest = addDays(today, maxDaysAhead);
  return { order, events, today, until: lastDue > today && lastDue < farthest ? lastDue : farthest };
}

/** The day of an input within a range, or its rejection. */
function dayBetween(
  day: string,
  range: { readonly from: LocalDate; readonly until: LocalDate },
  lang: string,
): LocalDate | Rejection<'dayOutside'> {
  if (isLocalDate(day) && day >= range.from && day <= range.until) return day;
  const values = { from: formatDate(range.from, lang), until: formatDate(range.until, lang) };
  return reject('dayOutside', { field: 'day', values });
}

/** The server's figure for a day and a number of repayments. */
export const showQuoteOfSteps: Handler<typeof quoteStepsCall> = async (input, requestContext) => {
  const found = await loadOrder(requestContext.db, requestContext.borrower.id, input.orderId);
  const loan = await runningLoan(found, requestContext);
  if ('rejected' in loan) return loan;
  const { order, events, today, until } = loan;
  const day = dayBetween(input.day, { from: today, until }, requestContext.lang);
  if (typeof day === 'object') return day;
  const quote = quoteSteps(order.terms, events, day, input.steps);
  if (input.steps > quote.most)
    return reject('stepsOutside', { field: 'steps', values: { most: quote.most } });
  const now = quoteSteps(order.terms, events, today, quote.steps);
  return {
    quote: shownSteps(quote),
    added: Math.max(0, quote.amount - now.amount),
    rules: rulesVersion,
    eventCount: events.length,
  };
};

/** Stores the reminder that the borrower asked for. */
export const requestReminder: Handler<typeof remindToPay> = async (input, requestContext) => {
  const { db, borrower, lang, now } = requestContext;
  const order = await lockOrder(db, borrower.id, input.orderId);
  const range = await remindableDays(order, requestContext);
  if ('rejected' in range) return range;
  const day = dayBetween(input.day, range, lang);
  if (typeof day === 'object') return day;
  await storeReminder(db, order, day, now);
  return { remindOn: day };
};

/**
 * The days on which a reminder can be sent: of a running loan those on which it takes a payment, of a refused application the day
 * to apply again.
 */
async function remindableDays(order: Order, requestContext: BorrowerRequest) {
  if (order.status === 'rejected') {
    const today = await requestContext.today();
    const from = await applyAgainFrom(requestContext.db, order.borrower_id, today);
    if (from !== undefined && from > today) return { from, until: from };
  }
  const loan = await runningLoan(order, requestContext);
  if ('rejected' in loan) return loan;
  const { payable, payableFrom } = quoteSteps(order.terms, loan.events, loan.today, 0);
  const tomorrow = addDays(loan.today, 1);
  const from = !payable && payableFrom && payableFrom > tomorrow ? payableFrom : tomorrow;
  return { from, until: from > loan.until ? from : loan.until };
}
