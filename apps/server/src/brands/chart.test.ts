import { components } from '@hiram/books';
import { localDate } from '@hiram/loan';
import { expect, test } from 'vitest';
import shipped from '../../../../brands/accounts.json' with { type: 'json' };
import { accountOf, lossRatesOn, readChart } from './chart.ts';

type Json = typeof shipped;

/** The faults of the shipped chart after a change. */
function faultsAfter(change: (chart: Json) => void): readonly string[] {
  const chart = structuredClone(shipped);
  change(chart);
  return readChart(chart).faults;
}
const accountIn = (chart: Json, code: string) => {
  const account = chart.accounts.find((each) => each.code === code);
  if (!account) throw new Error(code);
  return account;
};

test('the shipped chart has an account for every component [T1523]', () => {
  const { chart, faults } = readChart(shipped);
  expect(faults).toEqual([]);
  if (!chart) throw new Error('no chart');
  for (const component of components) expect(accountOf(chart, component)).toMatch(/^\d{4}$/);
  expect(accountOf(chart, 'cash:gcash')).toBe('1010');
  expect(accountOf(chart, 'cash:transfer')).toBe('1030');
});

test('a chart without an account for a component is refused with its name [T1524]', () => {
  expect(
    faultsAfter((chart) => {
      accountIn(chart, '1120').components = [];
    }),
  ).toEqual(['accounts: the component interestReceivable has no account']);
});

test('a circle of parents, a missing parent and a double are refused with their account [T1525]', () => {
  expect(
    faultsAfter((chart) => {
      Object.assign(accountIn(chart, '1000'), { parent: '1100' });
      Object.assign(accountIn(chart, '1100'), { parent: '1000' });
    }),
  ).toEqual(['accounts.1000: its parents are a circle', 'accounts.1100: its parents are a circle']);
  expect(
    faultsAfter((chart) => {
      Object.assign(accountIn(chart, '2200'), { parent: '9' });
    }),
  ).toEqual(['accounts.2200: its parent 9 does not exist']);
  expect(
    faultsAfter((chart) => {
      chart.accounts.push(structuredClone(accountIn(chart, '5100')));
    }),
  ).toEqual(['accounts: 5100 is there twice']);
  expect(
    faultsAfter((chart) => {
      accountIn(chart, '1010').components?.push('bank');
    }),
  ).toEqual(['accounts.1020: bank is in the account 1010 already']);
  expect(
    faultsAfter((chart) => {
      accountIn(chart, '4010').type = 'asset';
    }),
  ).toEqual(['accounts.4010: interestIncome belongs in an account of type income']);
});

test('loss rates are the latest of the product, or of every product [T1526]', () => {
  const { chart } = readChart({
    ...shipped,
    lossRates: [
      { from: '2026-01-01', rates: [1, 2, 3], source: 'a', isConfirmed: true },
      { from: '2026-03-01', rates: [4, 5, 6], source: 'b', isConfirmed: true },
      { from: '2026-02-01', product: 'starter', rates: [7, 8, 9], source: 'c', isConfirmed: true },
    ],
  });
  if (!chart) throw new Error('no chart');
  expect(lossRatesOn(chart, 'starter', localDate('2026-04-01'))).toEqual([7, 8, 9]);
  expect(lossRatesOn(chart, 'starter', localDate('2026-01-31'))).toEqual([1, 2, 3]);
  expect(lossRatesOn(chart, 'other', localDate('2026-03-01'))).toEqual([4, 5, 6]);
  expect(lossRatesOn(chart, 'other', localDate('2025-12-31'))).toEqual([0, 0, 0]);
});
