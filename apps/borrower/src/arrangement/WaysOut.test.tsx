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
    until: '2026-12-28',
    waiting: 14_227,
    payPart: { amount: 100_000, rest: 185_585, added: 9_228, min: 100, max: 285_585 },
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
  expect(screen.getByText('The same payments without the arrangement: ₱165.74, ₱113.58 more.')).toBeTruthy();
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

test('before anything is late two ways stand open, the first one chosen, and the closed one comes last [T2282] [T3865]', async () => {
  answer(waysOut, {
    productName: 'Baitang Loan',
    today: '2026-11-29',
    due: 284_637,
    dueNo: 1,
    dueDate: '2026-12-01',
    servicePhone: '+63285550177',
    until: '2026-12-31',
    waiting: 14_226,
    payPart: { amount: 100_000, rest: 184_637, added: 9_228, min: 100, max: 284_637 },
    extension: {
      amount: 50_400,
      interest: 50_400,
      charges: 0,
      newAmount: 288_237,
      newInterest: 57_600,
      newDueDate: '2026-12-31',
      added: 54_000,
      moves: 30,
    },
    noExtension: '',
    noArrangement: 'Nothing is late.',
    isAsked: false,
    askedDays: [],
  });
  show(<WaysOut />, { orderId });
  expect(await screen.findByRole('heading', { name: 'Nothing is late yet' })).toBeTruthy();
  expect(screen.getByText('₱2,846.37 is due on 1 Dec.')).toBeTruthy();
  const names = () => screen.getAllByRole('radio').map((radio) => radio.closest('label')?.textContent);
  expect(names().map((name) => name?.slice(0, 12))).toEqual(['Pay some now', 'Move the dat']);
  expect(names()[0]).toMatch(/It adds ₱92\.28 by 31 Dec/);
  expect(names()[1]).toMatch(/Today ₱504\.00 .*Then ₱2,882\.37 31 Dec/);
  const last = screen.getByRole('radiogroup').nextElementSibling;
  expect(last?.textContent).toMatch(/^Pay in parts/);
  expect(screen.getByRole('radio', { checked: true })).toBe(screen.getByRole('radio', { name: /^Pay some/ }));
  expect(screen.getByRole('button', { name: /^Pay ₱/ })).toBeTruthy();
  // [T3865] What cannot be paid is said once, and no sum of another amount stands below it.
  const amount = await screen.findByLabelText('Amount');
  expect(screen.getByText(/^₱2,846\.37 − ₱1,000\.00 =/)).toBeTruthy();
  await userEvent.clear(amount);
  await userEvent.type(amount, '99999');
  expect(screen.getByText('At most ₱2,846.37')).toBeTruthy();
  expect(screen.queryByText(/to ₱2,846\.37$/)).toBeNull();
  expect(screen.queryByText(/^₱2,846\.37 − ₱1,000\.00 =/)).toBeNull();
  await userEvent.click(screen.getByRole('radio', { name: /^Move the date/ }));
  expect(screen.getByRole('button', { name: 'Move the date' })).toBeTruthy();
});
