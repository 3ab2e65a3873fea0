import { withdraw } from '@hiram/contract/order';
import { sandboxPay, sandboxPayout, sandboxSetClock } from '@hiram/contract/sandbox';
import type { Page } from '@playwright/test';
import { callsByItself, expect, type Hiram, test } from '../support/hiram.ts';

type Options = Parameters<Hiram['borrower']>[0];

/** Opens the order page of a borrower in a state. Hides the tips unless `options` ask for them. */
async function openOrder(page: Page, hiram: Hiram, options: Options) {
  const borrower = await hiram.borrower({ ...options, with: { kindTips: 0, ...options.with } });
  await page.goto(hiram.url('/order', borrower));
  return borrower;
}

test('ORD-01 ORD-22 the page calls loan-details with product and order under a loading toast', async ({
  page,
  hiram,
}) => {
  const borrower = await hiram.borrower({ state: '170' });
  let goOn = () => {};
  const seen = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  await callsByItself(page);
  await page.route('**/api/v3/loan-details/loan-details*', async (route) => {
    await seen;
    await route.continue();
  });
  const pendingRequest = page.waitForRequest('**/api/v3/loan-details/loan-details*');
  await page.goto(hiram.url('/order', borrower));
  const request = await pendingRequest;
  expect(request.method()).toBe('POST');
  expect(request.postDataJSON()).toEqual({ productId: borrower.productId, orderId: borrower.orderId });
  expect(request.headers()['x-session-id']).toBe(borrower.sessionId);
  expect(request.headers()['x-requested-with']).toBe('XMLHttpRequest');
  await expect(page.getByRole('status').getByText('Loading…')).toBeVisible();
  goOn();
  await expect(page.getByText('Loan active')).toBeVisible();
  await expect(page.getByText('Loading…')).toHaveCount(0);
});

test('RTE-03 /loanDetail is the same screen', async ({ page, hiram }) => {
  const borrower = await hiram.borrower({ state: '170' });
  await page.goto(hiram.url('/loanDetail', borrower));
  await expect(page).toHaveTitle('Order Details');
  await expect(page.getByText('Loan active')).toBeVisible();
});

test('ORD-17 a failed count is not shown to the borrower', { tag: '@verify' }, async ({ page, hiram }) => {
  await page.route('**/api/service/event/save*', (route) =>
    route.fulfill({ json: { success: false, code: '1', message: 'no', data: {} } }),
  );
  await openOrder(page, hiram, { state: '200', with: { isScore: 0 } });
  await page.getByRole('button', { name: 'Borrow Again' }).click();
  await expect(page).toHaveURL(/\/productDetail/);
  await expect(page.getByText('no', { exact: true })).toHaveCount(0);
  await page.unrouteAll();
  await page.route('**/api/service/event/save*', (route) => route.abort());
  await openOrder(page, hiram, { state: '200', with: { isScore: 0 } });
  const lost = page.waitForEvent('requestfailed', (request) => request.url().includes('/service/event/save'));
  await page.getByRole('button', { name: 'Borrow Again' }).click();
  await lost;
  await expect(page).toHaveURL(/\/productDetail/);
  await expect(page.getByRole('button', { name: /^Continue with/ })).toBeVisible();
  await expect(page.getByRole('status').getByText('error')).toHaveCount(0);
});

test('ORD-17 KEY-09 JLF-02 a tap on a recommended product is counted with it, although it leaves the page', async ({
  page,
  hiram,
}) => {
  await page.route('https://partner.hiram.example/**', (route) =>
    route.fulfill({ body: '<h1>Partner</h1>', contentType: 'text/html' }),
  );
  // Record each request of the page and pass it on unchanged.
  const requests: { path: string; keepalive: boolean }[] = [];
  await page.exposeFunction('pendingCorrections', (path: string, keepalive: boolean) =>
    requests.push({ path, keepalive }),
  );
  await page.addInitScript(
    'const f = window.fetch; window.fetch = (url, init) => { window.pendingCorrections(String(url).split("?")[0], Boolean(init && init.keepalive)); return f(url, init); };',
  );
  await openOrder(page, hiram, { state: '110' });
  const counted = page.waitForRequest('**/api/service/event/save*');
  await page.getByRole('button', { name: /Tulay Cash/ }).click();
  expect((await counted).postDataJSON()).toEqual({ productId: 'tulay', moduleId: 31, positionId: 0 });
  await expect(page.getByRole('heading', { name: 'Partner' })).toBeVisible();
  const borrower = await hiram.borrower({ state: 'ready', with: { jointFailure: 1 } });
  await page.goto(hiram.url('/jointLoginFailure', borrower));
  await page.getByRole('button', { name: /Hakbang Loan/ }).click();
  await expect(page).toHaveURL(/\/productDetail\?/);
  for (const path of ['/api/service/event/save', '/api/v3/joint-login/click'])
    expect(requests.filter((item) => item.path === path)).toEqual([{ path, keepalive: true }]);
});

test('ORD-09 tips close by Confirm alone and are not shown again after the borrower went to repay', async ({
  page,
  hiram,
}) => {
  const borrower = await hiram.borrower({ state: '174' });
  await page.goto(hiram.url('/order', borrower));
  const dialog = page.getByRole('dialog', { name: 'Kind tips' });
  await expect(dialog).toContainText('Pay only with a code shown in this app');
  await page.mouse.click(5, 5);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeVisible();
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await expect(dialog).toHaveCount(0);
  await page.reload();
  await expect(dialog).toBeVisible();
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await page.getByRole('button', { name: 'REPAY', exact: true }).click();
  await expect(page).toHaveURL(/\/repay\?/);
  expect(await page.evaluate(() => sessionStorage.getItem('showBankTip'))).not.toBeNull();
  await page.goto(hiram.url('/order', borrower));
  await expect(page.getByText('Your payment is coming up')).toBeVisible();
  await expect(dialog).toHaveCount(0);
});

test('ORD-16 a partner’s page opens with the common query', async ({ page, hiram }) => {
  await page.route('https://partner.hiram.example/**', (route) =>
    route.fulfill({ body: '<h1>Partner</h1>', contentType: 'text/html' }),
  );
  const served = await hiram.borrower({
    state: '170',
    with: { playeduL: 'https://partner.hiram.example/loan' },
  });
  await page.goto(hiram.url('/order', served, { lang: 'en' }));
  await expect(page.getByRole('heading', { name: 'Partner' })).toBeVisible();
  const url = new URL(page.url());
  expect(url.searchParams.get('lang')).toBe('en');
  expect(url.searchParams.get('sessionId')).toBe(served.sessionId);
});

test('a loan becomes late: each charge is shown and explained, and it is repaid', { tag: '@verify' }, async ({
  page,
  hiram,
}) => {
  const borrower = await openOrder(page, hiram, { state: '174', kind: 'single', with: { isDelay: 0 } });
  await expect(page.getByText('Due soon').first()).toBeVisible();
  await hiram.send(sandboxSetClock, { days: 5 });
  await page.reload();
  await expect(page.getByText('3 days late')).toBeVisible();
  await expect(page.getByText('Each day adds ₱284,12 until it is paid.')).toBeVisible();
  const rows = await page.locator('dl > div').allTextContents();
  expect(rows.join('|')).toContain('Late interest, 3 days');
  expect(rows.join('|')).toContain('₱852,38');
  expect(rows.join('|')).toContain('One-time penalty');
  await expect(page.getByText('₱7.534,88', { exact: true }).first()).toBeVisible();
  // The whole remaining amount is overdue: paying it settles the loan, so no other amount is offered.
  await expect(page.getByText('Pays off the whole loan')).toBeVisible();
  await expect(page.getByText(/^Pay off the whole loan: /)).toHaveCount(0);
  await page.getByRole('button', { name: 'Repayment', exact: true }).click();
  await page.getByRole('button', { name: 'Get payment code' }).click();
  await page.waitForURL(/repaymentOfCode/);
  await hiram.send(sandboxPay, { payCode: new URL(page.url()).searchParams.get('payCode') ?? '' });
  await page.getByRole('button', { name: 'See my loan' }).click();
  await expect(page.getByText('All settled. Thank you!')).toBeVisible();
  expect(borrower.orderId).not.toBe('');
});

test('a reversed payout asks for another account', async ({ page, hiram }) => {
  const borrower = await hiram.borrower({ state: '151' });
  await hiram.send(withdraw, { orderId: borrower.orderId }, { sessionId: borrower.sessionId });
  await hiram.send(sandboxPayout, { orderId: borrower.orderId, result: 'returned' });
  await page.goto(hiram.url('/order', borrower));
  await expect(page.getByRole('dialog', { name: 'Please name another account' })).toBeVisible();
  await page.getByRole('button', { name: 'Close', exact: true }).click();
  await expect(page.getByText('The money came back to us')).toBeVisible();
});

test('before the payout no amount is called lent, and a declined loan shows nothing to repay', {
  tag: '@verify',
}, async ({ page, hiram }) => {
  await page.goto(hiram.url('/order', await hiram.borrower({ state: '151', with: { inside: 0 } })));
  await expect(page.getByText('You applied for')).toBeVisible();
  await expect(page.getByText('You pay back')).toBeVisible();
  await expect(page.getByText('Amount lent')).toHaveCount(0);
  await page.goto(hiram.url('/order', await hiram.borrower({ state: '110' })));
  await expect(page.getByText('We cannot lend you this money now')).toBeVisible();
  await expect(page.locator('dl > div')).toHaveText([/^You applied for₱/, /^Applied on/]);
});
