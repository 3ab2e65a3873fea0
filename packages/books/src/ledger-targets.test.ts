import {
  addDays,
  type Cents,
  cents,
  type LoanEvent,
  type LocalDate,
  localDate,
  philippineCeilings2026,
  plan,
  position,
  quotePayoff,
  specificationRules,
  type Terms,
  termsFor,
} from '@hiram/loan';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  lent as disbursed,
  lentOn,
  lentProduct,
  paidOn as paid,
  lentTerms as terms,
} from '../test/example-loan.ts';
import { allowanceOf, effectiveDailyRate, ledgerTargets } from './index.ts';

const onDueDays = plan(terms).map(({ day, payment }, index) =>
  paid(index + 2, addDays(lentOn, day), payment),
);
/** The payoff in cents where one is possible. */
function payoffOf(own: Terms, events: readonly LoanEvent[], on: LocalDate): Cents | undefined {
  const quote = quotePayoff(own, events, on);
  return quote.ok ? quote.amount : undefined;
}
const monthEnds = ['2026-11-30', '2026-12-31', '2027-01-31', '2027-02-28', '2027-03-31'].map(localDate);

test('the fee discounts the instalments to the net proceeds at 0.203238 % a day [T1230]', () => {
  expect((effectiveDailyRate(terms) * 100).toFixed(6)).toBe('0.203238');
});

test('a loan paid on its due days earns interest by the day and the fee by the effective rate [T1231]', () => {
  const income = monthEnds.map((on) => ledgerTargets(terms, [disbursed, ...onDueDays], on).income);
  const byMonth = (part: 'interest' | 'fee') =>
    income.map((each, index) => each[part] - (income[index - 1]?.[part] ?? 0));
  expect(byMonth('interest')).toEqual([9_000, 53_309, 39_868, 24_218, 12_153]);
  expect(byMonth('fee')).toEqual([999, 7_516, 5_831, 3_720, 1_934]);
});

test('of a loan without payments the claim grows to 90 days late, and what accrues then is memo [T1232]', () => {
  const rates = [48_000, 270_000, 600_000] as const;
  const rows = monthEnds.slice(1).map((on) => {
    const { daysLate, interestReceivable, lateReceivable, claim } = ledgerTargets(terms, [disbursed], on);
    return [daysLate, interestReceivable, lateReceivable, claim, allowanceOf(claim, daysLate, rates)];
  });
  expect(rows).toEqual([
    [6, 62_309, 2_845, 1_065_154, 51_127],
    [37, 102_177, 20_865, 1_123_042, 303_221],
    [65, 126_395, 49_791, 1_176_186, 317_570],
    [96, 138_548, 85_356, 1_223_904, 734_342],
  ]);
  const last = ledgerTargets(terms, [disbursed], localDate('2027-03-31'));
  expect(last.memo).toBe(11_382);
  expect(last.claim + last.memo).toBe(payoffOf(terms, [disbursed], localDate('2027-03-31')));
});

test('above 90 days late money pays the receivables, and beyond them it is income [T1233]', () => {
  const frozen = ledgerTargets(terms, [disbursed], localDate('2027-03-31'));
  const on = localDate('2027-04-20');
  const all = ledgerTargets(terms, [disbursed], on);
  expect(all.income).toEqual(frozen.income);
  const settling = position(terms, [disbursed], on).owedInAll;
  const settled = ledgerTargets(terms, [disbursed, paid(2, on, settling)], on);
  expect(settled).toMatchObject({ claim: 0, memo: 0, interestReceivable: 0, lateReceivable: 0 });
  expect(settled.income.late).toBe(position(terms, [disbursed], on).lateOwed);
});

test('a cured loan earns at once what was memo [T1234]', () => {
  const on = localDate('2027-04-01');
  const [first, second] = plan(terms).map(({ payment }) => payment);
  const events = [disbursed, paid(2, on, (first ?? 0) + (second ?? 0) + 10)];
  const cured = ledgerTargets(terms, events, on);
  expect(cured.daysLate).toBeLessThanOrEqual(90);
  expect(cured.memo).toBe(0);
});

test('a written-off loan keeps its income, and money that arrives later is recovery [T1235]', () => {
  const writtenOff: LoanEvent = {
    kind: 'writtenOff',
    id: 'write-off',
    seq: 2,
    valueDate: localDate('2027-06-30'),
  };
  const before = ledgerTargets(terms, [disbursed], localDate('2027-06-30'));
  const events = [disbursed, writtenOff, paid(3, '2027-07-15', 200_000)];
  const after = ledgerTargets(terms, events, localDate('2027-07-31'));
  expect(after).toMatchObject({ principal: 0, claim: 0, feeDeferred: 0 });
  expect(after.income).toEqual({ ...before.income, recovery: 200_000 });
});

test('money without a loan is the credit of its payer [T1236]', () => {
  const reversed: LoanEvent = {
    kind: 'reversed',
    id: 'back',
    seq: 3,
    valueDate: addDays(lentOn, 5),
    target: 'payout',
  };
  const targets = ledgerTargets(
    terms,
    [disbursed, paid(2, '2026-11-26', 5_000), reversed],
    addDays(lentOn, 9),
  );
  expect(targets).toMatchObject({ principal: 0, claim: 0, credit: 5_000, feeDeferred: 0 });
});

const lives = fc.record({
  amount: fc.integer({ min: 4, max: 50 }).map((halves) => cents(halves * 50_000)),
  covered: fc.boolean(),
  payments: fc.array(
    fc.record({ day: fc.integer({ min: 1, max: 400 }), amount: fc.integer({ min: 1, max: 400_000 }) }),
    { maxLength: 8 },
  ),
  on: fc.integer({ min: 0, max: 420 }),
});
const lifeOf = ({
  amount,
  covered,
  payments,
}: {
  amount: Cents;
  covered: boolean;
  payments: { day: number; amount: number }[];
}) => {
  const rules = covered ? { ...specificationRules, ceilings: philippineCeilings2026 } : specificationRules;
  const own: Terms = termsFor(lentProduct, amount, 'repeat', rules);
  const events = [
    disbursed,
    ...payments.map(({ day, amount: each }, index) => paid(index + 2, addDays(lentOn, day), each)),
  ];
  return { own, events };
};

test('balances equal the money that moved and the income, for any payments [T1237]', () => {
  fc.assert(
    fc.property(lives, ({ on: days, ...life }) => {
      const { own, events } = lifeOf(life);
      const on = addDays(lentOn, days);
      const targets = ledgerTargets(own, events, on);
      const { income } = targets;
      const { rounding } = position(own, events, on);
      const received = events.reduce(
        (sum, event) => sum + (event.kind === 'paid' && event.valueDate <= on ? event.amount : 0),
        0,
      );
      const lent = own.principal - own.fee;
      expect(targets.claim - targets.feeDeferred - targets.credit).toBe(
        lent - received + income.interest + income.fee + income.late + income.penalty - rounding,
      );
    }),
    { numRuns: 400 },
  );
});

test('claim and memo together are the payoff, for any payments [T1238]', () => {
  fc.assert(
    fc.property(lives, ({ on: days, ...life }) => {
      const { own, events } = lifeOf(life);
      const on = addDays(lentOn, days);
      const { claim, memo } = ledgerTargets(own, events, on);
      const payoff = payoffOf(own, events, on);
      if (payoff !== undefined) expect(claim + memo).toBe(payoff);
    }),
    { numRuns: 400 },
  );
});
