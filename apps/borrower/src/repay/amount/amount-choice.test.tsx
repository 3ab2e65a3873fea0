import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { act, renderHook } from '@testing-library/react';
import { expect, test } from 'vitest';
import '../../../test/screen.tsx';
import { useAmountChoice } from './useAmountChoice.ts';

/** A loan with ₱2,855.85 due, a payoff of ₱8,137.52, and other amounts from ₱1.00. */
const bill = {
  repayAmount: 285_585,
  amountMin: 100,
  amountMax: 813_752,
  due: {},
  ways: [{ kind: 'payoff' as const, amount: 813_752, rows: [], after: { paid: 4 } }],
};

function choose(page = '') {
  history.replaceState(null, '', `/repay${page}`);
  return renderHook(() => useAmountChoice(bill), {
    wrapper: ({ children }) => <I18nProvider i18n={i18n}>{children}</I18nProvider>,
  }).result;
}

test('the amount due is chosen first, and the address may choose the payoff [T1150]', () => {
  expect(choose().current.check()).toBe(285_585);
  expect(choose('?pay=payoff').current.check()).toBe(813_752);
});

test('the address may bring an amount that was typed on the page before, as a typed one [T1563]', () => {
  const choice = choose('?pay=100050');
  expect([choice.current.chosen, choice.current.typed, choice.current.check()]).toEqual([
    'other',
    '1,000.50',
    100_050,
  ]);
  expect(choose('?pay=-5').current.chosen).toBe('due');
});

test('a choice of the address that the loan does not offer today is the amount due', () => {
  expect(choose('?pay=late').current.chosen).toBe('due');
});

test('a typed amount is said back as it is understood, and an unreadable one is not paid', () => {
  const choice = choose();
  act(() => choice.current.choose('other'));
  act(() => void expect(choice.current.check()).toBeUndefined());
  expect([choice.current.problem, choice.current.hint]).toEqual(['Type the amount.', '₱1 to ₱8,137.52']);
  act(() => choice.current.type('1,000.5'));
  expect([choice.current.hint, choice.current.check(), choice.current.problem]).toEqual([
    'You pay ₱1,000.50',
    100_050,
    undefined,
  ]);
  act(() => choice.current.type('ten'));
  act(() => void expect(choice.current.check()).toBeUndefined());
  expect(choice.current.problem).toBeTruthy();
});
