import '../../test/spec.ts';
import { type ConfirmDetail, confirmDetail, contractList, loanPush } from '@hiram/contract/confirm';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { orderId, productId } from '../../test/order.ts';
import { answer, keysSentTo, lastSentTo, sentTo, show } from '../../test/screen.tsx';
import Confirm from './Confirm.tsx';

const repayment = { amount: 346_310, dueDate: '2026-12-20', principal: 274_310, interest: 72_000 };
const repayments = [1, 2, 3, 4].map((no) => ({
  ...repayment,
  title: `Repayment ${no}`,
  description: `${no * 30} days after you receive the money`,
}));

/** An offer of ₱12,000.00 in four repayments. */
const offer: ConfirmDetail = {
  amount: 1_200_000,
  term: 120,
  termUnit: 'day',
  rows: [{ text: 'You pay back', value: '₱13.852,40' }],
  repayments,
  firstDueDate: '2026-12-20',
  daysToFirstRepayment: 30,
  rateText: '0.2% a day',
  sendsText: false,
  asksBeforeLeaving: false,
  leavePromptTitle: 'Leave without your loan?',
  leavePromptText: 'It takes a minute.',
  agreementUrl: '',
  productLogo: '',
  productName: 'Salapi Loan',
  netProceeds: 1_200_000,
  amountMin: 200_000,
  amountMax: 5_000_000,
  amountStep: 50_000,
  earliestPayoffDay: 60,
  coolingOffDays: 0,
  agreementTicked: true,
  disclosure: { needed: false, acknowledged: false, title: '', url: '', hash: '' },
};

async function open(changes: Partial<ConfirmDetail> = {}, path = '/loanConfirmPeriod'): Promise<HTMLElement> {
  answer(confirmDetail, { ...offer, ...changes });
  answer(contractList, { list: [{ title: 'Loan Agreement' }, { title: 'Disclosure Statement' }] });
  show(<Confirm />, { productId }, path);
  return screen.findByRole('button', { name: 'Next' });
}

test('CONF-01 CONF-02 CONF-04 the offer is asked for its product, and agreements stand by their titles', async () => {
  await open();
  expect(sentTo(confirmDetail)).toEqual([{ productId }]);
  expect(await lastSentTo(contractList)).toEqual({ productId, scene: 3 });
  expect(await screen.findByText('Disclosure Statement')).toBeTruthy();
  for (const text of ['Salapi Loan', 'You pay back', '₱13.852,40'])
    expect(screen.getByText(text)).toBeTruthy();
  expect(screen.getByText(/^120 days/)).toBeTruthy();
});

test('CONF-03 Next works while the box is ticked', async () => {
  const next = await open();
  const box = screen.getByRole('checkbox');
  expect([box, next].map((part) => [Reflect.get(part, 'checked'), Reflect.get(part, 'disabled')])).toEqual([
    [true, false],
    [undefined, false],
  ]);
  await userEvent.click(box);
  expect(next).toHaveProperty('disabled', true);
  await userEvent.click(box);
  expect(next).toHaveProperty('disabled', false);
});

test('CONF-06 a push without an answer is repeated with the same key, and the order replaces the page', async () => {
  const replace = vi.spyOn(location, 'replace').mockImplementation(() => undefined);
  const next = await open();
  await userEvent.click(next);
  await waitFor(() => expect(sentTo(loanPush)).toHaveLength(1));
  await waitFor(() => expect(next.getAttribute('aria-busy')).toBe('false'));
  answer(loanPush, { orderUrl: `/order?orderId=${orderId}` });
  await userEvent.click(next);
  await waitFor(() => expect(replace).toHaveBeenCalledOnce());
  expect(replace.mock.calls[0]?.[0]).toMatch(new RegExp(`^/order\\?orderId=${orderId}&.*from=confirm`));
  expect(sentTo(loanPush)[1]).toEqual({ amount: 1_200_000, periods: 120, termUnit: 'day', productId });
  const [first, second] = keysSentTo(loanPush);
  expect(first).toMatch(/^[0-9a-f]{36}$/);
  expect(second).toBe(first);
});

test('CONF-08 leaving is not asked about where the product does not say so', async () => {
  await open();
  await userEvent.click(screen.getByRole('button', { name: 'Back' }));
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('CONF-08 leaving is asked about once where the product says so', async () => {
  await open({ asksBeforeLeaving: true });
  await userEvent.click(screen.getByRole('button', { name: 'Back' }));
  expect(screen.getByRole('dialog', { name: 'Leave without your loan?' })).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Stay' }));
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(location.pathname).toBe('/loanConfirmPeriod');
});

for (const [path, planned, heading, steps] of [
  ['/loanConfirm', repayments.slice(0, 1), 'Your payment', 0],
  ['/loanConfirm', repayments, 'Your payments', 0],
  ['/loanConfirmPeriod', repayments, 'Your payments', 4],
] as const)
  test(`CONF-10 ${path} with ${planned.length} repayments draws ${steps} steps`, async () => {
    await open({ repayments: [...planned] }, path);
    expect(screen.getByRole('heading', { name: heading })).toBeTruthy();
    expect(document.querySelectorAll('main ol > li')).toHaveLength(steps);
  });
