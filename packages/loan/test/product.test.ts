import { expect, test } from 'vitest';
import { type Product, productProblems } from '../src/index.ts';
import { peso } from './example.ts';

const product: Product = {
  kind: 'perPeriod',
  amountMin: peso(2_000),
  amountMax: peso(50_000),
  amountStep: peso(500),
  termDays: 120,
  periods: 4,
  dailyPpm: 2_000,
  feePpm: 20_000,
  extensions: 1,
};
const problems = (change: Partial<Product>) => productProblems({ ...product, ...change });

test('TERM-01 a product runs from 91 to 365 days, and none shorter or longer', () => {
  for (const termDays of [91, 365]) expect(problems({ kind: 'single', periods: 1, termDays })).toEqual([]);
  for (const termDays of [90, 366])
    expect(problems({ kind: 'single', periods: 1, termDays })).toEqual([
      `a term of ${termDays} days is outside 91 to 365 days`,
    ]);
});

test('a figure that is not a whole number is named', () => {
  for (const name of ['termDays', 'periods', 'dailyPpm', 'feePpm', 'extensions'] as const)
    for (const figure of [0.5, -1, Number.NaN])
      expect(problems({ [name]: figure })).toEqual([`${name} is ${figure}, not a whole number from 0`]);
});

test('periods divide the term evenly and fit the kind of loan', () => {
  expect(problems({ periods: 7 })).toEqual(['120 days cannot be divided into 7 equal periods']);
  expect(problems({ periods: 1 })).toEqual(['1 repayments do not fit a perPeriod loan']);
  expect(problems({ kind: 'single' })).toEqual(['4 repayments do not fit a single loan']);
});

test('amounts go from minimum to maximum in whole steps, and a fee leaves an amount to pay out', () => {
  expect(problems({ amountMax: peso(1_999) })).toEqual(['the range of amounts is empty']);
  expect(problems({ amountStep: peso(700) })).toEqual(['the range of amounts is not a multiple of its step']);
  expect(problems({ feePpm: 1_000_000 })).toEqual(['the fee takes the whole amount']);
  expect(problems({ feePpm: 999_999 })).toEqual([]);
});
