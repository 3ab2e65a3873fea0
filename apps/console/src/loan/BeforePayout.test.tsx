import { cleanup, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { shownLoan } from '../../test/loan.ts';
import { setUpScreens, show } from '../../test/screen.tsx';
import type { Person } from '../app/person.ts';
import { FirstEvents, PayoutBanner } from './BeforePayout.tsx';
import type { ShownLoan } from './types.ts';

setUpScreens();

const personWith = (...rights: string[]) =>
  ({ rights: rights.map((right) => ({ right, brand: 'ph' })) }) as unknown as Person;
const before = (status: ShownLoan['order']['status'], changes: Partial<ShownLoan> = {}) => {
  const { disbursedOn: _, ...order } = shownLoan().order;
  return shownLoan({ order: { ...order, status }, events: [], ...changes });
};
const at = '2026-11-26T05:22:00.000Z';

test('a payout that is held says why, since when and who decides, and is decided from there [T2649]', () => {
  const hold = { payoutId: 'p', orderId: 'o', amount: 980_000, reason: 'firstLoans', at };
  const loan = before('approved', {
    holds: [hold as unknown as ShownLoan['holds'][number]],
    deciders: ['Rosa Lim'],
  });
  show(<PayoutBanner loan={loan} person={personWith('moneyOut.release')} />);
  expect(
    screen.getByText('Approved, payout of ₱9,800.00 held: Daily limit of first loans reached.'),
  ).toBeTruthy();
  expect(screen.getByRole('status').textContent).toMatch(/Since 26 Nov 2026, 13:22\. May decide: Rosa Lim\./);
  expect(screen.getByRole('button', { name: 'Decide' })).toBeTruthy();
  cleanup();
  show(<PayoutBanner loan={loan} person={personWith('loan.read')} />);
  expect(screen.queryByRole('button')).toBeNull();
});

test('a loan that waits for a decision leads with it, and shows what happened so far [T2099]', () => {
  const review = { reviewId: 'r', orderId: 'o', kind: 'application', reasons: ['scorerRefers'], at };
  const loan = before('applied', { reviews: [review as unknown as ShownLoan['reviews'][number]] });
  show(<PayoutBanner loan={loan} person={personWith('decision.decide')} />);
  expect(
    screen.getByText('Applied for ₱10,000.00, not decided yet: The scorer wants a person to look.'),
  ).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Decide' })).toBeTruthy();
  cleanup();
  show(<FirstEvents loan={loan} />);
  expect(screen.getByText(/Applied/).textContent).toBe('Applied ₱10,000.00');
});
