import '../../test/spec.ts';
import { type InstalmentDetail, instalmentDetail, payCode } from '@hiram/contract/repay';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { due, orderId, productId } from '../../test/order.ts';
import { answer, lastSentTo, reject, sentTo, show } from '../../test/screen.tsx';
import Repay from './Repay.tsx';

/** The addresses of codes that the page opens. */
let opened: ReturnType<typeof vi.spyOn>;
beforeEach(() => {
  opened = vi.spyOn(location, 'assign').mockImplementation(() => undefined);
});

const channel = {
  logo: '',
  hint: 'Scan a QR code',
  min: 100,
  max: 10_000_000,
  guide: 'gcash',
  showType: 2,
} as const;

/** The bill of a late loan of ₱12,000.00 in four repayments: ₱4,809.41 are due. */
const bill: InstalmentDetail = {
  repayAmount: 480_941,
  repayDate: '2026-12-16',
  productName: 'Salapi Loan',
  productLogo: '',
  channels: [
    { ...channel, name: 'GCash', channelNumber: '10001' },
    { ...channel, name: 'Maya', channelNumber: '10002' },
    { ...channel, name: '7-Eleven', channelNumber: '10004', guide: 'store', showType: 1 },
  ],
  bannerText: 'See how to pay, step by step',
  showsBanner: true,
  quotedFor: '2026-12-18',
  rows: [
    { text: 'Principal', value: '₱2.743,10' },
    { text: 'Interest', value: '₱720,00' },
    { text: 'Late interest, 2 days', value: '₱346,31' },
    { text: 'One-time penalty', value: '₱1.000,00' },
  ],
  due: due({ kind: 'overdue', repayAmount: 480_941, dueDate: '2026-12-16', daysLeft: -2, overdueDays: 2 }),
  repayments: [],
  ways: [],
  amountMin: 100,
  amountMax: 827_251,
  canExtend: false,
};

async function open(changes: Partial<InstalmentDetail> = {}): Promise<HTMLElement> {
  answer(instalmentDetail, { ...bill, ...changes });
  show(<Repay />, { orderId, productId }, '/repay');
  return screen.findByRole('button', { name: 'Get payment code' });
}

const press = (name: string | RegExp) => userEvent.click(screen.getByRole('button', { name }));
const payUrl = (code: string) => ({ payUrl: `/repaymentOfCode?showType=2&payCode=${code}` });

test('INST-01 INST-02 the bill has date, amount, product, and its first lines with the others folded', async () => {
  await open();
  expect(sentTo(instalmentDetail)).toEqual([{ productId, orderId }]);
  for (const text of ['₱4.809,41', 'Salapi Loan', 'Due since 16 Dec 2026'])
    expect(screen.getByText(text)).toBeTruthy();
  const lines = () => document.querySelectorAll('dl > div').length;
  expect(lines()).toBe(2);
  await press('More');
  expect(lines()).toBe(4);
  await press('Hide');
  expect(lines()).toBe(2);
});

test('the bill says when an unpaid part ends an arrangement [T1976]', async () => {
  const ifUnpaid = 'Unpaid, your arrangement ends on 23 Dec 2026.';
  await open({ due: due({ kind: 'arranged', repayAmount: 480_941 }), ifUnpaid });
  expect(screen.getByText(ifUnpaid)).toBeTruthy();
});

test('INST-03 the banner leads to the instructions, and an open code to its page', async () => {
  const permanentCode = {
    payCode: '123456789012',
    showType: 1,
    codeImage: '',
    logo: '',
    title: 'Your open code at 7-Eleven',
    instructions: {},
  };
  await open({ permanentCode });
  const to = (name: string | RegExp) => screen.getByRole('link', { name }).getAttribute('href');
  expect(to('See how to pay, step by step')).toMatch(/^\/paymentInstructions\?/);
  expect(to('Your open code at 7-Eleven: 123456789012')).toMatch(/^\/repaymentOfCode2\?/);
});

test('INST-04 INST-05 the first channel is chosen, another can be, and the code’s page opens', async () => {
  const get = await open();
  await press(/GCash/);
  const sheet = within(await screen.findByRole('dialog', { name: 'Payment Method' }));
  expect(sheet.getAllByRole('radio')[0]).toHaveProperty('checked', true);
  await userEvent.click(sheet.getByText('Maya'));
  await userEvent.click(sheet.getByRole('button', { name: 'Confirm' }));
  answer(payCode, payUrl('1'));
  await userEvent.click(get);
  expect(await lastSentTo(payCode)).toEqual({
    productId,
    orderId,
    amount: 480_941,
    channelNumber: '10002',
    quotedFor: '2026-12-18',
  });
  await waitFor(() => expect(opened).toHaveBeenCalledOnce());
  expect(opened.mock.calls[0]?.[0]).toMatch(/^\/repaymentOfCode\?showType=2&payCode=1/);
});

test('INST-03 a loan that cannot be paid yet keeps its banner, says from when, and takes no payment', async () => {
  const payoff = { isAllowed: false, date: '2027-01-20', amount: 0, saves: 0 };
  const get = await open({ amountMin: 0, amountMax: 0, due: due({ kind: 'maturity', periods: 1, payoff }) });
  expect(get).toHaveProperty('disabled', true);
  expect(screen.getByRole('link', { name: 'See how to pay, step by step' })).toBeTruthy();
  expect(await screen.findByText(/You can pay this loan off early from 20 Jan 2027/)).toBeTruthy();
});

async function typeAnother(): Promise<{ readonly get: HTMLElement; readonly amount: HTMLElement }> {
  const get = await open();
  await userEvent.click(screen.getByRole('radio', { name: 'Pay another amount' }));
  return { get, amount: screen.getByLabelText('Amount') };
}

test('INST-02 another amount is wanted before it is sent, and one that the server rejects stays', async () => {
  const { get, amount } = await typeAnother();
  await userEvent.click(get);
  expect((await screen.findByRole('alert')).textContent).toBe('Type the amount.');
  expect(document.activeElement).toBe(amount);
  expect(sentTo(payCode)).toEqual([]);
  reject(payCode, { code: '40302', field: 'amount', message: 'You can pay at most ₱8.272,51 today.' });
  await userEvent.type(amount, '9999999');
  await userEvent.click(get);
  expect((await screen.findAllByText('You can pay at most ₱8.272,51 today.')).length).toBeGreaterThan(0);
  expect(amount).toHaveProperty('value', '9999999');
});

for (const typed of ['1.234,56', '1234.56', '1,234.56'])
  test(`CFG-02 another amount typed as ${typed} is read back and keeps its centavos`, async () => {
    const { get, amount } = await typeAnother();
    await userEvent.type(amount, typed);
    expect(screen.getByText('You pay ₱1.234,56')).toBeTruthy();
    answer(payCode, payUrl('2'));
    await userEvent.click(get);
    expect(await lastSentTo(payCode)).toMatchObject({ amount: 123_456 });
  });
