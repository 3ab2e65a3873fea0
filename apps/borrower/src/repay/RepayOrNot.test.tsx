import { remindToPay } from '@hiram/contract/order';
import { type LaterCost, laterCost } from '@hiram/contract/repay';
import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { due, orderId } from '../../test/order.ts';
import { answer, lastSentTo, show } from '../../test/screen.tsx';
import RepayOrNot from './RepayOrNot.tsx';

const cost = (first: { readonly date: string; readonly days: number }): LaterCost => ({
  productName: 'Baitang Loan',
  due: due({ repayAmount: 285_585, overdueDays: 2 }),
  repayAmount: 285_585,
  repayDate: '2026-11-27',
  overdueDays: 2,
  payable: true,
  later: [{ ...first, amount: 286_060, more: 475 }],
  extensionAdds: 56_770,
});

test('beside the cost of waiting, moving the date says what it adds [T3422]', async () => {
  answer(laterCost, cost({ date: '2026-11-30', days: 1 }));
  show(<RepayOrNot />, { orderId });
  await userEvent.click(await screen.findByRole('button', { name: 'Move the date: ₱567.70 more' }));
  expect(location.pathname).toBe('/repayDelay');
});

test('who pays later is reminded tomorrow, or on the last day that adds nothing [T3423]', async () => {
  answer(remindToPay, { remindOn: '2026-11-30' });
  for (const [first, day] of [
    [{ date: '2026-11-30', days: 1 }, '2026-11-30'],
    [{ date: '2026-12-02', days: 3 }, '2026-12-01'],
  ] as const) {
    cleanup();
    answer(laterCost, cost(first));
    show(<RepayOrNot />, { orderId });
    await userEvent.click(await screen.findByRole('button', { name: /^Remind me/ }));
    expect(await lastSentTo(remindToPay)).toEqual({ orderId, day });
  }
});

test('a reminder waits for the first day on which the loan takes a payment [T3862]', async () => {
  answer(remindToPay, { remindOn: '2027-01-11' });
  const early = { ...cost({ date: '2026-12-05', days: 5 }), payable: false, payableFrom: '2027-01-11' };
  answer(laterCost, early);
  show(<RepayOrNot />, { orderId });
  await userEvent.click(await screen.findByRole('button', { name: 'Remind me 11 Jan' }));
  expect(await lastSentTo(remindToPay)).toEqual({ orderId, day: '2027-01-11' });
});
