import {
  type Accruals,
  accruals,
  addDays,
  allocations,
  type Cents,
  cents,
  daysBetween,
  disbursalOf,
  inForce,
  type LoanEvent,
  type LocalDate,
  type Terms,
} from '@hiram/loan';
import { feeEarned } from './fee.ts';

/** Income of a loan from its start to a day, in cents. A correction can make later income of a month negative. */
export interface LoanIncome {
  readonly interest: Cents;
  readonly fee: Cents;
  readonly late: Cents;
  readonly penalty: Cents;
  /** Money that arrived after the write-off. */
  readonly recovery: Cents;
}

/** The balances of a loan in the general ledger at the end of a day, and its income to that day. Amounts in cents. */
export interface LedgerTargets {
  readonly principal: Cents;
  readonly interestReceivable: Cents;
  /** Interest received before it accrued: a liability. */
  readonly interestAhead: Cents;
  readonly lateReceivable: Cents;
  readonly penaltyReceivable: Cents;
  /** The part of the fee that is not earned yet: a liability. */
  readonly feeDeferred: Cents;
  /** Money of the borrower: a liability. */
  readonly credit: Cents;
  /** A refund whose payment was reversed, which the borrower owes. */
  readonly refundReceivable: Cents;
  /** Principal and receivables less interest received ahead: the base of the allowance. */
  readonly claim: Cents;
  /** The part of the debt that is no asset: accrued while the loan bears no income. `claim + memo` ends the loan. */
  readonly memo: Cents;
  readonly daysLate: number;
  readonly income: LoanIncome;
}

/** The days late beyond which a loan bears no income. */
const lastAccruingDay = 90;

/**
 * The last day up to `on` at which the loan was at most 90 days late: until then it bears income. Days late grow by one a day but
 * where an event changes them, so only the days of events are computed.
 */
function lastDayOfIncome(terms: Terms, events: readonly LoanEvent[], on: LocalDate): LocalDate {
  const days = [...new Set(events.map(({ valueDate }) => valueDate))].sort().reverse();
  let day = on;
  for (;;) {
    const { daysLate = 0 } = accruals(terms, events, day) ?? {};
    if (daysLate <= lastAccruingDay) return day;
    const reached = addDays(day, lastAccruingDay - daysLate);
    const changed = days.find((valueDate) => valueDate <= day) ?? reached;
    if (reached >= changed) return reached;
    day = addDays(changed, -1);
  }
}

const none = cents(0);
/** The balances of which a loan has none before it is disbursed, and after it is written off. */
const withoutBalance = {
  principal: none,
  interestReceivable: none,
  interestAhead: none,
  lateReceivable: none,
  penaltyReceivable: none,
  feeDeferred: none,
  refundReceivable: none,
  claim: none,
};

/** Payments without a loan are the borrower's credit. */
function beforeDisbursal(terms: Terms, events: readonly LoanEvent[], on: LocalDate): LedgerTargets {
  const known = events.filter(({ valueDate }) => valueDate <= on);
  const credit = [...allocations(terms, known, on).values()].reduce((sum, part) => sum + part.credit, 0);
  const income = { interest: none, fee: none, late: none, penalty: none, recovery: none };
  return { ...withoutBalance, credit: cents(credit), memo: none, daysLate: 0, income };
}

/** Income and receivable of a component that accrues to `accrued` as an asset; money beyond it is income when it arrives. */
function recognised(accrued: Cents, settled: Cents): { readonly income: Cents; readonly receivable: Cents } {
  return { income: cents(Math.max(accrued, settled)), receivable: cents(Math.max(0, accrued - settled)) };
}

/** The fee earned to `on`, or to the last day of income: the rest of it when the loan is settled, less what was returned. */
function feeIncome(
  terms: Terms,
  { disbursedOn, until, now }: { disbursedOn: LocalDate; until: LocalDate; now: Accruals },
): Cents {
  const earned = now.isSettled ? terms.fee : feeEarned(terms, daysBetween(disbursedOn, until));
  return cents(Math.min(earned, terms.fee - now.feeReturned));
}

function withoutWriteOff(
  terms: Terms,
  events: readonly LoanEvent[],
  on: LocalDate,
): LedgerTargets | undefined {
  const now = accruals(terms, events, on);
  const disbursal = disbursalOf(events);
  if (!now || !disbursal) return undefined;
  const until = now.daysLate > lastAccruingDay ? lastDayOfIncome(terms, events, on) : on;
  const then = until === on ? now : accruals(terms, events, until);
  // Interest ahead is of instalments to come, so it pays nothing that has accrued.
  const interest = recognised(
    then?.interest.accrued ?? now.interest.accrued,
    cents(now.interest.settled - now.interestAhead),
  );
  const late = recognised(then?.late.accrued ?? now.late.accrued, now.late.settled);
  const penalty = recognised(then?.penalty.accrued ?? now.penalty.accrued, now.penalty.settled);
  const fee = feeIncome(terms, { disbursedOn: disbursal.valueDate, until, now });
  const claim =
    now.principalOwed +
    interest.receivable +
    late.receivable +
    penalty.receivable +
    now.refundReceivable -
    now.interestAhead;
  const owed = [now.interest, now.late, now.penalty].reduce(
    (sum, { accrued, settled }) => sum + accrued - settled,
    now.principalOwed + now.refundReceivable,
  );
  return {
    principal: now.principalOwed,
    interestReceivable: interest.receivable,
    interestAhead: now.interestAhead,
    lateReceivable: late.receivable,
    penaltyReceivable: penalty.receivable,
    feeDeferred: cents(terms.fee - now.feeReturned - fee),
    credit: now.credit,
    refundReceivable: now.refundReceivable,
    claim: cents(claim),
    memo: cents(owed - claim),
    daysLate: now.daysLate,
    income: {
      interest: interest.income,
      fee,
      late: late.income,
      penalty: penalty.income,
      recovery: now.recovered,
    },
  };
}

/**
 * The balances of a loan in the general ledger at the end of the day `on`, and its income from the start to
 * that day. Interest accrues by the day as a payoff counts it, the fee by the effective rate over the
 * contract's schedule, late charges as the engine charges them. Above 90 days late nothing more is income
 * until the loan is cured; money that arrives then is. A written-off loan has no balances but the borrower's
 * credit. Pure: equal arguments give equal results.
 */
export function ledgerTargets(terms: Terms, events: readonly LoanEvent[], on: LocalDate): LedgerTargets {
  const writeOff = inForce(events).find(({ kind, valueDate }) => kind === 'writtenOff' && valueDate <= on);
  if (!writeOff) return withoutWriteOff(terms, events, on) ?? beforeDisbursal(terms, events, on);
  const before = events.filter(
    ({ kind, valueDate, seq }) =>
      kind === 'reversed' ||
      valueDate < writeOff.valueDate ||
      (valueDate === writeOff.valueDate && seq < writeOff.seq),
  );
  const frozen = ledgerTargets(terms, before, writeOff.valueDate);
  const now = withoutWriteOff(terms, events, on) ?? frozen;
  const income = { ...frozen.income, recovery: now.income.recovery };
  return { ...now, ...withoutBalance, memo: cents(now.claim + now.memo), income };
}
