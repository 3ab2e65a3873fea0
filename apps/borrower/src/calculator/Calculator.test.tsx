import { calculateEmi } from '@hiram/contract/calculator';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { answer, lastSentTo, sentTo, show } from '../../test/screen.tsx';
import Calculator from './Calculator.tsx';

const result = {
  principal: 500_000,
  rate: 657_000,
  tenure: 4,
  emi: 142_565,
  totalInterest: 70_259,
  totalPayment: 570_259,
  repayments: [142_565, 142_565, 142_565, 142_564].map((amount, index) => ({
    periodNo: index + 1,
    amount,
    principal: amount,
    interest: 0,
    balance: 0,
  })),
};

test('the calculator begins with a loan of the market and follows what is typed [T1503]', async () => {
  answer(calculateEmi, result);
  show(<Calculator />, {}, '/calculator');
  expect(await screen.findByText('₱1,425.65')).toBeTruthy();
  expect(await lastSentTo(calculateEmi)).toEqual({ principal: 500_000, rate: 657_000, tenure: 4 });
  // The last payment is a centavo smaller: the sum is not four times the first.
  expect(screen.getByText('3 × ₱1,425.65 + ₱1,425.64')).toBeTruthy();
  expect(screen.getByText('5.475% a month on what you still owe')).toBeTruthy();
  const months = screen.getByLabelText('Months');
  await userEvent.type(months, '8');
  await waitFor(async () => expect(await lastSentTo(calculateEmi)).toMatchObject({ tenure: 48 }));
  expect(document.activeElement).toBe(months);
  const before = sentTo(calculateEmi).length;
  await userEvent.clear(months);
  // What is not complete is neither sent nor called wrong before the button asks.
  await waitFor(() => expect(screen.queryByText('₱1,425.65')).toBeNull());
  expect(screen.queryByRole('alert')).toBeNull();
  expect(sentTo(calculateEmi)).toHaveLength(before);
});
