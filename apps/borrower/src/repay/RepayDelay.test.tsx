import { delayDetail } from '@hiram/contract/repay';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { orderId } from '../../test/order.ts';
import { answer, show } from '../../test/screen.tsx';
import RepayDelay from './RepayDelay.tsx';

test('moving the date says what is paid today, and what then on the new day [T2286]', async () => {
  answer(delayDetail, {
    repayAmount: 50_400,
    repayDate: '2026-12-01',
    productName: 'Baitang Loan',
    productLogo: '',
    channels: [
      {
        name: 'GCash',
        logo: '',
        hint: '',
        channelNumber: '10001',
        min: 100,
        max: 10_000_000,
        guide: 'gcash',
        showType: 2,
      },
    ],
    quotedFor: '2026-11-29',
    showsBanner: false,
    bannerText: '',
    extension: { amount: 50_400, title: 'Move your payment' },
    planRows: [],
    oldDueDate: '2026-12-01',
    dueDate: '2026-12-31',
    addedCost: 54_000,
    oldPlan: [{ periodNo: 1, dueDate: '2026-12-01', amount: 284_637 }],
    newPlan: [{ periodNo: 1, dueDate: '2026-12-31', amount: 288_237 }],
    lateCharges: 0,
  });
  show(<RepayDelay />, { orderId });
  expect(await screen.findByText('then ₱2,882.37 on 31 Dec: ₱2,846.37 + ₱36.00 interest')).toBeTruthy();
  expect(screen.getByText('It adds ₱540.00. You still owe the payment.')).toBeTruthy();
  expect([screen.getByText('Pay today'), screen.queryByText('Move your payment')]).toEqual([
    expect.anything(),
    null,
  ]);
  // The lead has said it.
  expect(screen.queryByText(/^Moving the date adds/)).toBeNull();
});
