// An independent calculation of a loan's books: its events replayed one day after another by the reference of packages/loan. It
// shares no code with the package, only the types of its input. For loans without ceilings and write-offs.
import type { LoanEvent, Terms } from '@hiram/loan';
import { replayDayByDay } from '../../loan/test/reference.ts';
import { dateOf, dayOf, halfEven, planned, total } from '../../loan/test/reference-plan.ts';

interface Part {
  readonly accrued: bigint;
  readonly settled: bigint;
}

function replayed(terms: Terms, events: readonly LoanEvent[], day: number) {
  const known = events.filter(({ valueDate }) => dayOf(valueDate) <= day);
  const loan = replayDayByDay(terms, known, dateOf(day));
  const head = loan.list[loan.head()];
  const interest = loan.list.map((each) => loan.accrued(each, day));
  const part = (accrued: bigint, settled: readonly bigint[]): Part => ({ accrued, settled: total(settled) });
  return {
    loan,
    daysLate: !loan.isClosed && loan.status() === 'overdue' && head ? day - head.due : 0,
    ahead: total(loan.list.map(({ interestPaid }, at) => larger(0n, interestPaid - (interest[at] ?? 0n)))),
    interest: part(
      total(interest),
      loan.list.map((each) => each.interestPaid),
    ),
    late: part(
      total(loan.list.map(loan.late)),
      loan.list.map((each) => each.latePaid),
    ),
    penalty: part(loan.penalty(), [loan.penaltyPaid]),
  };
}

const larger = (a: bigint, b: bigint) => (a > b ? a : b);

/**
 * The part of the fee that is earned: carrying amounts day by day at the rate that halving finds, less the
 * contract's interest.
 */
function earnedFee(terms: Terms, unit: bigint, days: number): number {
  const due = planned(terms, unit, 0).map(({ due: day, interest, principal, pieces }) => ({
    day,
    pieces,
    payment: Number(interest + principal),
  }));
  if (days >= (due.at(-1)?.day ?? 0)) return terms.fee;
  const net = terms.principal - terms.fee;
  let [low, high] = [0, 1];
  for (let turn = 0; turn < 200; turn += 1) {
    const rate = (low + high) / 2;
    const worth = due.reduce((sum, { day, payment }) => sum + payment / (1 + rate) ** day, 0);
    if (worth > net) low = rate;
    else high = rate;
  }
  let carrying = net;
  let paid = 0;
  let interest = 0n;
  for (let day = 1; day <= days; day += 1) {
    carrying *= 1 + low;
    for (const { payment } of due.filter((each) => each.day === day)) {
      carrying -= payment;
      paid += payment;
    }
  }
  for (const { from, to, onDay, totalInterest } of due.flatMap(({ pieces }) => pieces))
    if (days >= to) interest += totalInterest;
    else if (days > from) interest += halfEven(onDay(0) * BigInt(days - from), 1_000_000n, unit);
  const earned = (carrying - net + paid - Number(interest)) / Number(unit);
  return Math.min(terms.fee, Math.max(0, Math.round(earned) * Number(unit)));
}

/** A loan's books at the end of a day, by component. Cents, debit positive; income of a closed loan is left out. */
export function naiveBooks(
  terms: Terms,
  events: readonly LoanEvent[],
  on: string,
  rates: readonly [number, number, number],
): Readonly<Record<string, number>> {
  const day = dayOf(on);
  const now = replayed(terms, events, day);
  const { loan } = now;
  const own = { credit: -Number(loan.credit), refundReceivable: Number(loan.refundReceivable) };
  if (loan.isClosed) {
    const lost = -Number(halfEven(loan.refundReceivable * BigInt(rates[0]), 1_000_000n, 1n));
    return { ...own, allowance: lost, feeDeferred: 0 };
  }
  let until = day;
  while (replayed(terms, events, until).daysLate > 90) until -= 1;
  const then = replayed(terms, events, until);
  const receivable = (name: 'interest' | 'late' | 'penalty') =>
    larger(0n, then[name].accrued - now[name].settled + (name === 'interest' ? now.ahead : 0n));
  const income = (name: 'interest' | 'late' | 'penalty') =>
    larger(then[name].accrued, now[name].settled - (name === 'interest' ? now.ahead : 0n));
  const principal = total(loan.list.map((each) => each.principal - each.principalPaid));
  const claim =
    principal +
    receivable('interest') +
    receivable('late') +
    receivable('penalty') +
    loan.refundReceivable -
    now.ahead;
  const rate = rates[now.daysLate <= 30 ? 0 : now.daysLate <= 90 ? 1 : 2];
  return {
    ...own,
    principal: Number(principal),
    interestReceivable: Number(receivable('interest')),
    interestAhead: -Number(now.ahead),
    lateReceivable: Number(receivable('late')),
    penaltyReceivable: Number(receivable('penalty')),
    interestIncome: -Number(income('interest')),
    lateIncome: -Number(income('late')),
    penaltyIncome: -Number(income('penalty')),
    feeDeferred: earnedFee(terms, loan.unit, until - loan.start) - terms.fee,
    allowance: -Number(halfEven(larger(0n, claim) * BigInt(rate), 1_000_000n, 1n)),
  };
}
