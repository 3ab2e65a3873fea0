import type { Page } from '@playwright/test';
import { callsByItself, expect, type Hiram, test } from '../support/hiram.ts';

type Options = Parameters<Hiram['borrower']>[0];

async function open(
  { page, hiram }: { readonly page: Page; readonly hiram: Hiram },
  path: string,
  options: Options,
  more: Record<string, string> = {},
) {
  const borrower = await hiram.borrower({ ...options, with: { kindTips: 0, isScore: 0, ...options.with } });
  await page.goto(hiram.url(path, borrower, more));
  return borrower;
}

test('KEY-02 home first shows the debt, its due date and its lateness, and leads to repayment', async ({
  page,
  hiram,
}) => {
  const ahead = page.waitForRequest('**/v3/repay/instalment-detail?*');
  const borrower = await open({ page, hiram }, '/main', { state: '180' });
  const card = page.getByRole('link', { name: /Salapi Loan.*Amount due today/ });
  await expect(card).toContainText('₱4.809,41');
  await expect(card).toContainText('2 days late');
  await expect(card).toContainText('Payment 1 of 4');
  const first = await page.locator('main a').first().getAttribute('href');
  expect(first).toContain(`orderId=${borrower.orderId}`);
  // When the line is quiet, the page reads what its main button leads to.
  await ahead;
  await page.getByRole('button', { name: 'Repay now' }).click();
  await expect(page).toHaveURL(new RegExp(`/repay\\?.*orderId=${borrower.orderId}`));
  await page.goBack();
  await card.click();
  await expect(page).toHaveURL(new RegExp(`/order\\?.*orderId=${borrower.orderId}`));
  await expect(page.getByText('Let’s get this sorted')).toBeVisible();
});

test('KEY-02 home without a loan shows products with their costs', async ({ page, hiram }) => {
  const borrower = await open({ page, hiram }, '/main', { state: 'ready' });
  const product = page.getByRole('link', { name: /Lakas Loan/ });
  for (const text of [
    '₱1.000,00 – ₱10.000,00',
    '91 days, one payment',
    'Every ₱1.000,00 costs ₱156,50 in all',
  ])
    await expect(product).toContainText(text);
  await expect(page.getByRole('heading', { name: 'You can apply now.' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Choose my amount' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Repay now' })).toHaveCount(0);
  const more = page.getByRole('navigation', { name: 'More' });
  for (const [name, path] of [
    ['My loans', '/orderList'],
    ['Calculator', '/calculator'],
    ['Complaints', '/complaint'],
    ['Help', '/customerService'],
    ['Settings', '/setting'],
  ] as const)
    await expect(more.getByRole('link', { name, exact: true })).toHaveAttribute(
      'href',
      new RegExp(`^${path}\\?`),
    );
  await product.click();
  await expect(page).toHaveURL(/\/productDetail\?productId=/);

  await page.goto(hiram.url('/product', borrower));
  await expect(page.getByRole('heading', { level: 1, name: 'Our loans' })).toBeVisible();
  await expect(page.locator('main a')).toHaveCount(3);
});

test('KEY-02 an application under way leads home, with its amount and nothing due', async ({
  page,
  hiram,
}) => {
  await open({ page, hiram }, '/main', { state: '21' });
  const card = page.getByRole('link', { name: /We have your application/ });
  await expect(card).toContainText('You applied for');
  await expect(card).toContainText('₱12.000,00');
  await expect(card.getByText(/Due in/)).toHaveCount(0);
});

test('KEY-02 home survives a broken network with a message and a working Retry', { tag: '@verify' }, async ({
  page,
  hiram,
}) => {
  const borrower = await hiram.borrower({ state: 'ready' });
  await callsByItself(page);
  await page.route('**/api/v3/home/index*', (route) => route.abort());
  await page.goto(hiram.url('/main', borrower));
  await expect(page.getByRole('heading', { name: 'This did not load' })).toBeVisible();
  await page.unroute('**/api/v3/home/index*');
  await page.route('**/api/v3/home/index*', (route) => route.fulfill({ status: 502, body: '<h1>Bad</h1>' }));
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByRole('heading', { name: 'This is our fault, not yours' })).toBeVisible();
  await page.unroute('**/api/v3/home/index*');
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByText('Lakas Loan')).toBeVisible();
});

test('KEY-02 a product’s example follows the amount, shows late costs, and Apply passes the amount on', async ({
  page,
  hiram,
}) => {
  const borrower = await open({ page, hiram }, '/productDetail', { state: 'ready' });
  await expect(page.getByText('You receive ₱12.000,00 and')).toContainText('Interest and fees: ₱1.852,38.');
  const example = page.locator('section', { hasText: 'Example: ₱12.000,00 for 120 days' });
  for (const text of [
    'Processing feeNone',
    'You pay back₱13.852,38',
    'Nominal rate, 30 days6%',
    'Effective rate, one year103.18%',
  ])
    await expect(example).toContainText(text);
  const late = page.locator('section', { hasText: 'If you pay late' });
  for (const text of ['days 1 to 305% a day', 'from day 912% a day', 'One-time penalty₱1.000,00'])
    await expect(late).toContainText(text);
  const slider = page.getByRole('slider', { name: 'Amount' });
  await slider.press('ArrowRight');
  await expect(page.getByText('You receive ₱12.500,00 and')).toBeVisible();
  await page.getByRole('button', { name: '₱2.000,00', exact: true }).click();
  await expect(page.getByText('You receive ₱2.000,00 and')).toBeVisible();
  await page.getByRole('button', { name: 'Other amount' }).click();
  const sheet = page.getByRole('dialog', { name: 'Amount' });
  await sheet.getByLabel('Amount').fill('1');
  await sheet.getByRole('button', { name: 'Confirm' }).click();
  await expect(sheet.getByRole('alert')).toHaveText('₱2.000,00 – ₱50.000,00');
  // An amount between two steps is never exchanged for another in silence.
  await sheet.getByLabel('Amount').fill('20.300,50');
  await sheet.getByRole('button', { name: 'Confirm' }).click();
  await expect(sheet.getByRole('alert')).toHaveText('We lend in steps of ₱500,00: ₱20.000,00 or ₱20.500,00.');
  await sheet.getByLabel('Amount').fill('12 000');
  await sheet.getByRole('button', { name: 'Confirm' }).click();
  await expect(slider).toHaveAttribute('aria-valuetext', '₱12.000,00');
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Continue with ₱12.500,00' })).toBeVisible();
  await expect(page.getByText('You receive ₱12.500,00 and')).toBeVisible();
  await page.getByRole('button', { name: 'Less', exact: true }).click();
  await page.getByRole('button', { name: 'Less', exact: true }).click();
  const apply = page.getByRole('button', { name: 'Continue with ₱11.500,00' });
  // A tap does nothing until the price of this amount is shown.
  await expect(page.getByText('You receive ₱11.500,00 and')).toBeVisible();
  await expect(apply).toHaveAttribute('aria-busy', 'false');
  const detail = page.waitForRequest('**/api/v3/loan-confirm/detail*');
  await apply.click();
  expect((await detail).postDataJSON()).toEqual({ productId: borrower.productId, amount: 1_150_000 });
  await expect(page).toHaveURL(/\/loanConfirmPeriod\?.*amount=1150000/);
  await expect(page.getByText('₱11.500,00').first()).toBeVisible();
});

test('KEY-02 only an amount that was shown can be applied for, however late the answers are', async ({
  page,
  hiram,
}) => {
  await open({ page, hiram }, '/productDetail', { state: 'ready' });
  await expect(page.getByText('You receive ₱12.000,00 and')).toBeVisible();
  let free = () => {};
  const held = new Promise<void>((resolve) => {
    free = resolve;
  });
  await page.route('**/api/v3/product/detail*', async (route) => {
    await held;
    await route.continue();
  });
  const less = page.getByRole('button', { name: 'Less', exact: true });
  for (const _ of [1, 2, 3]) await less.click();
  await expect(page.getByText('₱10.500,00').first()).toBeVisible();
  const apply = page.getByRole('button', { name: 'Continue with ₱10.500,00' });
  await expect(apply).toHaveAttribute('aria-busy', 'true');
  await apply.click();
  free();
  await expect(page.getByText('You receive ₱10.500,00 and')).toBeVisible();
  await expect(apply).toHaveAttribute('aria-busy', 'false');
  await expect(page).toHaveURL(/\/productDetail/);
});

test('KEY-02 a confirmation that is opened with an amount requests it at once, and once', {
  tag: '@verify',
}, async ({ page, hiram }) => {
  const borrower = await hiram.borrower({ state: 'ready' });
  const requests: unknown[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/loan-confirm/detail')) requests.push(request.postDataJSON());
  });
  await page.goto(hiram.url('/loanConfirmPeriod', borrower, { amount: '250000' }), {
    waitUntil: 'networkidle',
  });
  await expect(page.getByText('₱2.500,00').first()).toBeVisible();
  expect(requests).toEqual([{ productId: borrower.productId, amount: 250_000 }]);
});

test('KEY-02 without details Apply leads there and back; with a current loan it leads to that loan', async ({
  page,
  hiram,
}) => {
  const fresh = await open({ page, hiram }, '/productDetail', { state: 'new' });
  await page.getByRole('button', { name: 'Complete my details' }).click();
  await expect(page).toHaveURL(/\/apply\?/);
  const query = new URL(page.url()).searchParams;
  expect(query.get('productId')).toBe(fresh.productId);
  expect(query.get('returnTo')).toBe(`/productDetail?productId=${fresh.productId}`);
  const running = await open({ page, hiram }, '/productDetail', { state: '170' });
  await page.getByRole('button', { name: 'See my active loan' }).click();
  await expect(page).toHaveURL(new RegExp(`/order\\?.*orderId=${running.orderId}`));
});
