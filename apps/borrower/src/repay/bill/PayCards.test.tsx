import type { InstalmentDetail } from '@hiram/contract/repay';
import { instalmentDetail } from '@hiram/contract/repay';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { due, orderId } from '../../../test/order.ts';
import { answer, show } from '../../../test/screen.tsx';
import { useAmountChoice } from '../amount/useAmountChoice.ts';
import { PayCards } from './PayCards.tsx';

const bill: InstalmentDetail = {
  repayAmount: 285_585,
  repayDate: '2026-12-18',
  productName: 'Salapi Loan',
  productLogo: '',
  channels: [],
  bannerText: '',
  showsBanner: false,
  quotedFor: '2026-12-18',
  rows: [],
  due: due({ kind: 'arranged', repayAmount: 285_585, dueDate: '2026-12-18', overdueDays: 0 }),
  repayments: [],
  ways: [],
  ifUnpaid: 'Unpaid, your arrangement ends on 23 Dec 2026.',
  amountMin: 100,
  amountMax: 813_752,
  canExtend: false,
};

function Cards() {
  return <PayCards bill={bill} orderId={orderId} choice={useAmountChoice(bill)} />;
}

test('the amount due says when an unpaid part ends an arrangement [T1977]', async () => {
  show(<Cards />, {}, '/repay');
  expect(
    await screen.findByText(/^Due .*2026\. Unpaid, your arrangement ends on 23 Dec 2026\.$/),
  ).toBeTruthy();
});

test('a typed amount says what it pays, what stays open and that lateness goes on, as the server has it [T2666]', async () => {
  answer(instalmentDetail, {
    ...bill,
    part: {
      amount: 100_000,
      charges: 948,
      repayments: [{ periodNo: 1, amount: 99_052, unpaid: 185_585 }],
      after: { paid: 0, next: { amount: 185_585, date: '2026-12-16', isLate: true } },
    },
  });
  show(<Cards />, {}, '/repay');
  await userEvent.click(await screen.findByRole('radio', { name: /Other amount/ }));
  await userEvent.type(screen.getByRole('textbox'), '1000');
  const text = await screen.findByText(/^Pays late interest ₱9\.48 \+ ₱990\.52 of payment 1\./);
  expect(text.textContent).toBe(
    'Pays late interest ₱9.48 + ₱990.52 of payment 1. Of payment 1 ₱1,855.85 stays open. What stays is still late: late interest goes on each day.',
  );
});
