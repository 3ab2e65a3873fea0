import type { LoanMilestone } from '@hiram/contract/milestone';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { orderId } from '../../test/order.ts';
import { show } from '../../test/screen.tsx';
import { Milestone } from './Milestone.tsx';

const settled: LoanMilestone = {
  kind: 'settled',
  eventId: 'payment-1',
  givenName: 'Maria',
  amount: 1_138_548,
  accounts: [],
  isBound: false,
  reference: '',
  lent: 1_000_000,
  fee: 0,
  completed: 0,
  repayments: [],
  owedInAll: 0,
  credit: 0,
  reminderDays: 3,
};

test.each([
  [0, ['₱10,000.00 borrowed + ₱1,385.48 interest and charges']],
  [
    100_000,
    ['₱10,000.00 borrowed + ₱385.48 interest and charges', '₱1,000.00 of it is too much: it is yours'],
  ],
])('what was paid beyond a settled loan is no interest: a credit of %d [T2673]', (credit, lines) => {
  show(<Milestone milestone={{ ...settled, credit }} orderId={orderId} onEnd={() => undefined} />);
  for (const line of lines) expect(screen.getByText(line)).toBeTruthy();
});
