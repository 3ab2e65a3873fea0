import {
  accruals,
  addDays,
  cents,
  type LoanEvent,
  type LocalDate,
  localDate,
  plan,
  position,
  type Terms,
} from '@hiram/loan';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { playEvents, terms as randomTerms, steps } from '../../loan/test/random-lives.ts';
import { lent, lentOn, lentTerms, paidOn } from '../test/example-loan.ts';
import { feeEarned, ledgerTargets, stageOf } from './index.ts';

/** Lives that often reach 90 days late, and the day on which their books are read. */
const lives = fc
  .tuple(randomTerms, steps, fc.integer({ min: 0, max: 250 }))
  .map(([terms, path, more]): Life => {
    const { events, last } = playEvents(terms, path);
    return { terms, events, on: addDays(last, more) };
  });

interface Life {
  readonly terms: Terms;
  readonly events: readonly LoanEvent[];
  readonly on: LocalDate;
}

/** The last day up to `on` on which the loan was at most 90 days late, found day by day. */
function lastIncomeDay({ terms, events, on }: Life): LocalDate {
  let day = on;
  while ((accruals(terms, events, day)?.daysLate ?? 0) > 90) day = addDays(day, -1);
  return day;
}

test('income stops with the 90th day late, found day by day [T1001]', () => {
  fc.assert(
    fc.property(lives, (life) => {
      const now = accruals(life.terms, life.events, life.on);
      if (!now) return;
      const then = accruals(life.terms, life.events, lastIncomeDay(life));
      const { income } = ledgerTargets(life.terms, life.events, life.on);
      for (const part of ['interest', 'late', 'penalty'] as const) {
        const ahead = part === 'interest' ? now.interestAhead : 0;
        const accrued = then?.[part].accrued ?? now[part].accrued;
        expect(income[part], part).toBe(Math.max(accrued, now[part].settled - ahead));
      }
    }),
  );
});

test('what a loan owes is its claim and its memo, which is nothing up to 90 days late [T1002]', () => {
  fc.assert(
    fc.property(lives, (life) => {
      const now = accruals(life.terms, life.events, life.on);
      if (!now) return;
      const { claim, memo, refundReceivable } = ledgerTargets(life.terms, life.events, life.on);
      const unpaid = (['interest', 'late', 'penalty'] as const).reduce(
        (sum, part) => sum + now[part].accrued - now[part].settled,
        0,
      );
      expect(refundReceivable).toBe(now.refundReceivable);
      expect(claim + memo).toBe(now.principalOwed + now.refundReceivable + unpaid);
      if (now.daysLate <= 90 && !now.isSettled) expect(memo).toBe(0);
    }),
  );
});

test('the 90th day late is in stage 2 and the 91st in stage 3, the 30th in 1 and the 31st in 2 [T1003]', () => {
  expect([0, 30, 31, 90, 91].map(stageOf)).toEqual([1, 1, 2, 2, 3]);
});

test('a payment of the day of a write-off counts before it, and one after it is recovery [T1004]', () => {
  const day = localDate('2027-06-30');
  const writtenOff: LoanEvent = { kind: 'writtenOff', id: 'write-off', seq: 3, valueDate: day };
  // Nearly all that is owed: it pays late charges beyond those that were income.
  const first = paidOn(2, day, position(lentTerms, [lent], day).owedInAll - 9_000);
  const before = ledgerTargets(lentTerms, [lent, first], day);
  expect(before.income.late).toBeGreaterThan(ledgerTargets(lentTerms, [lent], day).income.late);
  const after = ledgerTargets(lentTerms, [lent, first, writtenOff, paidOn(4, day, 7_000)], day);
  expect(after.income).toEqual({ ...before.income, recovery: 7_000 });
  expect(after.claim).toBe(0);
  expect(after.memo).toBe(before.claim + before.memo - 7_000);
});

test('a refund whose payment is reversed is an asset until it is paid back [T1007]', () => {
  const on = addDays(lentOn, 20);
  const owed = position(lentTerms, [lent], on).owedInAll;
  const events: LoanEvent[] = [
    lent,
    paidOn(2, on, owed + 50_000),
    { kind: 'refunded', id: 'refund', seq: 3, valueDate: addDays(on, 1), amount: cents(50_000) },
    { kind: 'reversed', id: 'back', seq: 4, valueDate: addDays(on, 2), target: 'payment 2' },
  ];
  const { refundReceivable, claim, memo, principal } = ledgerTargets(lentTerms, events, addDays(on, 2));
  expect([refundReceivable, principal, memo]).toEqual([50_000, 1_000_000, 0]);
  const without = ledgerTargets(lentTerms, [lent], addDays(on, 2));
  expect(claim).toBe(without.claim + 50_000);
});

/** The fee that is earned, by carrying amounts from one day to the next: interest at the effective rate less the contract's. */
function feeDayByDay(terms: Terms, rate: number, last: number): number {
  const instalments = plan(terms);
  let carrying = terms.principal - terms.fee;
  let paid = 0;
  for (let day = 1; day <= last; day += 1) {
    carrying *= 1 + rate;
    const due = instalments.find((instalment) => instalment.day === day);
    carrying -= due?.payment ?? 0;
    paid += due?.payment ?? 0;
  }
  const interest = instalments
    .flatMap(({ accrualPeriods }) => accrualPeriods)
    .reduce((sum, { from, to, balance, interest: whole }) => {
      const days = Math.min(last, to) - from;
      if (days <= 0) return sum;
      return sum + (last >= to ? whole : (balance * terms.dailyPpm * days) / 1_000_000);
    }, 0);
  return carrying - (terms.principal - terms.fee) + paid - interest;
}

test('the fee is earned as carrying amounts grow, to a cent, wholly on the last due day [T1005]', () => {
  const last = plan(lentTerms).at(-1)?.day ?? 0;
  const rate = 0.00203238;
  for (let day = 0; day <= last; day += 1)
    expect(
      Math.abs(feeEarned(lentTerms, day) - feeDayByDay(lentTerms, rate, day)),
      `day ${day}`,
    ).toBeLessThan(3);
  expect(feeEarned(lentTerms, last)).toBe(lentTerms.fee);
});
