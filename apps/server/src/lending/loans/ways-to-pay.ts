import type { WayToPay as ShownWay } from '@hiram/contract/repay';
import { addDays, cents, type LoanEvent, type LocalDate, quoteSteps, type Terms } from '@hiram/loan';
import { type QuoteRow, unpaidRows } from './quote-row.ts';
import { costOf, lateAndNext, quoteOf, type RepaymentQuote } from './repayment-quote.ts';

/** A choice of what to pay today. Amounts in cents; `rows` sum to `amount`. */
export interface WayToPay extends Omit<ShownWay, 'rows' | 'after'> {
  readonly rows: readonly QuoteRow[];
}

/** A loan with its events. */
export interface RunningLoan {
  readonly terms: Terms;
  readonly events: readonly LoanEvent[];
}

/**
 * The amounts that can be paid today: the amount due and an allowed payoff; of a late loan also the late
 * repayments alone, and those with the next one, each with the cost of the same tomorrow. `steps`: a number
 * of repayments that the borrower chose to pay.
 */
export function waysToPay(loan: RunningLoan, quote: RepaymentQuote, steps?: number): WayToPay[] {
  const offered = offeredWays(loan, quote);
  const ahead = steps === undefined ? undefined : aheadOf(loan, quote, steps);
  return ahead && offered.every(({ amount }) => amount !== ahead.amount) ? [...offered, ahead] : offered;
}

function offeredWays(loan: RunningLoan, quote: RepaymentQuote): WayToPay[] {
  const { payoff, payoffRows } = quote;
  const tomorrow = addDays(quote.position.asOf, 1);
  const due: WayToPay = { kind: 'due', amount: quote.amount, rows: quote.rows, ...throughOf(quote) };
  const everything: WayToPay[] =
    payoff.isAllowed && payoff.amount !== quote.amount
      ? [{ kind: 'payoff', amount: payoff.amount, rows: payoffRows }]
      : [];
  if (quote.position.status !== 'overdue' || quote.kind === 'arranged') return [due, ...everything];
  const ways = [...partsOf(loan, quote, due), ...everything];
  return ways.map((way) => ({ ...way, tomorrow: costOn(loan, quote, way.kind, tomorrow) }));
}

/** The amount due and the next repayments, so many in all; undefined if it cannot be paid today. */
function aheadOf({ terms, events }: RunningLoan, quote: RepaymentQuote, steps: number): WayToPay | undefined {
  const ahead = quoteSteps(terms, events, quote.position.asOf, steps);
  if (ahead.kind !== 'ahead' || !ahead.payable) return undefined;
  const until = ahead.next?.no ?? Number.POSITIVE_INFINITY;
  const numbers = new Set(quote.position.instalments.map(({ no }) => no).filter((no) => no < until));
  return { kind: 'ahead', amount: ahead.amount, rows: roundedRows(quote, numbers, ahead.amount) };
}

/** The late repayments alone, the amount due, and what is late with the next repayment, as far as they differ. */
function partsOf({ terms }: RunningLoan, quote: RepaymentQuote, due: WayToPay): WayToPay[] {
  const partOf = (kind: 'late' | 'next'): WayToPay => {
    const numbers = numbersOf(quote, kind);
    const amount = costOf(quote, numbers, terms);
    return {
      kind,
      amount,
      rows: roundedRows(quote, numbers, amount),
      ...throughOf(quote, numbers),
    };
  };
  const late = partOf('late');
  const next = partOf('next');
  const isOffered = ({ amount }: WayToPay) =>
    amount !== due.amount && (!quote.payoff.isAllowed || amount < quote.payoff.amount);
  return [
    ...[late].filter(isOffered),
    due,
    ...[next].filter((way) => isOffered(way) && way.amount > due.amount),
  ];
}

/** The numbers of the repayments that a choice pays. */
function numbersOf(quote: RepaymentQuote, kind: WayToPay['kind']): ReadonlySet<number> {
  const { instalments, asOf } = quote.position;
  const unpaid = instalments.filter((instalment) => instalment.unpaid > 0);
  const late = unpaid.filter(({ dueDate }) => dueDate < asOf);
  switch (kind) {
    case 'late':
      return new Set(late.map(({ no }) => no));
    case 'next':
    case 'ahead':
      return lateAndNext(quote.position);
    case 'payoff':
      return new Set(unpaid.map(({ no }) => no));
    case 'due':
      return quote.kind === 'payoff'
        ? numbersOf(quote, 'payoff')
        : new Set(
            quote.rows.flatMap((row) =>
              row.kind !== 'late' && row.instalment !== undefined ? [row.instalment] : [],
            ),
          );
  }
}

/**
 * The cost, in cents, of a choice of today's on a later day with nothing paid until then, and without what other repayments add
 * that fall due meanwhile.
 */
export function costOn(
  { terms, events }: RunningLoan,
  quote: RepaymentQuote,
  kind: WayToPay['kind'],
  day: LocalDate,
): number {
  const later = quoteOf(terms, events, day);
  if (!later) return quote.amount;
  const numbers = numbersOf(quote, kind);
  // Repayments that fall due from today on are not waited for, and neither are their late charges.
  const waited = later.position.instalments
    .filter(({ no, dueDate }) => dueDate < quote.position.asOf || numbers.has(no))
    .reduce((owed, part) => owed + part.lateOwed, 0);
  const loan = { ...later, position: { ...later.position, lateOwed: cents(waited) } };
  // A kept arrangement costs nothing, and what a broken one asks for besides is no cost of waiting.
  if (kind === 'due' && quote.kind === 'arranged') {
    const cost = quote.amount + chargesOf(loan) - chargesOf(quote);
    return cost - (cost % (terms.unit ?? 1));
  }
  const isPayoff = kind === 'payoff' || (kind === 'due' && quote.kind === 'payoff');
  if (isPayoff && later.payoff.isAllowed) return later.payoff.amount;
  return costOf(loan, numbers, terms);
}

const chargesOf = ({ position: { lateOwed, penaltyOwed } }: Pick<RepaymentQuote, 'position'>) =>
  lateOwed + penaltyOwed;

/** The rows with that of rounding, so that they sum to `amount`. */
function roundedRows(quote: RepaymentQuote, numbers: ReadonlySet<number>, amount: number): QuoteRow[] {
  const rows = rowsOf(quote, numbers);
  const rest = amount - rows.reduce((sum, row) => sum + row.amount, 0);
  return rest === 0 ? rows : [...rows, { kind: 'rounding', amount: rest }];
}

function rowsOf(quote: RepaymentQuote, numbers: ReadonlySet<number>): QuoteRow[] {
  const { instalments, penaltyOwed, refundReceivable } = quote.position;
  const rows: QuoteRow[] = [
    ...instalments.filter(({ no }) => numbers.has(no)).flatMap(unpaidRows),
    ...instalments.map((part): QuoteRow => ({ kind: 'late', instalment: part.no, amount: part.lateOwed })),
    { kind: 'penalty', amount: penaltyOwed },
    { kind: 'refundReceivable', amount: refundReceivable },
  ];
  return rows.filter(({ amount }) => amount !== 0);
}

/** The last day by which repayments are due, if it is not past yet and others are late. */
export function throughOf(
  quote: RepaymentQuote,
  numbers: ReadonlySet<number> = numbersOf(quote, 'due'),
): { readonly through?: LocalDate } {
  const { instalments, asOf, status } = quote.position;
  const last = instalments.reduce(
    (day, { no, dueDate }) => (numbers.has(no) && dueDate > day ? dueDate : day),
    asOf,
  );
  const isMixed = status === 'overdue' && quote.kind !== 'payoff' && quote.kind !== 'arranged';
  return isMixed && last > asOf ? { through: last } : {};
}
