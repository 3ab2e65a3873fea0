import { waiveDebt, writeOffLoan } from '@hiram/contract/console/loan';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { answerAction, sentTo, show } from '../../test/screen.tsx';
import { LoanActionDialog } from './LoanActionDialog.tsx';
import type { ShownLoan } from './types.ts';

const orderId = '01a1faab-728d-71e6-bd97-d0c87c1a2291';

/** A loan with a late charge of ₱9.48 and a penalty of ₱100.00. Only what the dialogs read is there. */
const loan = {
  order: { orderId, brand: 'ph', name: 'Maria Santos' },
  complaints: [{ reference: 'C-207' }],
  position: {
    parts: [
      { part: 'principal', owed: 769_363 },
      { part: 'interest', owed: 43_441 },
      { part: 'late', owed: 948 },
      { part: 'penalty', owed: 10_000 },
    ],
  },
} as unknown as ShownLoan;

function open(name: 'waive' | 'writeOff'): void {
  answerAction(name === 'waive' ? waiveDebt : writeOffLoan);
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
  const act = await screen.findByRole('button', { name: /^Do it/ });
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
  show(<LoanActionDialog name="writeOff" loan={loan} onClose={() => undefined} />);
  await screen.findByText('This exceeds your limit.');
  await userEvent.type(screen.getByLabelText(/^Reason/), 'The borrower has died.');
  expect(screen.getByRole('button', { name: /^Do it/ })).toHaveProperty('disabled', true);
});

test('a typed reason is kept when the dialog is closed before it was sent', async () => {
  open('writeOff');
  await userEvent.type(screen.getByLabelText(/^Reason/), 'The borrower');
  open('writeOff');
  expect(screen.getAllByLabelText(/^Reason/).at(-1)).toHaveProperty('value', 'The borrower');
});
