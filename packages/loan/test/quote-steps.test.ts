import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  addDays,
  allocations,
  cents,
  chargeLines,
  philippineCeilings2026,
  position,
  quoteLaterSteps,
  quotePayoff,
  quoteRepayment,
  quoteSteps,
  snapshotForQuotes,
  specificationRules,
  termsFor,
} from '../src/index.ts';
import { day, disbursed, fourByThirty, history, paid, peso } from './example.ts';
import { playEvents, steps, terms } from './random-lives.ts';

/** ₱10,000.00 in four repayments at 0.18 % a day under the Philippine ceilings; the first is paid. */
const baitang = termsFor(
  {
    kind: 'perPeriod',
    amountMin: peso(2_000),
    amountMax: peso(25_000),
    amountStep: peso(500),
    termDays: 120,
    periods: 4,
    dailyPpm: 1800,
    feePpm: 20_000,
    extensions: 1,
  },
  peso(10_000),
  'new',
  { ...specificationRules, ceilings: philippineCeilings2026 },
);
const events = history(disbursed('2026-09-24'), paid('2026-10-24', 2_846.37));
const quote = (date: string, count: number) => quoteSteps(baitang, events, day(date), count);

test('the next steps, a later day and the payoff of a late loan are quoted to the cent [T1100]', () => {
  expect(quote('2026-11-25', 1)).toMatchObject({
    kind: 'due',
    steps: 1,
    amount: peso(2_855.85),
    rows: [
      { kind: 'instalment', no: 2, dueDate: '2026-11-23', amount: peso(2_846.37) },
      { kind: 'late', no: 2, days: 2, amount: peso(9.48) },
    ],
    next: { no: 3, dueDate: '2026-12-23', amount: peso(2_846.37) },
  });
  expect(quote('2026-11-25', 2)).toMatchObject({
    kind: 'ahead',
    amount: peso(5_702.22),
    next: { no: 4, dueDate: '2027-01-22', amount: peso(2_846.37) },
  });
  expect(quote('2026-11-25', 3)).toMatchObject({
    kind: 'payoff',
    amount: peso(8_137.52),
    saves: peso(411.07),
    next: undefined,
  });
  expect(quote('2026-11-26', 3)).toMatchObject({ amount: peso(8_151.74), saves: peso(401.6) });
  expect(quote('2026-12-02', 1)).toMatchObject({ steps: 1, amount: peso(2_889.06) });
  expect(quote('2026-12-20', 1)).toMatchObject({ steps: 2, least: 2, kind: 'due', amount: peso(5_820.82) });
});

test('before half the term more than the amount due is payable from a later day [T1101]', () => {
  const early = (date: string, count: number) =>
    quoteSteps(fourByThirty, history(disbursed('2026-09-24')), day(date), count);
  expect(early('2026-10-01', 1)).toMatchObject({ payable: true, payableFrom: '2026-10-01' });
  for (const count of [2, 4])
    expect(early('2026-10-01', count)).toMatchObject({ payable: false, payableFrom: '2026-11-23' });
  // Who is late may pay the next repayment too.
  expect(early('2026-10-25', 2)).toMatchObject({ payable: true });
  expect(early('2026-10-25', 3)).toMatchObject({ payable: false, payableFrom: '2026-11-23' });
});

test('a number of steps that is not whole is refused, and one beyond the loan counts as all [T1102]', () => {
  for (const count of [-1, 0.5, Number.NaN]) expect(() => quote('2026-11-25', count)).toThrow(RangeError);
  expect(quote('2026-11-25', 99)).toEqual(quote('2026-11-25', 3));
  expect(quote('2026-11-25', 0)).toEqual(quote('2026-11-25', 1));
});

test('for random loans the quote agrees with the due amount, the payoff and the plan [T1103]', () => {
  fc.assert(
    fc.property(
      terms,
      steps,
      fc.integer({ min: 0, max: 60 }),
      fc.integer({ min: 0, max: 8 }),
      (loan, path, wait, count) => {
        const life = playEvents(loan, path);
        const date = addDays(life.last, wait);
        const steps = quoteSteps(loan, life.events, date, count);
        const due = quoteRepayment(loan, life.events, date);
        const payoff = quotePayoff(loan, life.events, date);
        expect(steps.rows.reduce((sum, row) => sum + row.amount, 0)).toBe(steps.amount);
        expect(steps.steps).toBeGreaterThanOrEqual(steps.least);
        expect(steps.steps).toBeLessThanOrEqual(steps.most);
        expect(steps.saves).toBe(payoff.ok ? payoff.saves : 0);
        if (due.kind === 'settled') expect(steps).toMatchObject({ kind: 'settled', amount: 0 });
        else if (steps.steps === steps.least) expect(steps.amount).toBe(due.amount);
        else if (steps.kind === 'payoff') expect(steps.amount).toBe(payoff.ok && payoff.amount);
        else {
          const { instalments, lateOwed, penaltyOwed, refundReceivable } = position(loan, life.events, date);
          const until = steps.next?.no ?? Number.POSITIVE_INFINITY;
          const unpaid = instalments.reduce((sum, part) => sum + (part.no < until ? part.unpaid : 0), 0);
          const total = unpaid + lateOwed + penaltyOwed + refundReceivable;
          expect(steps.amount).toBe(cents(total - (total % (loan.unit ?? 1))));
          if (payoff.ok) expect(steps.amount).toBeLessThan(payoff.amount);
        }
      },
    ),
  );
});

/** Loans of every market, also of the one whose ceilings are by the month. */
const limited = fc.oneof(
  terms,
  terms.map((loan) => ({
    ...loan,
    ceilings: {
      ...philippineCeilings2026,
      amountUpTo: cents(Number.MAX_SAFE_INTEGER),
      daysUpTo: 366,
      totalCost: 400_000,
    },
  })),
);

test('for random loans a snapshot of one day gives the quotes of later days to the cent [T1789]', () => {
  let without = 0;
  let runs = 0;
  fc.assert(
    fc.property(
      limited,
      steps,
      fc.integer({ min: 0, max: 40 }),
      fc.array(fc.integer({ min: 0, max: 60 }), { minLength: 1, maxLength: 4 }),
      fc.integer({ min: 0, max: 8 }),
      (loan, path, wait, days, count) => {
        const life = playEvents(loan, path);
        const today = addDays(life.last, wait);
        const snapshot = snapshotForQuotes(loan, life.events, today);
        runs += 1;
        if (!snapshot) {
          without += 1;
          return;
        }
        const sent = JSON.parse(JSON.stringify(snapshot));
        for (const ahead of days) {
          const date = addDays(today, ahead);
          expect(quoteLaterSteps(loan, sent, date, count)).toEqual(
            quoteSteps(loan, life.events, date, count),
          );
        }
      },
    ),
  );
  // Only a loan that its first day of prepayment settles by itself has none.
  expect(without).toBeLessThan(runs / 10);
});

test('a row of late interest counts the days that are charged: none of a grace or a stop [T1558]', () => {
  const lent = history(disbursed('2026-03-02'));
  // The first repayment, 3,463.10, is due on 1 April; each day charged costs 5 % of it, 173.155.
  const rowsOf = (more: ReturnType<typeof history>, date: string) =>
    quoteSteps(fourByThirty, [...lent, ...more], day(date), 1).rows.filter(({ kind }) => kind === 'late');
  expect(rowsOf([], '2026-04-09')).toEqual([{ kind: 'late', no: 1, days: 8, amount: peso(1_385.24) }]);
  const reversed = history(disbursed('2026-03-02'), paid('2026-04-01', 3_463.1), {
    kind: 'reversed',
    valueDate: day('2026-04-03'),
    target: 'e2',
  }).slice(1);
  expect(rowsOf(reversed, '2026-04-09')).toEqual([{ kind: 'late', no: 1, days: 3, amount: peso(519.46) }]);
  const stopped = history(disbursed('2026-03-02'), {
    kind: 'chargesStopped',
    valueDate: day('2026-04-03'),
    until: day('2026-04-11'),
  }).slice(1);
  expect(rowsOf(stopped, '2026-04-13')).toEqual([{ kind: 'late', no: 1, days: 4, amount: peso(692.62) }]);
});

test('a row of late interest counts as many days as the explanation of its charges, for any life [T1559]', () => {
  fc.assert(
    fc.property(terms, steps, fc.integer({ min: 0, max: 90 }), (agreed, path, wait) => {
      const { events: life, last } = playEvents(agreed, path);
      const date = addDays(last, wait);
      // What was paid or forgiven of late interest begins the count anew.
      if ([...allocations(agreed, life, date).values()].some(({ late, loss }) => late + loss > 0)) return;
      const lines = chargeLines(agreed, life, date);
      for (const row of quoteRepayment(agreed, life, date).rows) {
        if (row.kind !== 'late') continue;
        const counted = lines.flatMap((line) =>
          line.kind === 'late' && line.instalment === row.no && line.base > 0 ? [line.days] : [],
        );
        expect(row.days).toBe(counted.reduce((sum, days) => sum + days, 0));
      }
    }),
  );
});
