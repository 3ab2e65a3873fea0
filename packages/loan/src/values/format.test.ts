import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cents, formatCents, type Market, moneyFormat } from '../index.ts';
import {
  formatDate,
  formatFraction,
  formatMonth,
  formatPercent,
  formatRoundCents,
  formatTelephone,
  orderNumber,
  readableRate,
} from './format.ts';
import { formatDayOf, formatMoment, formatTime } from './moments.ts';

test('CFG-02 cents over 100 have two decimals, and thousands are grouped with dots', () => {
  for (const [amount, text] of [
    [1_234_567, '₱12.345,67'],
    [0, '₱0,00'],
    [5, '₱0,05'],
    [99_999, '₱999,99'],
    [100_000, '₱1.000,00'],
    [123_456_789_012, '₱1.234.567.890,12'],
    [-1_050, '−₱10,50'],
  ] as const)
    expect(formatCents(amount, 'spec')).toBe(text);
});

test('CFG-02 the ends of a range drop a whole amount’s cents, except where amounts have two decimals', () => {
  expect(formatRoundCents(200_000, 'ph')).toBe('₱2,000');
  expect(formatRoundCents(284_637, 'ph')).toBe('₱2,846.37');
  expect(formatRoundCents(200_000, 'spec')).toBe('₱2.000,00');
});

test('CFG-03 the peso is the default, the rupee applies when `real` is 1, and nothing else changes', () => {
  expect(formatCents(1_234_567, moneyFormat('spec'))).toBe('₱12.345,67');
  expect(formatCents(1_234_567, moneyFormat('spec', 0))).toBe('₱12.345,67');
  expect(formatCents(1_234_567, moneyFormat('spec', 1))).toBe('₹12.345,67');
  expect(formatCents(1_234_567, moneyFormat('ph', 1))).toBe('₹12,345.67');
});

test('other markets write money in their own format', () => {
  expect(formatCents(1_234_567, 'ph')).toBe('₱12,345.67');
  expect(formatCents(123_456_789, 'in')).toBe('₹12,34,567.89');
  expect(formatCents(1_234_567, 'id')).toBe('Rp12.345,67');
});

test('whole rupees and rupiah are written without decimals, pesos with two', () => {
  expect(formatCents(150_000_000, 'id')).toBe('Rp1.500.000');
  expect(formatCents(-1_200_000, 'in')).toBe('−₹12,000');
  expect(formatCents(0, 'id')).toBe('Rp0');
  expect(formatCents(150_000, 'ph')).toBe('₱1,500.00');
  expect(formatCents(150_000, 'spec')).toBe('₱1.500,00');
});

test('CFG-02 every amount in every market can be parsed back to the cent', () => {
  fc.assert(
    fc.property(fc.maxSafeInteger(), fc.constantFrom<Market>('spec', 'ph', 'in', 'id'), (amount, market) => {
      const text = formatCents(cents(amount), market);
      const isWhole = (market === 'in' || market === 'id') && amount % 100 === 0;
      expect(Number(text.replace('−', '-').replace(/[^\d-]/g, '')) * (isWhole ? 100 : 1)).toBe(amount);
      expect(text).toMatch(isWhole ? /\D\d{1,3}(?:[.,]\d{2,3})*$/ : /\D\d{1,3}(?:[.,]\d{2,3})*[.,]\d\d$/);
    }),
  );
});

test('rates have no space before the percent sign, and the decimal mark of their language', () => {
  expect(formatPercent(2_000, 'en')).toBe('0.2%');
  expect(formatPercent(1_800, 'fil')).toBe('0.18%');
  expect(formatPercent(1_800, 'id')).toBe('0,18%');
  expect(formatPercent(1_666, 'en')).toBe('0.1666%');
  expect(formatPercent(1_666, 'en', 2)).toBe('0.17%');
  expect(formatFraction(0.0912, 'id')).toBe('9,12%');
});

test('a daily rate that two decimals cannot write is written for 30 days [T888]', () => {
  expect(readableRate(2_000)).toEqual({ ppm: 2_000, days: 1 });
  const { ppm, days } = readableRate(1_666);
  expect([formatPercent(ppm, 'en'), days]).toEqual(['4.998%', 30]);
});

test('every short month has three letters, of a day and of a moment [T887]', () => {
  for (const language of ['en', 'fil', 'id'])
    for (let month = 1; month <= 12; month += 1) {
      const day = `2026-${String(month).padStart(2, '0')}-15`;
      const [name] = /\p{L}+/u.exec(formatDate(day, language)) ?? [];
      expect([day, language, name?.length]).toEqual([day, language, 3]);
    }
  expect(formatDate('2026-09-01', 'en')).toBe('1 Sep 2026');
  expect(formatDayOf(new Date('2026-09-01T00:00:00Z'), 'en', 'UTC')).toBe('1 Sep 2026');
  expect(formatMoment(new Date('2026-09-01T00:00:00Z'), 'en', 'UTC')).toBe('1 Sep 2026, 00:00');
});

test('days and moments are written day first in the language, and a text that is no day is left alone', () => {
  expect(formatDate('2026-05-31', 'en')).toBe('31 May 2026');
  expect(formatDate('2026-05-31', 'id', 'long')).toBe('31 Mei 2026');
  expect(formatDate('2026-12-01', 'en', 'short')).toBe('1 Dec');
  expect(formatDate('', 'en')).toBe('');
  expect(formatMonth(0, 'id')).toBe('Januari');
  expect(formatMoment(new Date('2026-05-31T07:30:00Z'), 'en', 'Asia/Manila')).toBe('31 May 2026, 15:30');
  expect(formatMoment(new Date('2026-05-31T07:30:00Z'), 'en', 'Asia/Manila', true)).toBe(
    '31 May 2026, 15:30 GMT+8',
  );
  expect(formatDayOf(new Date('2026-05-31T17:30:00Z'), 'en', 'Asia/Manila', 'short')).toBe('1 Jun');
  expect(formatTime(new Date('2026-05-31T07:30:05Z'), 'en', 'Asia/Manila', true)).toBe('15:30:05');
  expect(formatTime(new Date('2026-05-31T07:30:00Z'), 'id', 'Asia/Jakarta')).toBe('14.30');
});

test('days, months and rates read as the engine writes them in the language', () => {
  const styles = {
    medium: { day: 'numeric', month: 'short', year: 'numeric' },
    short: { day: 'numeric', month: 'short' },
    long: { day: 'numeric', month: 'long', year: 'numeric' },
  } as const;
  for (const [language, locale] of [
    ['en', 'en-GB'],
    ['fil', 'fil'],
    ['id', 'id'],
    ['other', 'en-GB'],
  ] as const) {
    for (let month = 1; month <= 12; month += 1) {
      const day = `2026-${String(month).padStart(2, '0')}-0${(month % 9) + 1}`;
      const write = (options: Intl.DateTimeFormatOptions) =>
        new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' }).format(new Date(day));
      // But for the British September of four letters.
      for (const style of ['medium', 'short', 'long'] as const)
        expect(formatDate(day, language, style)).toBe(write(styles[style]).replace(/\bSept\b/, 'Sep'));
      expect(formatMonth(month - 1, language)).toBe(write({ month: 'long' }));
    }
    for (const digits of [0, 2, 4]) {
      const percent = new Intl.NumberFormat(language === 'id' ? 'id' : 'en', {
        maximumFractionDigits: digits,
      });
      for (const ppm of [
        0, 1, 49, 1_250, 1_666, 5_000, 99_999, 1_000_000, 12_345_678, 98_765_432_100, -1_250,
      ])
        expect(formatPercent(ppm, language, digits)).toBe(`${percent.format(ppm / 10_000)}%`);
    }
  }
});

test('telephone numbers are grouped, in the country and area that they name', () => {
  expect(formatTelephone('+639171234567')).toBe('+63 917 123 4567');
  expect(formatTelephone('+63285550177')).toBe('+63 2 8555 0177');
  expect(formatTelephone('+622155500177')).toBe('+62 21 5550 0177');
  expect(formatTelephone('1900 123')).toBe('1900 123');
});

test('an order is named by the end of its id', () => {
  expect(orderNumber('01a1faab-728d-71e6-bd97-d0c87c1a2291')).toBe('L-7C1A-2291');
});
