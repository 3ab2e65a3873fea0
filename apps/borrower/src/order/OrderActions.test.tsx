import type { LoanDetails } from '@hiram/contract/order';
import { cleanup, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { due, orderId, shownOrder } from '../../test/order.ts';
import { show } from '../../test/screen.tsx';
import { OrderActions } from './OrderActions.tsx';

const late = {
  status: 'overdue',
  order: { due: due({ kind: 'overdue', daysLeft: -2, overdueDays: 2 }) },
} as const;

const open = (details: LoanDetails) =>
  show(<OrderActions details={details} orderId={orderId} openDialog={undefined} />, {}, '/order');

test('who keeps an arrangement is led to its part alone, not to other ways out [T1978]', async () => {
  open(shownOrder(late));
  expect(await screen.findByRole('button', { name: 'I cannot pay now' })).toBeTruthy();
  cleanup();
  open(shownOrder({ ...late, arrangement: { owed: 671_626, due: 671_626, parts: [], instalments: [] } }));
  expect(await screen.findByRole('button', { name: /^Pay ₱/ })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'I cannot pay now' })).toBeNull();
});
