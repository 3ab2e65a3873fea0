import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { shownLoan } from '../../../test/loan.ts';
import { setUpScreens, show } from '../../../test/screen.tsx';
import type { Person } from '../../app/person.ts';
import type { ShownLoan } from '../types.ts';
import { ActionsCard } from './ActionsCard.tsx';

setUpScreens();

const rights = ['loan.waive', 'loan.writeOff'].map((right) => ({ right, brand: 'ph' }));
const person = { rights } as unknown as Person;

test('what waits for approval is not offered again, and says who requested it [T3430]', () => {
  const request = { approvalId: 'a', action: 'loan.waive', amount: 50_000, by: 'Carlo Reyes', at: '' };
  const loan = shownLoan({ requests: [request as unknown as ShownLoan['requests'][number]] });
  show(<ActionsCard loan={loan} person={person} />);
  expect(screen.getByRole('button', { name: 'Waive' }).getAttribute('aria-disabled')).toBe('true');
  expect(screen.getByText('Waive: requested by Carlo Reyes, waits for approval')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Write off' }).getAttribute('aria-disabled')).toBe('false');
});
