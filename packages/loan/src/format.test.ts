import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cents, formatCents, type Market, moneyFormat } from './index.ts';

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
