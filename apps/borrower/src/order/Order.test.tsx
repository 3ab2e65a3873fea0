import '../../test/spec.ts';
import { type LoanDetails, loanDetails, rateOrder, recommendedClick, withdraw } from '@hiram/contract/order';
import { saveEvent } from '@hiram/contract/tracking';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { due, orderId, productId, recommended, shownOrder } from '../../test/order.ts';
import { answer, lastSentTo, reject, sentTo, show } from '../../test/screen.tsx';
import { Toaster } from '../kit/feedback/Toaster.tsx';
import { noteAgreement } from '../lending/seen.ts';
import Order from './Order.tsx';

let opened = 0;

/** Opens the order's page and gives its id: each order has one of its own, since the page remembers what a person closed. */
async function open(order: LoanDetails): Promise<string> {
  opened += 1;
  const id = `o-${opened}`;
  answer(loanDetails, order);
  show(
    <>
      <Order />
      <Toaster />
    </>,
    { orderId: id, productId },
  );
  await screen.findByRole('heading', { name: order.statusTitle });
  return id;
}

const button = (name: string | RegExp) => screen.findByRole('button', { name });
const press = async (name: string | RegExp) => userEvent.click(await button(name));
const page = () => location.pathname;

const running = { status: 'active', statusTitle: 'Loan active', order: { due: due() } } as const;
const late = {
  status: 'overdue',
  statusTitle: 'Let’s get this sorted',
  order: { due: due({ kind: 'overdue', daysLeft: -2, overdueDays: 2, perDay: 948 }) },
} as const;
const settled = { status: 'settled', statusTitle: 'All settled. Thank you!' } as const;
const rejected = { status: 'rejected', statusTitle: 'We cannot lend you this money now' } as const;

test('ORD-02 ORD-04 each status has its own picture and offers its next action', async () => {
  const pictures = new Map<string, string>();
  for (const [order, action] of [
    [shownOrder(), 'Go home'],
    [shownOrder(rejected), 'Go home'],
    [shownOrder({ status: 'approved', statusTitle: 'Approved', awaitsWithdrawal: true }), 'Withdraw Now'],
    [shownOrder(running), 'Repayment'],
    [shownOrder({ ...running, status: 'dueSoon', statusTitle: 'Coming up' }), 'Repayment'],
    [shownOrder(late), 'Repayment'],
    [shownOrder(settled), 'Borrow Again'],
  ] as const) {
    await open(order);
    expect(await button(action)).toBeTruthy();
    pictures.set(order.status, document.querySelector('main svg')?.innerHTML ?? '');
    cleanup();
  }
  // A settled loan has the brand's own drawing, which its document brings.
  pictures.delete('settled');
  expect(pictures.size).toBe(6);
  expect(new Set(pictures.values()).size).toBe(6);
});

test('ORD-03 the rows of an order are listed if there are any', async () => {
  await open(
    shownOrder({
      ...late,
      order: { ...late.order, rows: [{ text: 'One-time penalty', value: '₱1.000,00' }] },
    }),
  );
  expect(screen.getByText('One-time penalty')).toBeTruthy();
  cleanup();
  await open(shownOrder(late));
  expect(document.querySelector('dl')).toBeNull();
});

test('ORD-09 the page after an agreement shows it without the tips, which the next page has [T2168]', async () => {
  const order = shownOrder({ ...late, safetyTip: 'Pay with codes alone.' });
  noteAgreement();
  await open(order);
  await button('Repayment');
  expect(screen.queryByRole('dialog')).toBeNull();
  cleanup();
  await open(order);
  expect(await screen.findByRole('dialog', { name: 'Kind tips' })).toBeTruthy();
});

test('ORD-04 ORD-24 a refused order lists other products and leads to more; without products it does not', async () => {
  await open(shownOrder({ ...rejected, recommendedProducts: [recommended()] }));
  const product = await button(/Hakbang Loan/);
  for (const text of ['Six repayments', 'Apply', '₱5.000 – ₱100.000', 'Amount', '0.16% a day', '180 days'])
    expect(product.textContent).toContain(text);
  await userEvent.click(screen.getByRole('link', { name: 'Click to view more products' }));
  expect(page()).toBe('/main');
  cleanup();
  await open(shownOrder(rejected));
  await button('Go home');
  expect(screen.queryByText('Click to view more products')).toBeNull();
});

for (const status of ['dueSoon', 'overdue'] as const)
  test(`ORD-05 ORD-15 ${status}: who may extend has REPAY and Rollover Repayment`, async () => {
    const order = shownOrder({ ...late, status, canExtend: true });
    const id = await open(order);
    expect(screen.getByText('Short of money?')).toBeTruthy();
    await press('REPAY');
    expect([page(), new URLSearchParams(location.search).get('orderId')]).toEqual(['/repay', id]);
    cleanup();
    await open(order);
    await press('Rollover Repayment');
    expect(page()).toBe('/repayDelay');
  });

for (const status of ['active', 'dueSoon', 'overdue'] as const)
  test(`ORD-06 ORD-07 ${status}: who may not extend has Repayment alone`, async () => {
    await open(shownOrder({ ...late, status }));
    expect(await button('Repayment')).toBeTruthy();
    expect(screen.queryByText('Short of money?')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Rollover Repayment' })).toBeNull();
  });

test('ORD-08 ORD-17 KEY-09 Borrow Again of a settled loan is counted as 30 at 0 and leads to the product', async () => {
  answer(saveEvent, {});
  await open(shownOrder(settled));
  await press('Borrow Again');
  expect(await lastSentTo(saveEvent)).toEqual({ productId, moduleId: 30, positionId: 0 });
  expect([page(), new URLSearchParams(location.search).get('productId')]).toEqual([
    '/productDetail',
    productId,
  ]);
});

test('ORD-08 a credit of a settled loan is the primary action, and stands above the loan [T1330]', async () => {
  await open(
    shownOrder({ ...settled, order: { credit: 3_000_000, rows: [{ text: 'Lent', value: '₱1,00' }] } }),
  );
  const refund = await screen.findByRole('link', { name: 'Get ₱30.000,00 back' });
  expect(refund.getAttribute('href')).toBe('tel:+63285550100');
  expect(refund.classList).toContain('primary');
  expect((await button('Borrow Again')).classList).toContain('secondary');
  const above = await screen.findByRole('region', { name: 'Your credit' });
  const below = screen.getByText('Lent');
  expect(above.compareDocumentPosition(below)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
});

const approved = { status: 'approved', statusTitle: 'Approved' } as const;

test('ORD-10 in the withdrawal prompt Cancel goes home', async () => {
  const withdrawalPrompt = '₱12.000,00 is ready for the account ending in 7741.';
  await open(shownOrder({ ...approved, awaitsWithdrawal: true, withdrawalPrompt }));
  const dialog = await screen.findByRole('dialog', { name: 'Your money is ready' });
  expect(dialog.textContent).toContain(withdrawalPrompt);
  await userEvent.click(within(dialog).getByRole('button', { name: 'Cancel' }));
  expect(page()).toBe('/main');
});

test('ORD-10 Withdraw Now sends the money once and shows the order as it is then', async () => {
  const id = await open(shownOrder({ ...approved, awaitsWithdrawal: true }));
  answer(withdraw, {});
  answer(loanDetails, shownOrder(running));
  await press('Withdraw Now');
  expect(await screen.findByRole('heading', { name: 'Loan active' })).toBeTruthy();
  expect(sentTo(withdraw)).toEqual([{ orderId: id }]);
  expect(screen.queryByRole('dialog')).toBeNull();
});

const asked = shownOrder({ ...settled, asksForRating: true });

test('ORD-11 without a star the rating asks for one in Indonesian and sends nothing', async () => {
  await open(asked);
  await press('Submit');
  expect(await screen.findByText('Silakan pilih')).toBeTruthy();
  expect(sentTo(rateOrder)).toEqual([]);
});

test('ORD-12 ORD-13 stars fill up to the tapped one; few get thanks, and the score sent is 5', async () => {
  const id = await open(asked);
  answer(rateOrder, {});
  const dialog = await screen.findByRole('dialog', { name: 'How do you like our app?' });
  await userEvent.click(within(dialog).getByRole('radio', { name: '2 of 5 stars' }));
  expect(dialog.querySelectorAll('svg[fill="var(--accent)"]')).toHaveLength(2);
  await press('Submit');
  expect(await lastSentTo(rateOrder)).toEqual({ score: 5, orderId: id, stars: 2 });
  const thanks = await screen.findByRole('dialog', { name: 'Thank you for telling us' });
  await userEvent.click(within(thanks).getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

const unbound = {
  ...approved,
  needsAccount: true,
  accountPromptTitle: 'Where should the money go?',
  accountPromptText: 'Name an account in your own name.',
} as const;

test('ORD-14 ORD-15 the bank-card dialog closes by its cross, and dialog and page lead to binding', async () => {
  const id = await open(shownOrder(unbound));
  const dialog = await screen.findByRole('dialog', { name: unbound.accountPromptTitle });
  expect(dialog.textContent).toContain(unbound.accountPromptText);
  expect(screen.getAllByRole('button', { name: 'Go and bind the card' })).toHaveLength(1);
  await userEvent.click(within(dialog).getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await press('Go and bind the card');
  const binding = { productId, orderId: id, source: 'loanDetail' };
  expect([page(), Object.fromEntries(new URLSearchParams(location.search))]).toMatchObject([
    '/bindBank',
    binding,
  ]);
  cleanup();
  await open(shownOrder(unbound));
  await press('Go and bind the card');
  expect(page()).toBe('/bindBank');
});

test('ORD-16 an application opens no dialog', async () => {
  await open(shownOrder({ needsAccount: true, asksForRating: true, safetyTip: 'Pay with codes alone.' }));
  await button('Go home');
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('ORD-18 ORD-19 a recommended product is asked for its link unless it is disabled', async () => {
  const products = [
    recommended({ availability: 'greyed' }),
    recommended({ key: 'lakas', name: 'Lakas Loan', availability: 'disabled' }),
  ];
  await open(shownOrder({ ...rejected, recommendedProducts: products }));
  expect(await button(/Lakas Loan/)).toHaveProperty('disabled', true);
  answer(saveEvent, {});
  answer(recommendedClick, { url: '/productDetail?productId=p-2' });
  await press(/Hakbang Loan/);
  expect(await lastSentTo(recommendedClick)).toEqual({ mo: '31', po: '0', ke: 'hakbang' });
  expect(await lastSentTo(saveEvent)).toEqual({ productId: 'hakbang', moduleId: 31, positionId: 0 });
  await waitFor(() => expect(page()).toBe('/productDetail'));
});

test('ORD-18 a rejected link is said in a toast', async () => {
  await open(shownOrder({ ...rejected, recommendedProducts: [recommended()] }));
  reject(recommendedClick, { code: '9', message: 'Not today' });
  await press(/Hakbang Loan/);
  expect(await screen.findByText('Not today')).toBeTruthy();
  expect(page()).toBe('/');
});

test('JLF-02 ORD-18 a link is followed to a partner alone', async () => {
  const assign = vi.spyOn(location, 'assign').mockReturnValue(undefined);
  await open(shownOrder({ ...rejected, recommendedProducts: [recommended()] }));
  answer(saveEvent, {});
  const links = ['https://partner.hiram.example.evil.example/', 'https://partner.hiram.example/'];
  for (const [index, url] of links.entries()) {
    answer(recommendedClick, { url });
    await press(/Hakbang Loan/);
    await waitFor(() => expect(sentTo(recommendedClick)).toHaveLength(index + 1));
    await waitFor(() => expect(screen.queryByText('Opening…')).toBeNull());
  }
  await waitFor(() => expect(assign.mock.calls).toEqual([['https://partner.hiram.example/']]));
});

for (const [message, title] of [
  ['Not today', 'Not today'],
  ['', 'This did not load'],
] as const)
  test(`ORD-21 a call that is rejected with “${message}” shows a panel with Retry, and no dialog`, async () => {
    reject(loanDetails, { code: '9', message });
    show(<Order />, { orderId, productId });
    expect(await screen.findByRole('heading', { name: title })).toBeTruthy();
    expect(screen.queryByRole('dialog')).toBeNull();
    answer(loanDetails, shownOrder(running));
    await press('Retry');
    expect(await screen.findByRole('heading', { name: 'Loan active' })).toBeTruthy();
  });

test('ORD-20 ORD-23 the title is Order Details, and Call us has the order’s number or the lender’s', async () => {
  for (const [servicePhone, number] of [
    ['123456', 'tel:123456'],
    ['', 'tel:+63285550100'],
  ] as const) {
    await open(shownOrder({ ...running, servicePhone }));
    expect(document.title).toBe('Order Details');
    expect(screen.getByRole('heading', { level: 1, name: 'Order Details' })).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Call us' }).getAttribute('href')).toBe(number);
    cleanup();
  }
});
