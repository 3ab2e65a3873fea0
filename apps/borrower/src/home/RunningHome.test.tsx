import type { HomeIndex } from '@hiram/contract/home';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { due, orderId, productId } from '../../test/order.ts';
import { show } from '../../test/screen.tsx';
import { HomeAction } from './HomeAction.tsx';
import { RunningHome } from './RunningHome.tsx';

test('home says of a late loan what its page says: the late payments and the days of the first [T2670]', () => {
  const row = { dueDate: '2026-11-29', amount: 284_637, unpaid: 284_637, moved: false } as const;
  const order = {
    orderId,
    productId,
    productName: 'Baitang Loan',
    productLogo: '',
    status: 'overdue',
    statusText: '',
    amount: 1_000_000,
    due: due({ kind: 'overdue', overdueDays: 62, periods: 4 }),
    repayments: ([1, 2, 3, 4] as const).map((periodNo) => ({
      ...row,
      periodNo,
      state: periodNo < 4 ? ('late' as const) : ('coming' as const),
    })),
  } as const;
  show(<RunningHome order={order} phone="" />);
  expect(screen.getByText('3 payments late')).toBeTruthy();
  expect(screen.getByText('62 days late')).toBeTruthy();
  expect(screen.queryByText('Payment 1 of 4')).toBeNull();
});

test.each([
  ['overdue', 1],
  ['arranged', 0],
] as const)(
  'home offers other ways of a late loan unless an arrangement is kept: %s [T2671]',
  (kind, count) => {
    const order: NonNullable<HomeIndex['order']> = {
      orderId,
      productId,
      productName: 'Baitang Loan',
      productLogo: '',
      status: 'overdue',
      statusText: '',
      amount: 1_000_000,
      due: due({ kind }),
      repayments: [],
    };
    show(<RunningHome order={order} phone="" />);
    expect(screen.queryAllByText('I cannot pay now')).toHaveLength(count);
  },
);

test('home leads with the state of an order that waits, and its button names what is to be done [T3825]', () => {
  const order: NonNullable<HomeIndex['order']> = {
    orderId,
    productId,
    productName: 'Baitang Loan',
    productLogo: '',
    status: 'applied',
    statusText: '',
    notice: { title: 'We can lend you less', text: 'You can take it until 8 Dec 2026.' },
    amount: 1_000_000,
    repayments: [],
  };
  const home = { products: [], credits: [], servicePhone: '' };
  show(
    <>
      <RunningHome order={order} phone="" />
      <HomeAction home={{ ...home, order: { ...order, step: 'See the offer' } }} />
      <HomeAction home={{ ...home, order }} />
    </>,
  );
  const lines = [...document.querySelectorAll('a > span')].map(({ textContent }) => textContent);
  expect(lines).toEqual([
    'We can lend you less',
    'You can take it until 8 Dec 2026.',
    'Baitang Loan · You applied for ₱10,000.00',
  ]);
  expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
    'See the offer',
    'See my application',
  ]);
});
