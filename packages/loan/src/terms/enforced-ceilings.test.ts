import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cappedLoan, everyLoan, playEvents, start, steps } from '../../test/capped-loans.ts';
import { day, disbursed, fourByThirty, history, paid, peso, singleLoan } from '../../test/example.ts';
import {
  addDays,
  cents,
  checkCeilings,
  position,
  quoteExtension,
  quotePayoff,
  type Terms,
} from '../index.ts';

const unpaid = history(disbursed('2026-05-04'));

test('EXT-04 the total cost never exceeds its ceiling, whatever is paid, extended or paid off [T113]', () => {
  fc.assert(
    fc.property(cappedLoan, steps, fc.integer({ min: 0, max: 300 }), (loan, path, days) => {
      const { events, after } = playEvents(loan, path);
      const loanPosition = position(loan, events, addDays(start, after + days));
      const late =
        loanPosition.instalments.reduce((sum, instalment) => sum + instalment.late, 0) + loanPosition.penalty;
      const interest = loanPosition.instalments.reduce((sum, instalment) => sum + instalment.interest, 0);
      const max = Math.floor((loan.principal * (loan.ceilings?.totalCost ?? 0)) / 1_000_000);
      expect(late + interest + loan.fee).toBeLessThanOrEqual(max);
    }),
    { numRuns: 400 },
  );
});

test('EXT-04 an extension that raises the total cost, late charges included, over its ceiling is rejected', () => {
  const loanUnder = (totalCost: number): Terms => ({
    ...singleLoan,
    ceilings: { ...everyLoan, latePerMonth: 1_000_000, totalCost },
  });
  const refused = { ok: false, reason: 'ceiling' };
  // Ten days late: 100.00 fee, twice 682.50 interest, and 1,894.17 late charges within the monthly ceiling
  // (rounded down): 3,359.16.
  expect(quoteExtension(loanUnder(671_831), unpaid, day('2026-08-13'))).toEqual(refused);
  expect(quoteExtension(loanUnder(671_832), unpaid, day('2026-08-13'))).toMatchObject({ ok: true });
});

test('late charges stay under their ceiling also if the penalty has filled it', () => {
  const loan: Terms = {
    ...singleLoan,
    penalty: peso(500),
    lateTiers: [{ untilDay: 30, ppm: 1_000 }, { ppm: 20_000 }],
    ceilings: everyLoan,
  };
  const onDay30 = position(loan, unpaid, day('2026-09-02'));
  // 5% of 5,682.50 for a month is 284.12: 170.48 of late interest, and the rest for the penalty.
  expect(onDay30).toMatchObject({ lateOwed: peso(170.48), penaltyOwed: peso(113.64) });
  const events = history(disbursed('2026-05-04'), {
    kind: 'waived',
    valueDate: day('2026-09-02'),
    principal: cents(0),
    interest: cents(0),
    late: cents(0),
    penalty: onDay30.penaltyOwed,
  });
  expect(position(loan, events, day('2026-10-02')).lateOwed).toBe(peso(568.25 - 113.64));
});

test('EXT-04 a price under a ceiling splits late interest and penalty as the position does', () => {
  const loan: Terms = { ...singleLoan, lateTiers: [{ ppm: 1_000 }], ceilings: everyLoan };
  const loanPosition = position(loan, unpaid, day('2026-08-13'));
  // Ten days: 56.82 of late interest (half to even), and 37.88 of the penalty fit under 94.70.
  expect(loanPosition).toMatchObject({ lateOwed: peso(56.82), penaltyOwed: peso(37.88) });
  expect(quoteExtension(loan, unpaid, day('2026-08-13'))).toMatchObject({
    late: peso(56.82),
    penalty: peso(37.88),
    amount: peso(682.5 + 56.82 + 37.88),
  });
});

test('TERM-05 the cost of one more day is what the ceilings allow', () => {
  const loan: Terms = { ...singleLoan, ceilings: everyLoan };
  const [today, tomorrow] = ['2026-08-13', '2026-08-14'].map((date) => position(loan, unpaid, day(date)));
  // 5% a day would be 284.13; the ceiling of 5% a month allows 9.47.
  expect(today?.perDay).toBe(peso(9.47));
  expect((tomorrow?.lateOwed ?? 0) - (today?.lateOwed ?? 0)).toBe(peso(9.47));
  const full: Terms = { ...loan, ceilings: { ...everyLoan, totalCost: 156_500 } };
  expect(position(full, unpaid, day('2026-08-13'))).toMatchObject({ perDay: 0, lateOwed: 0 });
});

test('the position says which ceiling waived how much', () => {
  // One day late: 284.12 and the penalty of 800.00; the monthly ceiling is 9.47.
  expect(position({ ...singleLoan, ceilings: everyLoan }, unpaid, day('2026-08-04')).clamped).toEqual({
    late: peso(284.12 - 9.47),
    penalty: peso(800),
    interest: 0,
    latePerMonth: peso(284.12 + 800 - 9.47),
    onInterest: 0,
    perDay: 0,
    totalCost: 0,
    by: everyLoan.name,
  });
  const low = { ...everyLoan, latePerMonth: 1_000_000, totalCost: 160_000 };
  // Of 800.00 in total, fee and interest take 782.50; the month alone would allow 189.41.
  expect(position({ ...singleLoan, ceilings: low }, unpaid, day('2026-08-04')).clamped).toMatchObject({
    latePerMonth: peso(284.12 + 800 - 189.41),
    totalCost: peso(189.41 - 17.5),
  });
});

test('a payoff settles the loan also if waived interest makes room for late charges', () => {
  const ceilings = { ...everyLoan, latePerMonth: 1_000_000, totalCost: 160_000 };
  const loan: Terms = { ...fourByThirty, ceilings };
  const today = day('2026-07-10');
  const quote = quotePayoff(loan, unpaid, today);
  const amount = quote.ok ? quote.amount : 0;
  const events = history(disbursed('2026-05-04'), paid('2026-07-10', amount / 100));
  expect(position(loan, events, today)).toMatchObject({ status: 'settled', credit: 0, owedInAll: 0 });
});

test('a figure minimally above its ceiling exceeds it', () => {
  const loan: Terms = { ...singleLoan, fee: cents(0), termDays: 250 };
  const broken = (effectivePerMonth: number) =>
    checkCeilings({ ...everyLoan, effectivePerMonth }, loan).map((violation) => violation.figure);
  // 6,875.00 for 5,000.00 after 250 days: 38,954.01 ppm, which rounding to a whole number would hide.
  const exact = (1.375 ** (30 / 250) - 1) * 1_000_000;
  expect(broken(Math.ceil(exact))).toEqual([]);
  expect(broken(Math.floor(exact))).toEqual([Math.ceil(exact)]);
});
