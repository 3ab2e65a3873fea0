import '../../test/spec.ts';
import { type HomeIndex, homeIndex, recommendList } from '@hiram/contract/home';
import { asId } from '@hiram/contract/ids';
import { jointClick, jointFailure, jointProductLink } from '@hiram/contract/joint-login';
import { type ListedOrder, orderList, recommendedClick } from '@hiram/contract/order';
import { saveEvent } from '@hiram/contract/tracking';
import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { due, orderId, productId, recommended } from '../../test/order.ts';
import { answer, lastSentTo, sentTo, show } from '../../test/screen.tsx';
import JointLoginFailure from '../joint-login/JointLoginFailure.tsx';
import OrderList from '../order/list/OrderList.tsx';
import Main from './Main.tsx';
import Products from './Products.tsx';
import RecommendList from './RecommendList.tsx';

const order: ListedOrder = {
  orderId,
  productId,
  productName: 'Salapi Loan',
  productLogo: '',
  status: 'dueSoon',
  statusText: 'Payment coming up',
  amount: 1_200_000,
  appliedOn: '2026-11-18',
  due: due(),
  credit: 0,
  refundReceivable: 0,
};

test('KEY-05 a loan of the list has its status and amounts, and leads to its order', async () => {
  answer(orderList, { tab: 'all', list: [order] });
  show(<OrderList />, {}, '/orderList');
  const row = await screen.findByRole('link', { name: /Salapi Loan/ });
  for (const text of ['Payment coming up', '₱12.000,00', '₱3.463,10', 'Applied on'])
    expect(row.textContent).toContain(text);
  expect(row.getAttribute('href')).toMatch(new RegExp(`^/order\\?.*orderId=${orderId}`));
});

test('KEY-05 each tab asks for its loans, and an empty one says why and leads on', async () => {
  answer(orderList, { tab: 'all', list: [] });
  show(<OrderList />, {}, '/orderList');
  for (const [tab, words] of [
    ['To pay', 'There is nothing to pay'],
    ['Settled', 'No paid-off loans yet'],
    ['Active', 'No active loan'],
    ['All', 'You have not borrowed yet'],
  ] as const) {
    await userEvent.click(screen.getByRole('tab', { name: tab }));
    expect(await screen.findByText(words)).toBeTruthy();
    expect(screen.getByRole('tab', { name: tab }).getAttribute('aria-selected')).toBe('true');
  }
  expect(sentTo(orderList).map(({ tab }) => tab)).toEqual([undefined, 'due', 'settled', 'running', 'all']);
  await userEvent.click(screen.getByRole('button', { name: 'See our loans' }));
  expect(location.pathname).toBe('/main');
});

test('KEY-05 more loans show on request, after the shown ones', async () => {
  const named = (name: string): ListedOrder => ({ ...order, orderId: asId(name), productName: name });
  answer(orderList, { tab: 'all', list: [named('Loan 3'), named('Loan 2')], next: 'order-2' });
  show(<OrderList />, {}, '/orderList');
  const more = await screen.findByRole('button', { name: 'Show more' });
  answer(orderList, { tab: 'all', list: [named('Loan 1')] });
  await userEvent.click(more);
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull());
  expect(sentTo(orderList).at(-1)).toEqual({ tab: 'all', after: 'order-2' });
  const names = screen.getAllByRole('link').map(({ textContent }) => /Loan \d/.exec(textContent ?? '')?.[0]);
  expect(names).toEqual(['Loan 3', 'Loan 2', 'Loan 1']);
});

test('ORD-17 KEY-09 a recommended product of the list is counted as 33 with its position, then opened', async () => {
  const partner = recommended({ key: 'tulay', name: 'Tulay Cash' });
  answer(recommendList, { recommendedProducts: [recommended(), partner] });
  answer(saveEvent, {});
  answer(recommendedClick, { url: '/productDetail?productId=p-2' });
  show(<RecommendList />);
  await userEvent.click(await screen.findByRole('button', { name: /Tulay Cash/ }));
  expect(await lastSentTo(recommendedClick)).toEqual({ mo: '33', po: '1', ke: 'tulay' });
  expect(await lastSentTo(saveEvent)).toEqual({ productId: 'tulay', moduleId: 33, positionId: 1 });
  await waitFor(() => expect(location.pathname).toBe('/productDetail'));
});

test('ORD-17 an empty list of recommended products says so', async () => {
  answer(recommendList, { recommendedProducts: [] });
  show(<RecommendList />);
  expect(await screen.findByText('No recommendations right now')).toBeTruthy();
});

test('JLF-01 JLF-02 JLF-03 a partner’s failed sign-in is explained, and another product’s tap counted', async () => {
  answer(jointFailure, {
    notice: 'Tulay Cash could not sign you in',
    reason: 'Their service does not answer',
    recommendedProducts: [
      recommended({ availability: 'disabled' }),
      recommended({ key: 'lakas', name: 'Lakas' }),
    ],
    servicePhone: '',
  });
  answer(jointClick, {});
  answer(jointProductLink, { url: '/productDetail?productId=p-2' });
  show(<JointLoginFailure />, { orderId, productId });
  expect(await screen.findByRole('heading', { name: 'Tulay Cash could not sign you in' })).toBeTruthy();
  expect(screen.getByText('Their service does not answer')).toBeTruthy();
  expect(screen.getByRole('heading', { level: 1, name: 'Order Details' })).toBeTruthy();
  expect(sentTo(jointFailure)).toEqual([{ productId, orderId }]);
  expect(screen.getByRole('button', { name: /Hakbang/ })).toHaveProperty('disabled', true);
  await userEvent.click(screen.getByRole('button', { name: /Lakas/ }));
  expect(await lastSentTo(jointClick)).toEqual({ moduleId: 32, positionId: 1, key: 'lakas' });
  expect(await lastSentTo(jointProductLink)).toEqual({ key: 'lakas' });
  await waitFor(() => expect(location.pathname).toBe('/productDetail'));
  await userEvent.click(screen.getByRole('button', { name: 'Go home' }));
  await waitFor(() => expect(location.pathname).toBe('/main'));
});

const home: HomeIndex = { products: [], credits: [], servicePhone: '+63285550100' };
const listedProduct: HomeIndex['products'][number] = {
  productId,
  productName: 'Salapi Loan',
  productLogo: '',
  kind: 'perPeriod',
  amountRange: '₱2,000 – ₱50,000',
  term: '120 days, 4 payments',
  rate: '',
  cost: '',
};
const lateOrder: NonNullable<HomeIndex['order']> = {
  orderId,
  productId,
  productName: 'Salapi Loan',
  productLogo: '',
  status: 'overdue',
  statusText: 'Late',
  amount: 1_200_000,
  due: due({ overdueDays: 2 }),
  repayments: [],
};

test('KEY-02 a refused applicant sees when to apply again, and the order that explains it', async () => {
  const notice = 'You can apply again on 20 Jan 2027.';
  answer(homeIndex, { ...home, otherOrder: { orderId, productId, notice } });
  show(<Main />, {}, '/main');
  const link = await screen.findByRole('link', { name: notice });
  expect(link.getAttribute('href')).toMatch(new RegExp(`^/order\\?.*orderId=${orderId}`));
});

test('KEY-02 the home of a refused applicant does not say that they can apply already [T2283]', async () => {
  answer(homeIndex, { ...home, otherOrder: { orderId, productId, notice: 'From 20 Jan 2027.' } });
  show(<Main />, {}, '/main');
  expect(await screen.findByRole('heading', { name: 'Not this amount, not now' })).toBeTruthy();
  cleanup();
  answer(homeIndex, {
    ...home,
    standing: 'ready',
    otherOrder: { orderId, productId, notice: 'From 20 Jan 2027.' },
  });
  show(<Main />, {}, '/main');
  expect(await screen.findByRole('heading', { name: 'Not this amount, not now' })).toBeTruthy();
  expect(screen.queryByText('We decide within 1 day.')).toBeNull();
});

test('the home of a refused applicant offers no other loan, and has no picture of success [T2792]', async () => {
  const products = [listedProduct];
  answer(homeIndex, { ...home, products });
  show(<Main />, {}, '/main');
  expect(await screen.findByRole('link', { name: /Salapi Loan/ })).toBeTruthy();
  cleanup();
  answer(homeIndex, { ...home, products, otherOrder: { orderId, productId, notice: 'From 20 Jan 2027.' } });
  show(<Main />, {}, '/main');
  expect(await screen.findByRole('link', { name: /From 20 Jan 2027/ })).toBeTruthy();
  expect(screen.queryByRole('link', { name: /Salapi Loan|More offers/ })).toBeNull();
});

test('the home of a late loan says the sum on its button and offers no new loan [T3410]', async () => {
  answer(homeIndex, { ...home, products: [listedProduct], order: lateOrder });
  show(<Main />, {}, '/main');
  expect(await screen.findByRole('button', { name: 'Repay now · ₱3.463,10' })).toBeTruthy();
  expect(screen.queryByRole('link', { name: /₱2,000 – ₱50,000|More offers/ })).toBeNull();
});

test('a request to pay in parts, and the proposal that answers it, lead the home of a late loan [T2793]', async () => {
  for (const [waysOut, name] of [
    ['asked', /^You asked to pay in parts/],
    ['offered', /^We have an arrangement for you/],
  ] as const) {
    answer(homeIndex, { ...home, order: { ...lateOrder, waysOut } });
    show(<Main />, {}, '/main');
    const [first] = (await screen.findByRole('link', { name })).parentElement?.children ?? [];
    expect(first?.getAttribute('href')).toMatch(/^\/waysOut\?/);
    cleanup();
  }
  answer(homeIndex, { ...home, order: lateOrder });
  show(<Main />, {}, '/main');
  expect(await screen.findByRole('link', { name: /^Pay some now/ })).toBeTruthy();
  expect(document.querySelectorAll('a[href^="/waysOut"]')).toHaveLength(1);
  expect(screen.getByRole('link', { name: /^I cannot pay now/ })).toBeTruthy();
});

test('KEY-02 without products the list says that there are none right now', async () => {
  answer(homeIndex, home);
  show(<Products />, {}, '/product');
  expect(await screen.findByText('No offers right now')).toBeTruthy();
});

test('whoever has a loan is offered no other, and whoever has none is asked to repay nothing [T3453]', async () => {
  answer(homeIndex, { ...home, products: [listedProduct], order: { ...lateOrder, status: 'active' } });
  show(<Main />, {}, '/main');
  await screen.findByRole('link', { name: 'Repay' });
  expect(screen.queryByRole('link', { name: /More offers/ })).toBeNull();
  expect(screen.queryByRole('link', { name: /120 days/ })).toBeNull();
  cleanup();
  answer(homeIndex, { ...home, products: [listedProduct], standing: 'ready' });
  show(<Main />, {}, '/main');
  expect(await screen.findByRole('link', { name: /120 days/ })).toBeTruthy();
  expect(screen.queryByRole('link', { name: 'Repay' })).toBeNull();
});
