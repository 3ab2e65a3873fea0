import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Accrual } from '../state/late.ts';
import { addDays, dayNumber, daysBetween, isLocalDate, localDate } from './local-date.ts';
import { divideHalfEven, share } from './rounding.ts';

test('halves round to the even neighbour, everything else to the nearest', () => {
  const halves = [-5n, -3n, -1n, 1n, 3n, 5n, 7n].map((half) => divideHalfEven(half, 2n));
  expect(halves).toEqual([-2n, -2n, 0n, 0n, 2n, 2n, 4n]);
  expect([share(5, 1, 10), share(15, 1, 10), share(25, 1, 10), share(26, 1, 10)]).toEqual([0, 2, 2, 3]);
});

test('numbers and bigints round alike, below and above the safe range', () => {
  const amount = fc.integer({ min: 0, max: 10 ** 12 });
  fc.assert(
    fc.property(
      amount,
      fc.integer({ min: 0, max: 10 ** 6 }),
      fc.constantFrom(7, 30, 1_000_000),
      (a, b, c) => {
        fc.pre(a * b < 9e15 * c);
        expect(BigInt(share(a, b, c))).toBe(divideHalfEven(BigInt(a) * BigInt(b), BigInt(c)));
      },
    ),
  );
});

test('an accrual is the exact sum rounded once to the charge unit; as a limit it is rounded down', () => {
  const steps = fc.array(
    fc.tuple(fc.integer({ min: 0, max: 10 ** 10 }), fc.integer({ min: 0, max: 10 ** 7 })),
  );
  fc.assert(
    fc.property(steps, fc.constantFrom(1, 100), (added, unit) => {
      const accrual = new Accrual();
      let exact = 0n;
      for (const [base, ppm] of added) {
        accrual.add(base, ppm);
        exact += BigInt(base) * BigInt(ppm);
      }
      const wanted = Number(divideHalfEven(exact, BigInt(unit) * 1_000_000n)) * unit;
      expect(accrual.round(unit)).toBe(wanted);
      expect(accrual.copy().round(unit)).toBe(wanted);
      expect(accrual.floor(unit, 30)).toBe(Number(exact / (BigInt(unit) * 30_000_000n)) * unit);
    }),
  );
});

test('days follow the calendar across months and leap days [T243]', () => {
  for (const [from, days, to] of [
    ['2026-01-31', 1, '2026-02-01'],
    ['2026-02-28', 1, '2026-03-01'],
    ['2028-02-28', 1, '2028-02-29'],
    ['2028-02-29', 365, '2029-02-28'],
    ['2026-12-31', 1, '2027-01-01'],
    ['2100-02-28', 1, '2100-03-01'],
    ['2026-03-01', -1, '2026-02-28'],
  ] as const) {
    expect(addDays(localDate(from), days)).toBe(to);
    expect(daysBetween(localDate(from), localDate(to))).toBe(days);
  }
});

test('adding days and counting them are inverse, and no day is skipped', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 60_000 }), fc.integer({ min: -800, max: 800 }), (first, days) => {
      const from = addDays(localDate('1970-01-01'), first);
      const to = addDays(from, days);
      expect(isLocalDate(to)).toBe(true);
      expect(daysBetween(from, to)).toBe(days);
      expect(dayNumber(from)).toBe(first);
    }),
  );
});
