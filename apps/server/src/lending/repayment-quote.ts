import type { AmountRow, DueCard, PayoffOffer } from '@hiram/contract/loan';
import {
  daysBetween,
  type LoanEvent,
  type LocalDate,
  localDate,
  type Position,
  payable,
  position,
  quotePayoff,
  type Terms,
} from '@hiram/loan';
import { lateTiersText } from '../texts/late-tiers.ts';
import type { Speak } from '../texts/speak.ts';

/** What one row of a quote is of; `instalment` where it belongs to one. Amounts in cents. */
export interface QuoteRow {
  readonly of: 'principal' | 'interest' | 'late' | 'penalty' | 'refundOwed';
  readonly instalment?: number;
  readonly daysLate?: number;
  readonly amount: number;
}

/** What is to be paid on a day, as every screen shows it. Amounts in cents; `rows` sum to `amount`. */
export interface RepaymentQuote {
  readonly position: Position;
  readonly kind: DueCard['kind'];
  readonly amount: number;
  readonly date: LocalDate;
  readonly rows: readonly QuoteRow[];
  readonly payoff: PayoffOffer;
  /** What a code may carry today; undefined where nothing can be paid yet. */
  readonly payable: { readonly min: number; readonly max: number } | undefined;
  readonly refundOwed: number;
}

/** The one quote of a loan for a day; undefined once it is settled. Throws LoanError before the disbursal. */
export function quoteOf(
  terms: Terms,
  events: readonly LoanEvent[],
  today: LocalDate,
): RepaymentQuote | undefined {
  const current = position(terms, events, today);
  if (current.status === 200) return undefined;
  const bounds = payable(terms, events, today);
  const payoff = payoffOf(terms, events, current);
  const isPayoff =
    payoff.isAllowed === 1 &&
    (payoff.amount < current.due || (current.status === 170 && terms.kind === 'single'));
  const rows = isPayoff ? payoffRows(current, payoff.amount) : dueRows(terms, current);
  const kind = isPayoff ? 'payoff' : kindOf(current, bounds.ok);
  return {
    position: current,
    kind,
    amount: isPayoff ? payoff.amount : current.due,
    date: kind === 'payoff' || kind === 'charges' ? today : localDate(current.dueDate ?? today),
    rows,
    payoff,
    payable: bounds.ok ? { min: bounds.min, max: bounds.max } : undefined,
    refundOwed: 0,
  };
}

function payoffOf(terms: Terms, events: readonly LoanEvent[], current: Position): PayoffOffer {
  const quote = quotePayoff(terms, events, current.asOf);
  if (quote.ok)
    return {
      isAllowed: 1,
      date: quote.asOf,
      amount: quote.amount,
      saves: Math.max(0, current.owedInAll - quote.amount),
    };
  return {
    isAllowed: 0,
    date: quote.reason === 'tooEarly' ? quote.from : current.asOf,
    amount: 0,
    saves: 0,
  };
}

function kindOf(current: Position, isPayable: boolean): DueCard['kind'] {
  if (!isPayable) return 'maturity';
  if (current.status === 180) return 'overdue';
  const isDue = current.instalments.some(
    (one) => one.unpaid > 0 && one.no === current.dueNo && current.due >= one.unpaid,
  );
  return isDue ? 'instalment' : 'charges';
}

function dueRows(terms: Terms, current: Position): QuoteRow[] {
  const isNear = (day: LocalDate) => daysBetween(current.asOf, day) <= terms.reminderDays;
  const rows: QuoteRow[] = [];
  for (const one of current.instalments) {
    if (one.unpaid === 0 || !(isNear(one.dueDate) || (current.status === 170 && one.no === current.dueNo)))
      continue;
    const interest = Math.min(one.unpaid, one.interest - one.interestPaid);
    rows.push({ of: 'principal', instalment: one.no, amount: one.unpaid - interest });
    rows.push({ of: 'interest', instalment: one.no, amount: interest });
  }
  return [...rows, ...chargeRows(current)].filter((row) => row.amount !== 0);
}

function chargeRows(current: Position): QuoteRow[] {
  return [
    ...current.instalments.map(
      (one): QuoteRow => ({
        of: 'late',
        instalment: one.no,
        daysLate: one.daysLate,
        amount: one.lateOwed,
      }),
    ),
    { of: 'penalty', amount: current.penaltyOwed },
  ];
}

function payoffRows(current: Position, amount: number): QuoteRow[] {
  const interest = amount - current.principalOwed - current.lateOwed - current.penaltyOwed;
  const rows: QuoteRow[] = [
    { of: 'principal', amount: current.principalOwed },
    { of: 'interest', amount: interest },
    ...chargeRows(current),
  ];
  return rows.filter((row) => row.amount !== 0);
}

/** How rows are worded: the caller's language, and the loan that they are of. */
export interface Wording {
  readonly speak: Speak;
  readonly lang: string;
  readonly terms: Terms;
  readonly formatDate: (day: string) => string;
}

/** The rows of a quote in the caller's language. */
export function rowsInWords(quote: RepaymentQuote, wording: Wording): AmountRow[] {
  return quote.rows.map((row) => ({ ...wordsOf(row, quote, wording), amount: row.amount }));
}

function wordsOf(
  { of, instalment, daysLate = 0 }: QuoteRow,
  quote: RepaymentQuote,
  { speak, lang, terms, formatDate }: Wording,
): Omit<AmountRow, 'amount'> {
  const part = quote.position.instalments.find((one) => one.no === instalment);
  switch (of) {
    case 'principal':
      return {
        text:
          terms.periods === 1 || instalment === undefined
            ? speak('row.principal')
            : speak('row.instalmentPrincipal', { no: instalment }),
        ...(part ? { note: speak('row.dueOn', { date: formatDate(part.dueDate) }) } : {}),
      };
    case 'interest':
      return { text: speak('row.interest') };
    case 'late':
      return {
        text: speak('row.lateInterest', { days: daysLate }),
        note: speak('row.lateInterestHow', { tiers: lateTiersText(terms.lateTiers, speak, lang) }),
      };
    case 'penalty':
      return { text: speak('row.penalty'), note: speak('row.penaltyHow') };
    case 'refundOwed':
      return { text: speak('row.refundOwed'), note: speak('row.refundOwedHow') };
  }
}
