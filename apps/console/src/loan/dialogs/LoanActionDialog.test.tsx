import { extendLoan, refundCredit, stopCharges, waiveDebt, writeOffLoan } from '@hiram/contract/console/loan';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { orderId, shownLoan } from '../../../test/loan.ts';
import { answerAction, sentTo, show } from '../../../test/screen.tsx';
import { LoanActionDialog } from './LoanActionDialog.tsx';

const calls = {
  waive: waiveDebt,
  writeOff: writeOffLoan,
  extend: extendLoan,
  stop: stopCharges,
  refund: refundCredit,
} as const;

function open(name: keyof typeof calls, loan = shownLoan()): void {
  answerAction(calls[name]);
  show(<LoanActionDialog name={name} loan={loan} onClose={() => undefined} />);
}

test('a waiver offers the late charge, then all charges, each with its amount [T1145]', async () => {
  open('waive');
  expect(screen.getByRole('dialog', { name: /^Waive/ }).textContent).toContain('Maria Santos · L-7C1A-2291');
  expect(screen.getAllByRole('radio').map((choice) => choice.closest('label')?.textContent)).toEqual([
    'Late charge alone₱9.48',
    'Late charge and penalty₱109.48',
    'Other amounts …',
  ]);
  await waitFor(() =>
    expect(sentTo(waiveDebt.preview)).toEqual([
      { request: { orderId, principal: 0, interest: 0, late: 948, penalty: 0 } },
    ]),
  );
  await userEvent.click(screen.getByRole('radio', { name: /penalty/ }));
  await waitFor(() =>
    expect(sentTo(waiveDebt.preview).at(-1)).toEqual({
      request: { orderId, principal: 0, interest: 0, late: 948, penalty: 10_000 },
    }),
  );
});

test('a waiver of another amount is read in the brand’s format, and not above what is owed', async () => {
  open('waive');
  await userEvent.click(screen.getByRole('radio', { name: /Other amounts/ }));
  const interest = screen.getByLabelText(/^Interest, at most ₱434\.41/i);
  await userEvent.type(interest, '500');
  expect(interest.getAttribute('aria-invalid')).toBe('true');
  expect(screen.getByText('At most ₱434.41.')).toBeTruthy();
  await userEvent.clear(interest);
  await userEvent.type(interest, '1.50');
  await waitFor(() =>
    expect(sentTo(waiveDebt.preview).at(-1)).toEqual({
      request: { orderId, principal: 0, interest: 150, late: 0, penalty: 0 },
    }),
  );
});

test('a write-off is sent with its digest, the complaint as its cause and the typed reason', async () => {
  open('writeOff');
  const act = await screen.findByRole('button', { name: /^Write the loan off/ });
  expect(act).toHaveProperty('disabled', true);
  await userEvent.type(screen.getByLabelText(/^Reason/), 'The borrower has died.');
  await userEvent.click(act);
  await waitFor(() =>
    expect(sentTo(writeOffLoan.submit)).toEqual([
      { request: { orderId }, digest: 'd1', reference: 'C-207', reason: 'The borrower has died.' },
    ]),
  );
});

test('what exceeds the person’s limit cannot be sent, and a second person is asked where one is needed', async () => {
  answerAction(writeOffLoan, { verdict: 'overLimit' });
  show(<LoanActionDialog name="writeOff" loan={shownLoan()} onClose={() => undefined} />);
  await screen.findByText('This exceeds your limit.');
  await userEvent.type(screen.getByLabelText(/^Reason/), 'The borrower has died.');
  expect(screen.getByRole('button', { name: /^Write the loan off/ })).toHaveProperty('disabled', true);
});

test('a typed reason is kept when the dialog is closed before it was sent', async () => {
  open('writeOff');
  await userEvent.type(screen.getByLabelText(/^Reason/), 'The borrower');
  open('writeOff');
  expect(screen.getAllByLabelText(/^Reason/).at(-1)).toHaveProperty('value', 'The borrower');
});

test('an extension without a fee is previewed at once, for the loan alone [T1011] [T3446]', async () => {
  open('extend');
  expect(screen.getByRole('heading', { name: /^Extend without a fee/ })).toBeTruthy();
  await waitFor(() => expect(sentTo(extendLoan.preview)).toEqual([{ request: { orderId } }]));
});

test('late charges are stopped for two weeks unless another day is chosen, of at most ninety [T1012]', async () => {
  open('stop');
  const until = screen.getByLabelText('Until, this day included');
  await waitFor(() =>
    expect(sentTo(stopCharges.preview)).toEqual([{ request: { orderId, until: '2026-12-10' } }]),
  );
  fireEvent.change(until, { target: { value: '2027-02-24' } });
  await waitFor(() =>
    expect(sentTo(stopCharges.preview).at(-1)).toEqual({ request: { orderId, until: '2027-02-24' } }),
  );
  fireEvent.change(until, { target: { value: '2027-02-25' } });
  await waitFor(() =>
    expect(screen.getByRole('button', { name: /^Stop late charges/ })).toHaveProperty('disabled', true),
  );
  expect(sentTo(stopCharges.preview)).toHaveLength(2);
});

test('a refund goes back the way its payment came, and not above what is free [T1013]', async () => {
  const credits = [
    { provider: 'xendit', amount: 50_000, free: 30_000, nextFrom: '2026-12-01' },
    { provider: 'paymongo', amount: 20_000, free: 20_000 },
  ];
  open('refund', shownLoan({ credits }));
  const refunded = screen.getByLabelText(/^Refunded, at most ₱300\.00/i);
  await userEvent.type(refunded, '400');
  expect(await screen.findByText('At most ₱300.00.')).toBeTruthy();
  await userEvent.clear(refunded);
  await userEvent.type(refunded, '250');
  await waitFor(() =>
    expect(sentTo(refundCredit.preview).at(-1)).toEqual({
      request: { orderId, amount: 25_000, from: 'xendit' },
    }),
  );
  expect(sentTo(refundCredit.preview)).not.toContainEqual({
    request: { orderId, amount: 40_000, from: 'xendit' },
  });
  const before = sentTo(refundCredit.preview).length;
  await userEvent.click(screen.getByRole('radio', { name: /paymongo/ }));
  expect(await screen.findByText('At most ₱200.00.')).toBeTruthy();
  expect(sentTo(refundCredit.preview)).toHaveLength(before);
});
