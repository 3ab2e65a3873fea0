import type { LoanDetails } from '@hiram/contract/order';
import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { due, orderId, shownOrder } from '../../test/order.ts';
import { show } from '../../test/screen.tsx';
import { keepCode } from '../app/page/kept-code.ts';
import { Held } from '../kit/controls/Button.tsx';
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

test('an offered arrangement is answered by the main action, and paying stands beside it [T2167]', async () => {
  const parts = [{ date: '2026-12-09', amount: 95_195 }];
  open(shownOrder({ ...late, waysOut: 'offered', offer: { parts, validThrough: '2026-12-04' } }));
  await userEvent.click(await screen.findByRole('button', { name: 'See the offer' }));
  expect(location.pathname).toBe('/waysOut');
  expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
    'Pay ₱3,463.10',
    'See the offer',
  ]);
});

test('while a payment is checked the bar says so first, and paying is no main action [T2718]', async () => {
  open(
    shownOrder({ ...late, order: { due: due({ kind: 'overdue', overdueDays: 2, underReview: 100_000 }) } }),
  );
  const hint = await screen.findByText('We are checking ₱1,000.00 from you. You need not pay again.');
  const pay = screen.getByRole('button', { name: /^Pay ₱/ });
  expect(hint.compareDocumentPosition(pay)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  expect(pay.className).toMatch(/secondary/);
  cleanup();
  open(shownOrder(late));
  expect((await screen.findByRole('button', { name: /^Pay ₱/ })).className).not.toMatch(/secondary/);
});

test('without a connection stand the telephone and the code that the phone keeps [T2656]', () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const details = shownOrder({ status: 'overdue', order: { due: due({ repayAmount: 285_585 }) } });
  const bar = () => {
    cleanup();
    show(
      <Held.Provider value>
        <OrderActions details={details} orderId={orderId} openDialog={undefined} />
      </Held.Provider>,
    );
    return Array.from(document.querySelectorAll('a, button'), ({ textContent }) => textContent);
  };
  expect(bar()).toEqual(['Call us', 'Pay ₱2,855.85']);
  keepCode(orderId, {
    address: '/repaymentOfCode?payCode=1',
    until: new Date(Date.now() + 60_000).toISOString(),
  });
  expect(bar()).toEqual(['Call us', 'Show saved code']);
  keepCode(orderId, undefined);
  vi.restoreAllMocks();
});

test('while nothing can be paid yet the bar names no amount to pay [T2669]', () => {
  const quote = {
    ...{ day: '2026-12-18', steps: 1, least: 1, most: 1, amount: 568_250, saves: 0 },
    ...{ payable: false, payableFrom: '2027-01-10', kind: 'due' as const },
  };
  const order = {
    due: due({ kind: 'maturity', repayAmount: 568_250, periods: 1 }),
    quote: { ...quote, rows: [] },
  };
  open(shownOrder({ status: 'active', order }));
  expect(screen.getByRole('button', { name: 'See how to pay' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: /^Pay / })).toBeNull();
});
