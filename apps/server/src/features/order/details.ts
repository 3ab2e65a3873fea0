import type { LoanDetails } from '@hiram/contract/order';
import { disclose, formatCents, type LocalDate, type Position, position, quoteExtension } from '@hiram/loan';
import type { Brand } from '../../brands/brand.ts';
import { markets } from '../../brands/markets/markets.ts';
import { formatDate } from '../../brands/texts/dates.ts';
import type { Translate } from '../../brands/texts/translate.ts';
import type { AppContext } from '../../context/app-context.ts';
import {
  creditOf,
  engineEvents,
  loadEvents,
  type Order,
  type StoredEvent,
} from '../../lending/loans/loans.ts';
import { quoteOf, type RepaymentQuote, rowsInWords } from '../../lending/loans/repayment-quote.ts';
import type { ProductRow } from '../../lending/origination/products.ts';
import { heldByOrder } from '../../lending/payments/hold-payment.ts';
import type { Db } from '../../platform/database/connect.ts';
import { rejectionReasons } from '../../providers/decision.ts';
import {
  accountValues,
  heldText,
  noPayout,
  type PayoutFacts,
  payoutFacts,
  payoutSituation,
} from './payout-facts.ts';

type Row = LoanDetails['userOrderDetail']['detail'][number];

/** The data of the order page, read with one query a table. */
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
  /** Refunds of payments that were reversed afterwards, in cents. */
  readonly refundOwed: number;
  readonly canExtend: boolean;
  readonly out: PayoutFacts;
}

export async function orderFacts(
  db: Db,
  appContext: AppContext,
  order: Order,
  today: LocalDate,
): Promise<OrderFacts> {
  const product = await db
    .selectFrom('product')
    .selectAll()
    .where('id', '=', order.product_id)
    .executeTakeFirstOrThrow();
  const events = await loadEvents(db, order);
  if (order.disbursed_on === null) {
    return {
      order,
      product,
      today,
      events,
      position: undefined,
      quote: undefined,
      credit: Math.max(0, creditOf(order, events, today)),
      refundOwed: 0,
      held: new Map(),
      canExtend: false,
      out: await payoutFacts(db, appContext, order),
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
    refundOwed: quote?.refundOwed ?? 0,
    held: await heldByOrder(db, order.borrower_id),
    canExtend:
      (current.status === 174 || current.status === 180) && quoteExtension(order.terms, loanEvents, today).ok,
    out: noPayout,
  };
}

/** Status and its meaning, one line each, in the caller's language. */
export function notice(
  facts: OrderFacts,
  brand: Brand,
  translate: Translate,
  lang: string,
): { title: string; text: string } {
  const money = (amount: number) => formatCents(amount, brand.money);
  const date = (day: string) => formatDate(day, lang);
  const { order, position: current } = facts;
  if (order.status === 21)
    return {
      title: translate('order.21.title'),
      // A date in the past is not promised.
      text:
        order.decide_by < facts.today
          ? translate('order.21.late')
          : translate('order.21.text', { date: date(order.decide_by) }),
    };
  if (order.status === 110) return refusedNotice(order, markets[brand.market].country, translate, date);
  if (!current) {
    const waiting = payoutSituation(facts.out);
    if (waiting === 'held')
      return {
        title: translate('order.151.held.title'),
        text: heldText(facts.out, accountValues(order, facts.out, brand, lang), translate),
      };
    const amount = money(disclose(order.terms).netProceeds);
    const isLate = waiting === 'underWay' && order.credit_by !== null && order.credit_by < facts.today;
    // The reviewer's reason for requesting another account comes first.
    const words = waiting === 'needsAccount' ? (facts.out.review?.words ?? '') : '';
    const text = isLate
      ? translate('order.151.underWay.late', { amount })
      : translate(`order.151.${waiting}.text`, {
          amount,
          date: date(order.credit_by ?? order.offer_lapses_on ?? order.applied_on),
        });
    return {
      title: translate(`order.151.${waiting}.title`),
      text: `${words} ${text}`.trim(),
    };
  }
  const due = current.dueDate ?? facts.today;
  const held = facts.held.get(order.id);
  if (held !== undefined && current.status !== 200)
    return {
      title: translate('order.review.title'),
      text: translate('order.review.text', { amount: money(held) }),
    };
  switch (current.status) {
    case 170:
      return { title: translate('order.170.title'), text: translate('order.170.text', { date: date(due) }) };
    case 174:
      return current.owedInAll > 0 && current.overdue === 0 && current.lateOwed + current.penaltyOwed > 0
        ? { title: translate('order.174.charges.title'), text: translate('order.174.charges.text') }
        : { title: translate('order.174.title'), text: translate('order.174.text', { date: date(due) }) };
    case 180:
      return {
        title: translate('order.180.title'),
        text: translate('order.180.text', { amount: money(current.perDay) }),
      };
    default:
      return {
        title: translate('order.200.title'),
        text: translate('order.200.text', { date: date(current.settledOn ?? facts.today) }),
      };
  }
}

function refusedNotice(
  order: Order,
  country: string,
  translate: Translate,
  date: (day: string) => string,
): { title: string; text: string } {
  const reasons = reasonsOf(order);
  if (reasons.includes('lapsed'))
    return { title: translate('order.110.lapsed.title'), text: translate('order.110.lapsed.text') };
  const because = [...reasons.map((reason) => translate(`decision.${reason}`, { country })), wordsOf(order)]
    .join(' ')
    .trim();
  return {
    title: translate('order.110.title'),
    text: `${because} ${translate('order.110.text', { date: date(order.apply_again_on ?? order.applied_on) })}`.trim(),
  };
}

const knownReasons = [...rejectionReasons, 'lapsed'] as const;

/** The reviewer's message of a refused application. */
function wordsOf(order: Order): string {
  const decision = order.decision;
  const words =
    typeof decision === 'object' && decision !== null && 'words' in decision ? decision.words : '';
  return typeof words === 'string' ? words : '';
}

function reasonsOf(order: Order): readonly (typeof knownReasons)[number][] {
  const decision = order.decision;
  const reasons =
    typeof decision === 'object' && decision !== null && 'reasons' in decision ? decision.reasons : [];
  return Array.isArray(reasons) ? knownReasons.filter((reason) => reasons.includes(reason)) : [];
}

/** The detail rows: the agreed terms, and after the disbursal the parts of the debt. */
export function detailRows(facts: OrderFacts, brand: Brand, translate: Translate, lang: string): Row[] {
  const money = (amount: number) => formatCents(amount, brand.money);
  const { order, position: current } = facts;
  const cost = disclose(order.terms);
  // Before the disbursal nothing is owed; a declined loan has neither a payout nor repayments.
  const requestedAmount = { text: translate('row.amountAsked'), value: money(order.amount) };
  const appliedOn = { text: translate('row.appliedOn'), value: formatDate(order.applied_on, lang) };
  if (!current && order.status === 110)
    return [requestedAmount, appliedOn, ...creditRow(facts.credit, money, translate)];
  if (!current)
    return [
      requestedAmount,
      ...(cost.fee > 0 ? [{ text: translate('row.fee'), value: money(cost.fee) }] : []),
      { text: translate('row.youReceive'), value: money(cost.netProceeds) },
      { text: translate('row.totalToRepay'), value: money(cost.totalToRepay) },
      { text: translate('row.term'), value: translate('value.days', { days: order.terms.termDays }) },
      { text: translate('row.repayments'), value: String(order.terms.periods) },
      appliedOn,
      ...creditRow(facts.credit, money, translate),
    ];
  const rows: Row[] = quotedRows(facts, brand, translate, lang);
  rows.push(...creditRow(facts.credit, money, translate));
  rows.push({ text: translate('row.amount'), value: money(order.amount) });
  if (current.status === 200)
    rows.push({
      text: translate('row.settledOn'),
      value: formatDate(current.settledOn ?? facts.today, lang),
    });
  rows.push({ text: translate('row.disbursedOn'), value: formatDate(current.disbursedOn, lang) });
  rows.push({ text: translate('row.orderNo'), value: order.id });
  return rows;
}

/** The rows of the quote, which sum to the amount to repay, then the charges that a legal cap waived. */
function quotedRows({ quote, order }: OrderFacts, brand: Brand, translate: Translate, lang: string): Row[] {
  if (!quote) return [];
  const money = (amount: number) => formatCents(amount, brand.money);
  const wording = { translate, lang, terms: order.terms, formatDate: (day: string) => formatDate(day, lang) };
  const rows: Row[] = rowsInWords(quote, wording).map(({ text, amount, note }) => ({
    text,
    value: money(amount),
    ...(note === undefined ? {} : { note }),
  }));
  const { clamped } = quote.position;
  // No row of the quote shows capped interest, so only charges are listed here.
  const notCharged = clamped.late + clamped.penalty;
  if (clamped.by !== undefined && notCharged > 0)
    rows.push({
      text: translate('row.clamped'),
      value: money(notCharged),
      note: translate('row.clampedHow', { by: clamped.by }),
    });
  return rows;
}

const creditRow = (credit: number, money: (amount: number) => string, translate: Translate): Row[] =>
  credit > 0
    ? [{ text: translate('row.credit'), value: money(credit), note: translate('row.creditHow') }]
    : [];
