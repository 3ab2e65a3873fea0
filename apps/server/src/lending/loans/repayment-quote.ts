import type { AmountRow, DueCard, PayoffOffer } from '@hiram/contract/loan';
import {
  chargeLines,
  type RepaymentQuote as EngineQuote,
  type QuoteRow as EngineRow,
  type LoanEvent,
  type LocalDate,
  type Position,
  quoteRepayment,
  type Terms,
} from '@hiram/loan';
import { daysAtRates, lateBaseText, lateName, lateTiersText } from '../../brands/texts/late-tiers.ts';
import type { Translate } from '../../brands/texts/translate.ts';
import { arrangedPayment } from './arranged-payment.ts';
import type { QuoteRow } from './quote-row.ts';

/**
 * The amount to repay on a day, as every screen shows it: while an arrangement is kept, what it asks for.
 * Amounts in cents; `rows` sum to `amount`.
 */
export interface RepaymentQuote {
  readonly position: Position;
  readonly kind: DueCard['kind'];
  readonly amount: number;
  readonly date: LocalDate;
  readonly rows: readonly QuoteRow[];
  /** True if some of it is late, or charges are due alone; `daysLate` of its oldest repayment. */
  readonly isLate: boolean;
  readonly daysLate: number;
  readonly payoff: PayoffOffer;
  /** The rows of an allowed payoff, which sum to its amount. */
  readonly payoffRows: readonly QuoteRow[];
  /** The quote that ends the loan during the cooling-off days. */
  readonly coolingOff: DueCard['coolingOff'];
  /** The smallest and the largest amount of a code today; undefined if nothing can be paid yet. */
  readonly payable: { readonly min: number; readonly max: number } | undefined;
  readonly refundReceivable: number;
}

/** The engine's quote of a loan for a day; undefined for a settled loan. Throws LoanError before the disbursal. */
export function quoteOf(
  terms: Terms,
  events: readonly LoanEvent[],
  today: LocalDate,
): RepaymentQuote | undefined {
  const quote = quoteRepayment(terms, events, today);
  if (quote.kind === 'settled') return undefined;
  const { payable, payoff, position: current } = quote;
  const offer = payoffOffer(payoff, today);
  // Who is late may pay the next repayment too: that is no prepayment (TERM-03).
  const ahead =
    quote.status === 'overdue'
      ? costOf({ position: current, payoff: offer }, lateAndNext(current), terms)
      : 0;
  const arranged = arrangedPayment(current, terms, offer.isAllowed ? offer.amount : Number.POSITIVE_INFINITY);
  return {
    position: current,
    kind: payable.ok ? quote.kind : 'maturity',
    amount: quote.amount,
    date: quote.date,
    rows: quote.rows.flatMap(plainRows).map((row) => withRates(row, current, { terms, events })),
    isLate: current.daysLate > 0 || current.chargesDue > 0,
    daysLate: current.daysLate,
    ...(arranged ? { kind: 'arranged', ...arranged } : {}),
    payoff: offer,
    payoffRows: payoff.ok ? payoff.rows.flatMap(plainRows) : [],
    coolingOff:
      payoff.ok && payoff.coolingOff && current.coolingOffUntil !== undefined
        ? { until: current.coolingOffUntil, amount: payoff.amount, feeReturned: payoff.feeReturned }
        : undefined,
    payable: payable.ok ? { min: payable.min, max: Math.max(payable.max, ahead) } : undefined,
    refundReceivable: quote.refundReceivable,
  };
}

/** The title of a running loan whose status alone does not tell what it is; undefined: that of its status. */
export function ownTitle({ kind, isLate, position: current }: RepaymentQuote): OwnTitle | undefined {
  if (kind === 'arranged' && !isLate) return 'message.topic.arrangement';
  const isOfCharges = current.status === 'dueSoon' && current.overdue === 0 && current.chargesDue > 0;
  return isOfCharges ? 'order.dueSoon.charges.title' : undefined;
}

type OwnTitle = 'message.topic.arrangement' | 'order.dueSoon.charges.title';

/** The smallest amount, in cents, of a code that the loan and one of the channels take today; 0: none. */
export function leastPayment(
  payable: RepaymentQuote['payable'],
  channels: readonly { readonly min: number }[],
): number {
  if (!payable) return 0;
  const least = Math.min(...channels.map(({ min }) => min));
  return Math.min(payable.max, Math.max(payable.min, Number.isFinite(least) ? least : 0));
}

/** The numbers of the late repayments and of the one after them. */
export function lateAndNext({ instalments, asOf }: Position): ReadonlySet<number> {
  const unpaid = instalments.filter((instalment) => instalment.unpaid > 0);
  const late = unpaid.filter(({ dueDate }) => dueDate < asOf);
  return new Set(unpaid.slice(0, late.length + 1).map(({ no }) => no));
}

/**
 * The cost, in cents, of some repayments on the day of a quote: what is unpaid of them, late charges, and a refund owed. Never
 * more than an allowed payoff. It is rounded as the engine rounds the amount due.
 */
export function costOf(
  { position: current, payoff }: Pick<RepaymentQuote, 'position' | 'payoff'>,
  numbers: ReadonlySet<number>,
  { unit = 1 }: Terms,
): number {
  const unpaid = current.instalments.reduce((sum, part) => sum + (numbers.has(part.no) ? part.unpaid : 0), 0);
  const total = unpaid + current.lateOwed + current.penaltyOwed + current.refundReceivable;
  const amount = total - (total % unit);
  return payoff.isAllowed ? Math.min(amount, payoff.amount) : amount;
}

function payoffOffer(payoff: EngineQuote['payoff'], today: LocalDate): PayoffOffer {
  if (payoff.ok) return { isAllowed: true, date: payoff.asOf, amount: payoff.amount, saves: payoff.saves };
  return { isAllowed: false, date: payoff.reason === 'tooEarly' ? payoff.from : today, amount: 0, saves: 0 };
}

/** A row of late interest with the days at each rate, where free days keep the reader from working them out. */
function withRates(
  row: QuoteRow,
  { asOf, instalments }: Position,
  { terms, events }: { readonly terms: Terms; readonly events: readonly LoanEvent[] },
): QuoteRow {
  const { kind, instalment, days = 0 } = row;
  const late = instalments.find(({ no }) => no === instalment);
  if (kind !== 'late' || days === 0 || days === late?.daysLate || terms.lateTiers.length === 1) return row;
  const byRate = new Map<number, number>();
  for (const line of chargeLines(terms, events, asOf))
    if (line.kind === 'late' && line.instalment === instalment)
      byRate.set(line.ppm, (byRate.get(line.ppm) ?? 0) + line.days);
  return { ...row, byRate: [...byRate].map(([ppm, charged]) => ({ ppm, days: charged })) };
}

/** An instalment is shown as its principal and its interest. */
function plainRows(row: EngineRow): QuoteRow[] {
  if (row.kind === 'late') return [{ kind: 'late', instalment: row.no, days: row.days, amount: row.amount }];
  if (row.kind !== 'instalment') return [{ kind: row.kind, amount: row.amount }];
  const rows: QuoteRow[] = [
    { kind: 'principal', instalment: row.no, amount: row.principal },
    { kind: 'interest', instalment: row.no, amount: row.interest },
  ];
  return rows.filter((part) => part.amount !== 0);
}

/** The caller's language and the loan's terms, on which the wording of rows depends. */
export interface Wording {
  readonly translate: Translate;
  readonly lang: string;
  readonly terms: Terms;
  readonly formatDate: (day: string) => string;
}

/** The rows of a quote in the caller's language, or `rows` of the same loan and day. */
export function rowsInWords(
  quote: RepaymentQuote,
  wording: Wording,
  rows: readonly QuoteRow[] = quote.rows,
): AmountRow[] {
  return rows.map((row) => ({ ...wordsOf(row, quote, wording), amount: row.amount }));
}

function wordsOf(
  { kind: of, instalment, days = 0, byRate }: QuoteRow,
  quote: RepaymentQuote,
  { translate, lang, terms, formatDate }: Wording,
): Omit<AmountRow, 'amount'> {
  const part = quote.position.instalments.find((candidate) => candidate.no === instalment);
  switch (of) {
    case 'principal':
      return {
        text:
          terms.periods === 1 || instalment === undefined
            ? translate('row.principal')
            : translate('row.instalmentPrincipal', { no: instalment }),
        ...(part ? { note: translate('row.dueOn', { date: formatDate(part.dueDate) }) } : {}),
      };
    case 'interest':
      return { text: translate('row.interest') };
    case 'late':
      return {
        text: translate('row.lateInterest', {
          name: lateName(terms.lateKind, translate),
          days,
        }),
        note: [
          translate('row.lateInterestHow', {
            base: lateBaseText(terms, translate),
            tiers: lateTiersText(terms.lateTiers, translate, lang),
          }),
          ...(byRate ? [translate('row.lateDays', { days: daysAtRates(byRate, translate, lang) })] : []),
        ].join(' '),
      };
    case 'penalty':
      return { text: translate('row.penalty'), note: translate('row.penaltyHow') };
    case 'refundReceivable':
      return { text: translate('row.refundReceivable'), note: translate('row.refundReceivableHow') };
    case 'paidAhead':
      return { text: translate('row.paidAhead'), note: translate('row.paidAheadHow') };
    case 'arranged':
      return { text: translate('row.arranged') };
    case 'feeReturned':
      return { text: translate('row.feeReturned') };
    case 'rounding':
      return { text: translate('row.rounding') };
  }
}
