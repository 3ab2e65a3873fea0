import type { CodeStatus, codeStatus } from '@hiram/contract/repay';
import {
  addDays,
  cents,
  type ExtensionQuote,
  formatCents,
  inForce,
  type LocalDate,
  localDate,
  position,
  pricesOf,
  quoteExtension,
} from '@hiram/loan';
import type { BorrowerRequest, Handler } from '../../api/serve.ts';
import type { Channel } from '../../brands/brand.ts';
import { logoUrl } from '../../brands/look/logos.ts';
import { nextPaymentOf } from '../../lending/loans/next-payment.ts';
import { engineEvents, loadEvents, loadOrder, type Order } from '../../lending/loans/order-store.ts';
import { quoteOf } from '../../lending/loans/repayment-quote.ts';
import { costOn, waysToPay } from '../../lending/loans/ways-to-pay.ts';
import { codeImageOf } from '../../lending/payments/codes/code-page.ts';
import { type CodeRow, isExpired } from '../../lending/payments/codes/payment-codes.ts';
import { isUpiLink } from '../../lending/payments/codes/upi-link.ts';
import { unseenMilestone } from '../../lending/payments/history/milestones.ts';
import { drawnRows, paymentRows, showPayments } from '../../lending/payments/history/payment-history.ts';
import { dayIn } from '../../platform/clock/clock.ts';
import { NotFound } from '../../platform/errors/rejection.ts';
import { stepsOf } from './channels.ts';

/** The state of a code, and after its payment the rest of the loan. */
export const showCodeStatus: Handler<typeof codeStatus> = async (
  { payCode },
  requestContext,
): Promise<CodeStatus> => {
  const { db, brand, borrower, translate, now } = requestContext;
  const code = await db
    .selectFrom('payment_code')
    .selectAll()
    .where('borrower_id', '=', borrower.id)
    .where('pay_code', '=', payCode)
    .executeTakeFirst();
  if (!code) throw new NotFound('code');
  const today = await requestContext.today();
  const received = await receivedBy(requestContext, code);
  const state = stateOf(code, received, isExpired(code, brand, now, today));
  const channel = brand.channels.find(({ number }) => number === code.channel);
  const isReceived = state === 'received' && received.amount > 0;
  const order = isReceived ? await loadOrder(db, borrower.id, code.order_id) : undefined;
  return {
    state,
    orderId: code.order_id,
    showType: code.show_type,
    codeImage: codeImageOf(code, channel),
    ...appUrlOf(code, channel),
    repayAmount: code.amount,
    receivedAmount: received.amount,
    payee: brand.lender.legalName,
    expiresAt: code.expires_at.toISOString(),
    ...(state === 'waiting' ? await settlesUntil(requestContext, code) : {}),
    channelName: channel?.name ?? '',
    channelLogo: logoUrl(brand, channel?.logo ?? ''),
    ...(channel ? { guide: channel.guide } : {}),
    steps: channel ? stepsOf(channel, translate, formatCents(cents(code.amount), brand.money)) : [],
    ...(order
      ? await restOf(requestContext, order, { code, received, today })
      : { note: '', payments: [], repayments: [] }),
  };
};

/** Late days go on at midnight: a code of what was due on its day pays less than is due on the next. */
async function settlesUntil(
  { db, brand, borrower }: BorrowerRequest,
  code: CodeRow,
): Promise<Pick<CodeStatus, 'settlesUntil'>> {
  const dayOf = (moment: number) => dayIn(brand.timeZone, new Date(moment));
  const isOfOneDay = dayOf(code.expires_at.getTime() - 1) === dayOf(code.issued_at.getTime());
  if (code.purpose === 'extension' || isOfOneDay) return {};
  const day = localDate(code.issued_on);
  const order = await loadOrder(db, borrower.id, code.order_id);
  const { terms } = order;
  const loan = { terms, events: engineEvents(await loadEvents(db, order)) };
  const quote = quoteOf(terms, loan.events, day);
  const way = quote && waysToPay(loan, quote).find(({ amount }) => amount === code.amount);
  const more = way ? costOn(loan, quote, way.kind, addDays(day, 1)) - code.amount : 0;
  return more > (terms.tolerance ?? 0) ? { settlesUntil: { date: day, more } } : {};
}

/** The code itself where it is an address; else the channel's app, which does not open it. */
function appUrlOf(code: CodeRow, channel: Channel | undefined): { readonly appUrl?: string } {
  if (isUpiLink(code.qr, code.amount)) return { appUrl: code.qr };
  return channel?.app ? { appUrl: channel.app } : {};
}

interface Received {
  readonly ids: readonly string[];
  readonly amount: number;
  readonly held: number;
  readonly reversed: number;
}

/** Payments of a code: their ids, cents of posted and held ones, and the numbers of held and of reversed ones. */
async function receivedBy({ db, borrower }: BorrowerRequest, code: CodeRow): Promise<Received> {
  const sums = await db
    .selectFrom('payment')
    .select((eb) => [
      eb.fn.agg<string[] | null>('array_agg', ['id']).as('ids'),
      // Reversed and refused payments do not count.
      eb.fn.sum<string | null>('amount').filterWhere('state', 'in', ['posted', 'held']).as('amount'),
      eb.fn.count<string>('id').filterWhere('state', '=', 'held').as('held'),
      eb.fn.count<string>('id').filterWhere('state', '=', 'reversed').as('reversed'),
    ])
    .where('borrower_id', '=', borrower.id)
    .where('code_id', '=', code.id)
    .executeTakeFirst();
  return {
    ids: sums?.ids ?? [],
    amount: Number(sums?.amount ?? 0),
    held: Number(sums?.held ?? 0),
    reversed: Number(sums?.reversed ?? 0),
  };
}

function stateOf(code: CodeRow, received: Received, hasExpired: boolean): CodeStatus['state'] {
  const isReversed = received.amount === 0 && received.reversed > 0;
  if (code.state === 'paid' && !isReversed) return 'received';
  if (received.held > 0) return 'review';
  if (code.state === 'replaced') return 'replaced';
  return isReversed || hasExpired ? 'expired' : 'waiting';
}

/**
 * The payments of the code, the rest of the loan and its due date; for a payment that moved no date, what is
 * missing (EXT-04).
 */
async function restOf(
  requestContext: BorrowerRequest,
  order: Order,
  {
    code,
    received,
    today,
  }: { readonly code: CodeRow; readonly received: Received; readonly today: LocalDate },
): Promise<Pick<CodeStatus, 'note' | 'remainder' | 'payments' | 'repayments' | 'milestone'>> {
  const { db, brand, translate } = requestContext;
  if (order.disbursed_on === null) return { note: '', payments: [], repayments: [] };
  const stored = await loadEvents(db, order);
  const events = engineEvents(stored);
  const quote = quoteOf(order.terms, events, today);
  const current = quote?.position ?? position(order.terms, events, today);
  const next = quote && nextPaymentOf(quote);
  const remainder = {
    settled: !quote,
    repayAmount: next?.amount ?? 0,
    dueDate: next?.date ?? current.settledOn ?? today,
    owedInAll: current.owedInAll,
    credit: Math.max(0, current.credit),
  };
  const payments = await paymentRows(db, order);
  const history = {
    payments: showPayments(payments, order, stored, { brand, translate, today, codeId: code.id }),
    repayments: drawnRows(current, order.terms.reminderDays),
  };
  const granted = pricesOf(inForce(events));
  // Who paid to move the date learns that it did not move instead of what the payment completed.
  if (quote && code.purpose === 'extension' && !received.ids.some((id) => granted.has(id)))
    return { note: noteOf(quoteExtension(order.terms, events, today)), remainder, ...history };
  // The newest payment of the loan may be another one than this code's.
  const isNewest = payments[0]?.code_id === code.id;
  const rows = { order, events: stored, payments, payout: undefined, approvedFor: undefined, today };
  return {
    note: '',
    remainder,
    ...history,
    ...(isNewest ? await unseenMilestone(rows, requestContext) : {}),
  };

  /** A part of today's price still counts for it; a part of an earlier day's does not. */
  function noteOf(missing: ExtensionQuote): string {
    if (!missing.ok)
      return translate('extension.unmoved', { reason: translate(`extension.${missing.reason}`) });
    const text = received.ids.some((id) => missing.parts.includes(id))
      ? 'extension.missing'
      : 'extension.notMoved';
    return translate(text, { amount: formatCents(missing.amount, brand.money) });
  }
}
