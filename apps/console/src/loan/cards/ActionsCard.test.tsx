import { cleanup, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { shownLoan } from '../../../test/loan.ts';
import { setUpScreens, show } from '../../../test/screen.tsx';
import type { Person } from '../../app/person.ts';
import type { ShownLoan } from '../types.ts';
import { ActionsCard } from './ActionsCard.tsx';

setUpScreens();

const rights = ['loan.waive', 'loan.writeOff', 'decision.read'].map((right) => ({ right, brand: 'ph' }));
const person = { rights } as unknown as Person;

test('a loan that waits for a decision says so instead of actions that are all blocked [T2099]', () => {
  const { order } = shownLoan();
  const waiting = { order: { ...order, status: 'applied' as const }, events: [], position: undefined };
  show(<ActionsCard loan={shownLoan(waiting)} person={person} />);
  expect(screen.queryByRole('button')).toBeNull();
  expect(screen.getByText(/It waits for a decision/)).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Decisions' }).getAttribute('href')).toBe('/decisions');
});

test('a held payout says why, and leads to where it is released or cancelled [T2649]', () => {
  const payout = { payoutId: 'p', amount: 980_000, state: 'requested', holdReason: 'firstLoans' } as const;
  const loan = shownLoan({ events: [], payouts: [payout as unknown as ShownLoan['payouts'][number]] });
  const cashier = { rights: [...rights, { right: 'moneyOut.read', brand: 'ph' }] } as unknown as Person;
  show(<ActionsCard loan={loan} person={cashier} />);
  expect(screen.getByText(/The payout is held: Over the day’s first loans/)).toBeTruthy();
  expect(screen.getByRole('link', { name: /^Release or cancel/ }).getAttribute('href')).toBe(
    '/money-out?list=held',
  );
  cleanup();
  show(<ActionsCard loan={loan} person={person} />);
  expect(screen.queryByRole('link')).toBeNull();
});
