import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { shownLoan } from '../../../test/loan.ts';
import { setUpScreens, show } from '../../../test/screen.tsx';
import type { Person } from '../../app/person.ts';
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
