import { calculateEmi } from '@hiram/contract/calculator';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { answer, lastSentTo, sentTo, show } from '../../test/screen.tsx';
import Calculator from './Calculator.tsx';

const result = {
  principal: 500_000,
  rate: 648_000,
  tenure: 4,
  emi: 142_318,
  totalInterest: 69_274,
  totalPayment: 569_274,
  repayments: [142_318, 142_318, 142_318, 142_320].map((amount, index) => ({
    periodNo: index + 1,
    amount,
    principal: amount,
    interest: 0,
    balance: 0,
  })),
};

test('the calculator begins with the payment that the home page names and follows what is typed [T1503]', async () => {
  answer(calculateEmi, result);
  show(<Calculator />, {}, '/calculator');
  expect(await screen.findByText('₱1,423.18')).toBeTruthy();
  expect(await lastSentTo(calculateEmi)).toEqual({ principal: 500_000, rate: 648_000, tenure: 4 });
  // The last payment is two centavos larger: the sum is not four times the first.
  expect(screen.getByText('3 × ₱1,423.18 + ₱1,423.20')).toBeTruthy();
  expect(screen.getByText('5.4% a month on what you still owe')).toBeTruthy();
  const months = screen.getByLabelText('Months');
  await userEvent.type(months, '8');
  await waitFor(async () => expect(await lastSentTo(calculateEmi)).toMatchObject({ tenure: 48 }));
  expect(document.activeElement).toBe(months);
  const before = sentTo(calculateEmi).length;
  await userEvent.clear(months);
  // What is not complete is neither sent nor called wrong before the button asks.
  await waitFor(() => expect(screen.queryByText('₱1,423.18')).toBeNull());
  expect(screen.queryByRole('alert')).toBeNull();
  expect(sentTo(calculateEmi)).toHaveLength(before);
});
