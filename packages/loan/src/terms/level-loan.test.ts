import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addMonths, cents, levelLoan, localDate } from '../index.ts';

const principal = fc.integer({ min: 10_000, max: 10_000_000_000 });
const rate = fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 10_000_000 }));
const months = fc.oneof(fc.constantFrom(1, 2, 12, 360), fc.integer({ min: 1, max: 360 }));

test('KEY-08 the principal parts sum to the loan, and each balance follows from the previous one', () => {
  let level = 0;
  fc.assert(
    fc.property(principal, rate, months, (amount, yearly, tenure) => {
      const loan = levelLoan(cents(amount), yearly, tenure);
      if (!loan) return;
      level += 1;
      expect(loan.rows).toHaveLength(tenure);
      expect(loan.rows.reduce((sum, row) => sum + row.principal, 0)).toBe(amount);
      expect(loan.rows.reduce((sum, row) => sum + row.payment, 0)).toBe(loan.totalPayment);
      expect(loan.totalPayment).toBe(amount + loan.totalInterest);
      let balance = amount;
      for (const row of loan.rows) {
        balance -= row.principal;
        expect(row.balance).toBe(balance);
        expect(row.payment).toBe(row.principal + row.interest);
        expect(Math.min(row.principal, row.interest, row.balance)).toBeGreaterThanOrEqual(0);
      }
      expect(balance).toBe(0);
      for (const row of loan.rows.slice(0, -1)) expect(row.payment).toBe(loan.payment);
      const last = loan.rows[tenure - 1]?.payment ?? 0;
      expect(last).toBeGreaterThan(0);
      expect(last).toBeLessThanOrEqual(2 * loan.payment);
    }),
    { numRuns: 150 },
  );
  expect(level).toBeGreaterThan(20);
});

test('KEY-08 the payment matches the textbook’s to the centavo', () => {
  fc.assert(
    fc.property(
      principal,
      fc.integer({ min: 1, max: 400_000 }),
      fc.integer({ min: 1, max: 60 }),
      (amount, yearly, tenure) => {
        const loan = levelLoan(cents(amount), yearly, tenure);
        const monthly = yearly / 12e6;
        const textbook = (amount * monthly) / (1 - (1 + monthly) ** -tenure);
        if (loan) expect(Math.abs(loan.payment - textbook)).toBeLessThanOrEqual(0.5 + textbook * 1e-9);
      },
    ),
    { numRuns: 200 },
  );
});

test('KEY-08 without interest the parts are equal and the last takes the remainder', () => {
  const free = levelLoan(cents(100_000), 0, 3);
  expect(free?.rows.map((row) => row.payment)).toEqual([33_333, 33_333, 33_334]);
  expect(free?.totalInterest).toBe(0);
  const once = levelLoan(cents(100_000), 120_000, 1);
  expect(once?.rows).toEqual([{ payment: 101_000, interest: 1_000, principal: 100_000, balance: 0 }]);
});

test('KEY-08 250.000 at 7.5% for 360 months matches the known schedule', () => {
  const loan = levelLoan(cents(25_000_000), 75_000, 360);
  expect(loan?.payment).toBe(174_804);
  expect(loan?.rows[0]).toMatchObject({ interest: 156_250, principal: 18_554 });
});

test('KEY-08 a loan too small for centavos is rejected: endless interest, or repaid long before its end', () => {
  expect(levelLoan(cents(100_000), 10_000_000, 360)).toBeUndefined();
  expect(levelLoan(cents(10_050), 0, 360)).toBeUndefined();
  expect(levelLoan(cents(10_000_000_000), 10_000_000, 12)).toBeDefined();
  expect(() => levelLoan(cents(100_000), 0, 0)).toThrow(RangeError);
});

test('a later month has the same day, or its last day', () => {
  const later = (day: string, months: number) => addMonths(localDate(day), months);
  expect(later('2026-01-31', 1)).toBe('2026-02-28');
  expect(later('2028-01-31', 1)).toBe('2028-02-29');
  expect(later('2026-11-30', 3)).toBe('2027-02-28');
  expect(later('2026-12-15', 12)).toBe('2027-12-15');
  expect(later('2026-12-15', 0)).toBe('2026-12-15');
});

test('a level loan in whole rupiah has no figure below one rupiah', () => {
  const loan = levelLoan(cents(500_000_000), 180_000, 11, 100);
  const figures = loan?.rows.flatMap(({ payment, interest, principal }) => [payment, interest, principal]);
  expect(figures?.filter((figure) => figure % 100 !== 0)).toEqual([]);
  expect(loan?.rows.reduce((sum, { principal }) => sum + principal, 0)).toBe(500_000_000);
});
