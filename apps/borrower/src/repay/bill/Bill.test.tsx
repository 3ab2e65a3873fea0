import { type InstalmentDetail, payCode } from '@hiram/contract/repay';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { due, orderId } from '../../../test/order.ts';
import { sentTo, show } from '../../../test/screen.tsx';
import { Bill } from './Bill.tsx';

const bill: InstalmentDetail = {
  repayAmount: 284_637,
  repayDate: '2026-12-03',
  productName: 'Baitang Loan',
  productLogo: '',
  channels: [],
  bannerText: '',
  showsBanner: false,
  quotedFor: '2026-11-30',
  rows: [],
  due: due({ kind: 'instalment', repayAmount: 284_637, dueDate: '2026-12-03', overdueDays: 0 }),
  repayments: [],
  ways: [],
  amountMin: 100,
  amountMax: 284_637,
  canExtend: false,
};
const open = (changes: Partial<InstalmentDetail> = {}) =>
  show(
    <Bill
      bill={{ ...bill, ...changes }}
      productId={undefined}
      orderId={orderId}
      onChanged={() => undefined}
    />,
    { orderId },
    '/repay',
  );

test('while a payment is checked, paying again is not the first step [T3866]', () => {
  open({ due: { ...bill.due, underReview: 28_463_700 } });
  expect(screen.getByRole('button', { name: 'Pay ₱2,846.37' }).className).toMatch(/secondary/);
});

test('the button names no amount that cannot be paid, and the field says why, unsent [T3867]', async () => {
  open();
  await userEvent.click(await screen.findByRole('radio', { name: /Other amount/ }));
  const amount = screen.getByLabelText('Amount');
  for (const [typed, fault] of [
    ['999999', 'At most ₱2,846.37'],
    ['0.50', '₱1 to ₱2,846.37'],
  ] as const) {
    await userEvent.clear(amount);
    await userEvent.type(amount, typed);
    await userEvent.click(screen.getByRole('button', { name: 'Pay' }));
    expect((await screen.findByRole('alert')).textContent).toBe(fault);
    expect(screen.getAllByText(fault)).toHaveLength(1);
  }
  expect(sentTo(payCode)).toEqual([]);
});
