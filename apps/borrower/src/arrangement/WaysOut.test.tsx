import { waysOut } from '@hiram/contract/arrangement';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { orderId } from '../../test/order.ts';
import { answer, reject, show } from '../../test/screen.tsx';
import WaysOut from './WaysOut.tsx';

test('parts that were asked for stand alone, with their own days and sum, until somebody answers [T1509]', async () => {
  const askedDays = ['2026-12-07', '2026-12-22', '2027-01-06'];
  answer(waysOut, {
    productName: 'Baitang Loan',
    today: '2026-11-28',
    due: 285_585,
    dueNo: 1,
    servicePhone: '+63285550177',
    payPart: {
      amount: 100_000,
      rest: 185_585,
      perDay: 308,
      base: 184_637,
      ppm: 1_666,
      min: 100,
      max: 285_585,
    },
    noExtension: '',
    arrangement: {
      amount: 285_585,
      charges: 948,
      parts: askedDays.map((date) => ({ date, amount: 95_195 })),
      added: { kept: 5_216, plain: 16_574 },
    },
    noArrangement: '',
    isAsked: true,
    askedDays,
  });
  show(<WaysOut />);
  expect(await screen.findByRole('heading', { name: 'You asked to pay in parts' })).toBeTruthy();
  expect(await screen.findByText('3 × ₱951.95 = ₱2,855.85')).toBeTruthy();
  expect(screen.getByText('Other payments, if you do not pay them').closest('div')?.textContent).toContain(
    '₱52.16',
  );
  expect(screen.getByText('Without the arrangement: ₱165.74.')).toBeTruthy();
  expect(screen.queryAllByRole('radio')).toEqual([]);
});

test('who opens the ways out while an arrangement is kept is led to the loan [T1824]', async () => {
  reject(waysOut, { code: waysOut.rejections.arranged, message: 'An arrangement runs already.' });
  show(<WaysOut />, { orderId });
  await userEvent.click(await screen.findByRole('button', { name: 'See my loan' }));
  expect([location.pathname, new URLSearchParams(location.search).get('orderId')]).toEqual([
    '/order',
    orderId,
  ]);
});
