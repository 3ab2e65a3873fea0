import { type ConfirmDetail, confirmDetail, contractList } from '@hiram/contract/confirm';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { productId } from '../../test/order.ts';
import { answer, show } from '../../test/screen.tsx';
import Confirm from './Confirm.tsx';

const repayments = [1, 2].map((no) => ({
  title: `Repayment ${no}`,
  description: '',
  amount: 284_637,
  dueDate: `2026-12-${no + 20}`,
  principal: 250_000,
  interest: 34_637,
}));

/** An offer of ₱5,000.00 less a fee of ₱100.00, whose statement was not read. */
const offer: ConfirmDetail = {
  amount: 500_000,
  term: 60,
  termUnit: 'day',
  rows: [
    { kind: 'received', text: 'You get', value: '₱4,900.00' },
    { kind: 'fee', text: 'Fee', value: '₱100.00' },
    { kind: 'total', text: 'Total', value: '₱5,692.74' },
    { text: 'Of which cost', value: '₱792.74' },
  ],
  repayments,
  firstDueDate: '2026-12-21',
  daysToFirstRepayment: 30,
  rateText: '5.4% for 30 days',
  sendsText: false,
  asksBeforeLeaving: false,
  leavePromptTitle: '',
  leavePromptText: '',
  agreementUrl: '',
  productLogo: '',
  productName: 'Baitang Loan',
  netProceeds: 490_000,
  amountMin: 200_000,
  amountMax: 500_000,
  amountStep: 50_000,
  earliestPayoffDay: 30,
  coolingOffDays: 0,
  agreementTicked: false,
  disclosure: { needed: true, acknowledged: false, title: 'Disclosure Statement', url: '/x', hash: 'a' },
};

async function open(changes: Partial<ConfirmDetail> = {}): Promise<void> {
  answer(confirmDetail, { ...offer, ...changes });
  answer(contractList, { list: [{ title: 'Loan Agreement' }] });
  show(<Confirm />, { productId }, '/loanConfirm');
  await screen.findByText('Of which cost');
}

test('until the statement is read the bar leads to it alone, and every document can be read [T2164]', async () => {
  await open();
  expect(screen.getByRole('button', { name: 'Read before you agree' })).toBeTruthy();
  expect(screen.queryByRole('checkbox')).toBeNull();
  expect(screen.getByRole('button', { name: /^Disclosure Statement/ })).toBeTruthy();
  expect(await screen.findByRole('button', { name: /^Loan Agreement/ })).toBeTruthy();
});

test('who has read the statement consents in the bar and can read it again [T2165]', async () => {
  await open({ disclosure: { ...offer.disclosure, acknowledged: true } });
  expect(await screen.findByRole('checkbox')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Disclosure Statement Read' })).toBeTruthy();
});

test('the rows of an offer repeat no figure that leads its page, and keep another of its amount [T2166]', async () => {
  await open({ rows: [...offer.rows, { text: 'Stamp duty', value: '₱100.00' }] });
  expect(screen.getByText('Stamp duty')).toBeTruthy();
  for (const text of ['You get', 'Fee', 'Total']) expect(screen.queryByText(text)).toBeNull();
  expect(screen.getByText('₱792.74')).toBeTruthy();
});

test('the button asks for the loan and promises no money before the decision [T3452]', async () => {
  await open({ agreementTicked: true, disclosure: { ...offer.disclosure, acknowledged: true } });
  expect(await screen.findByRole('button', { name: 'Apply for ₱5,000.00' })).toHaveProperty(
    'disabled',
    false,
  );
});
