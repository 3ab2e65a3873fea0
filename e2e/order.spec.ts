import type { Page } from '@playwright/test';
import { callsByItself, expect, type Hiram, test } from './hiram.ts';

type Options = Parameters<Hiram['borrower']>[0];

/** Opens the order page of a borrower in a state. Hides the tips unless `options` ask for them. */
async function openOrder(page: Page, hiram: Hiram, options: Options) {
  const borrower = await hiram.borrower({ ...options, with: { kindTips: 0, ...options.with } });
  await page.goto(hiram.url('/order', borrower));
  return borrower;
}

/** Opens a refused order on the first day on which its borrower may apply again. Our own products are recommended too. */
async function openRefusedOrder(page: Page, hiram: Hiram, added: Record<string, unknown>) {
  const borrower = await hiram.borrower({ state: '110', with: added });
  await hiram.call('/sandbox/clock', { days: 31 });
  await page.goto(hiram.url('/order', borrower));
}

/** Changes the answers of loan-details, for combinations of values that the server never sends. */
async function changeDetails(page: Page, change: (data: Record<string, unknown>) => void) {
  await callsByItself(page);
  await page.route('**/api/v3/loan-details/loan-details*', async (route) => {
    const response = await route.fetch();
    const body = await response.json();
    change(body.data);
    await route.fulfill({ response, json: body });
  });
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

test('RTE-03 ORD-20 ORD-23 /loanDetail is the same screen with the title Order Details', async ({
  page,
  hiram,
}) => {
  const borrower = await hiram.borrower({ state: '170' });
  for (const path of ['/order', '/loanDetail']) {
    await page.goto(hiram.url(path, borrower));
    await expect(page).toHaveTitle('Order Details');
    await expect(page.getByRole('heading', { level: 1, name: 'Order Details' })).toBeVisible();
    await expect(page.getByText('Loan active')).toBeVisible();
  }
  await expect(page.getByRole('link', { name: 'Call us' })).toHaveAttribute('href', 'tel:+63285550100');
  await changeDetails(page, (data) => Object.assign(data, { telephone: '123456' }));
  await page.goto(hiram.url('/order', borrower));
  await expect(page.getByRole('link', { name: 'Call us' })).toHaveAttribute('href', 'tel:123456');
  await page.unrouteAll();
  await changeDetails(page, (data) => Object.assign(data, { telephone: '' }));
  await page.goto(hiram.url('/order', borrower));
  await expect(page.getByText('Loan active')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Call us' })).toHaveAttribute('href', 'tel:+63285550100');
});

test('ORD-02 ORD-04 each status has its own picture and offers its next action', async ({ page, hiram }) => {
  const pictures = new Map<string, string>();
  const more = page.getByText('Click to view more products');
  for (const [state, words, action] of [
    ['21', 'We have your application', 'Go home'],
    ['110', 'We cannot lend you this money now', 'Go home'],
    // Its dialog is open.
    ['151', 'Your loan is approved', 'Withdraw Now'],
    ['170', 'Loan active', 'Repayment'],
    ['174', 'Your repayment is coming up', 'REPAY'],
    ['180', 'Let’s get this sorted', 'REPAY'],
    ['200', 'All settled. Thank you!', 'Borrow Again'],
  ] as const) {
    await openOrder(page, hiram, { state, with: state === '200' ? { isScore: 0 } : {} });
    await expect(page.getByRole('heading', { name: words })).toBeVisible();
    await expect(page.getByRole('button', { name: action, exact: true }).first()).toBeVisible();
    // Only an order that cannot be repaid leads to other products.
    if (Number(state) >= 170) await expect(more).toHaveCount(0);
    pictures.set(state, await page.locator('main svg').first().innerHTML());
  }
  expect(new Set(pictures.values()).size).toBe(6);
  expect(pictures.get('170')).toBe(pictures.get('200'));
});

test('ORD-03 the details list is shown if there is one', async ({ page, hiram }) => {
  await openOrder(page, hiram, { state: '180' });
  await expect(page.locator('dl').first()).toBeVisible();
  await expect(page.getByText('One-time penalty')).toBeVisible();
  await changeDetails(page, (data) =>
    Object.assign(data, {
      userOrderDetail: { detail: [], credit: 0, refundOwed: 0, paid: 0, repayments: [], payments: [] },
    }),
  );
  await page.reload();
  await expect(page.getByText('Let’s get this sorted')).toBeVisible();
  await expect(page.locator('dl')).toHaveCount(0);
});

test('ORD-04 ORD-24 an order that cannot be repaid shows other products and a link to more', async ({
  page,
  hiram,
}) => {
  await openRefusedOrder(page, hiram, {});
  const first = page.getByRole('button', { name: /Hakbang Loan/ });
  for (const text of ['Six repayments', 'Apply', '₱5.000 – ₱100.000', 'Amount', '0.16% a day', '180 days'])
    await expect(first).toContainText(text);
  await expect(first.locator('span').first()).toBeVisible();
  await page.getByRole('link', { name: 'Click to view more products' }).click();
  await expect(page).toHaveURL(/\/main\?/);
  await openOrder(page, hiram, { state: '110', with: { recProducts: 0 } });
  await expect(page.getByText('We cannot lend you this money now')).toBeVisible();
  await expect(page.getByText('Click to view more products')).toHaveCount(0);
});

test('ORD-05 ORD-15 a due or late loan that can be extended has REPAY and Rollover Repayment', async ({
  page,
  hiram,
}) => {
  for (const state of ['174', '180']) {
    const borrower = await openOrder(page, hiram, { state, with: { isDelay: 1 } });
    await expect(page.getByText('Short of money?')).toBeVisible();
    await page.getByRole('button', { name: 'REPAY', exact: true }).click();
    await expect(page).toHaveURL(new RegExp(`/repay\\?.*orderId=${borrower.orderId}`));
    await page.goBack();
    await page.getByRole('button', { name: 'Rollover Repayment' }).click();
    await expect(page).toHaveURL(/\/repayDelay\?/);
    await expect(page.getByText('Next payment date')).toBeVisible();
  }
});

test('ORD-06 ORD-07 a due, late or running loan without extension has Repayment alone', async ({
  page,
  hiram,
}) => {
  for (const state of ['174', '180', '170']) {
    await openOrder(page, hiram, { state, with: { isDelay: 0 } });
    await expect(page.getByRole('button', { name: 'Repayment', exact: true })).toBeVisible();
    await expect(page.getByText('Short of money?')).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Rollover Repayment' })).toHaveCount(0);
  }
});

test('ORD-08 ORD-17 KEY-09 a settled loan has Borrow Again, and the tap is counted as 30 at 0', async ({
  page,
  hiram,
}) => {
  const borrower = await openOrder(page, hiram, { state: '200', with: { isScore: 0 } });
  const counted = page.waitForRequest('**/api/service/event/save*');
  await page.getByRole('button', { name: 'Borrow Again' }).click();
  expect((await counted).postDataJSON()).toEqual({
    productId: borrower.productId,
    moduleId: 30,
    positionId: 0,
  });
  await expect(page).toHaveURL(new RegExp(`/productDetail\\?productId=${borrower.productId}`));
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
  await expect(page.getByText('Your repayment is coming up')).toBeVisible();
  await expect(dialog).toHaveCount(0);
});

test('ORD-10 in the withdrawal prompt Cancel goes home and Withdraw Now sends the money', async ({
  page,
  hiram,
}) => {
  await openOrder(page, hiram, { state: '151', with: { inside: 1 } });
  const dialog = page.getByRole('dialog', { name: 'Your money is ready' });
  await expect(dialog).toContainText(/₱12\.000,00 is ready.*account ending in \d{4}/);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(page).toHaveURL(/\/main\?/);
  await page.goBack();
  await dialog.getByRole('button', { name: 'Withdraw Now' }).click();
  await expect(page.getByText('Your money is on its way')).toBeVisible();
  await expect(page.getByText('Loan active')).toBeVisible();
});

test('ORD-11 ORD-12 ORD-13 stars fill up to the tapped one, and five open the store', async ({
  page,
  hiram,
}) => {
  await openOrder(page, hiram, { state: '200' });
  const dialog = page.getByRole('dialog', { name: 'How do you like our app?' });
  await dialog.getByRole('button', { name: 'Submit' }).click();
  await expect(dialog.getByText('Silakan pilih')).toBeVisible();
  await dialog.getByLabel('4 of 5 stars').check();
  await expect(dialog.locator('svg[fill="var(--accent)"]')).toHaveCount(4);
  await page.route('https://play.google.com/**', (route) => route.fulfill({ body: 'store' }));
  const rated = page.waitForRequest('**/google-score*');
  await dialog.getByRole('button', { name: 'Submit' }).click();
  expect((await rated).postDataJSON()).toMatchObject({ score: 5, stars: 4 });
  await expect(page).toHaveURL(/play\.google\.com/);
});

test('ORD-12 ORD-13 one to three stars get thanks and no store', { tag: '@verify' }, async ({
  page,
  hiram,
}) => {
  const borrower = await openOrder(page, hiram, { state: '200' });
  await page.getByLabel('2 of 5 stars').check();
  const rated = page.waitForRequest('**/google-score*');
  await page.getByRole('button', { name: 'Submit' }).click();
  expect((await rated).postDataJSON()).toMatchObject({ score: 5, stars: 2 });
  await expect(page.getByRole('dialog', { name: 'Thank you for telling us' })).toBeVisible();
  await page.getByRole('button', { name: 'Close' }).click();
  await page.goto(hiram.url('/order', borrower));
  await expect(page.getByText('All settled')).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('ORD-14 ORD-15 the bank-card dialog closes by its cross or leads to binding', async ({
  page,
  hiram,
}) => {
  const borrower = await openOrder(page, hiram, { state: '151', with: { cardNeedPop: 1 } });
  const dialog = page.getByRole('dialog', { name: 'Where should the money go?' });
  await expect(dialog).toContainText('Name a bank account or e-wallet in your own name.');
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(dialog).toHaveCount(0);
  const binding = new RegExp(`/bindBank\\?.*orderId=${borrower.orderId}.*source=loanDetail`);
  await page.getByRole('button', { name: 'Go and bind the card' }).click();
  await expect(page).toHaveURL(binding);
  await page.goto(hiram.url('/order', borrower));
  await dialog.getByRole('button', { name: 'Go and bind the card' }).click();
  await expect(page).toHaveURL(binding);
});

test('ORD-16 status 21 opens no dialog; at others a partner’s page opens with the common query', async ({
  page,
  hiram,
}) => {
  await page.route('https://partner.hiram.example/**', (route) =>
    route.fulfill({ body: '<h1>Partner</h1>', contentType: 'text/html' }),
  );
  const borrower = await hiram.borrower({
    state: '21',
    with: { playeduL: 'https://partner.hiram.example/loan' },
  });
  await page.goto(hiram.url('/order', borrower, { lang: 'en' }));
  await expect(page.getByText('We have your application')).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
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

test('ORD-18 ORD-19 a recommended product opens if enabled or grey and is inert with 0', async ({
  page,
  hiram,
}) => {
  await openRefusedOrder(page, hiram, { globally: 2 });
  const products = page.locator('main ul > li > button');
  await expect(products).toHaveCount(3);
  const [first, dead] = [products.nth(0), products.nth(2)];
  await expect(dead).toBeDisabled();
  const clicked = page.waitForRequest('**/api/gopia/goya/define*');
  await first.click();
  const request = await clicked;
  expect(request.headers()['content-type']).toContain('application/x-www-form-urlencoded');
  expect(request.postData()).toBe('mo=31&po=0&ke=hakbang');
  await expect(page).toHaveURL(/\/productDetail\?productId=/);
  await openRefusedOrder(page, hiram, {});
  await page.route('**/api/gopia/goya/define*', (route) =>
    route.fulfill({ json: { success: false, code: '9', message: 'Not today', data: {} } }),
  );
  await page.getByRole('button', { name: /Hakbang Loan/ }).click();
  await expect(page.getByText('Not today')).toBeVisible();
});

test('ORD-21 a rejected call shows the failure panel with Retry and no toast or dialog', async ({
  page,
  hiram,
}) => {
  const borrower = await hiram.borrower({ state: '170' });
  await page.goto(hiram.url('/order', { ...borrower, orderId: '01900000-0000-7000-8000-000000000000' }));
  await expect(page.getByRole('heading', { name: 'This did not load' })).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByRole('status')).toHaveText('');
  await expect(page.getByRole('button', { name: 'Retry' })).toBeVisible();
  // Any other code, also without a message.
  for (const [message, title] of [
    ['Not today', 'Not today'],
    ['', 'This did not load'],
  ] as const) {
    await callsByItself(page);
    await page.route('**/api/v3/loan-details/loan-details*', (route) =>
      route.fulfill({ json: { success: false, code: '9', message, data: {} } }),
    );
    await page.goto(hiram.url('/order', borrower));
    await expect(page.getByRole('heading', { name: title })).toBeVisible();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(page.getByRole('status')).toHaveText('');
    await page.unroute('**/api/v3/loan-details/loan-details*');
    await page.getByRole('button', { name: 'Retry' }).click();
    await expect(page.getByText('Loan active')).toBeVisible();
  }
  await page.goto(hiram.url('/order', { sessionId: 'gone', productId: 'p', orderId: 'o', phone: '' }));
  await expect(page).toHaveURL(/\/login\?/);
});

test('a loan becomes late: each charge is shown and explained, and it is repaid', async ({ page, hiram }) => {
  const borrower = await openOrder(page, hiram, { state: '174', kind: 'single', with: { isDelay: 0 } });
  await expect(page.getByText('Due soon').first()).toBeVisible();
  await hiram.call('/sandbox/clock', { days: 5 });
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
  await hiram.call('/sandbox/pay', { payCode: new URL(page.url()).searchParams.get('payCode') ?? '' });
  await page.getByRole('button', { name: 'See my loan' }).click();
  await expect(page.getByText('All settled. Thank you!')).toBeVisible();
  expect(borrower.orderId).not.toBe('');
});

test('a reversed payout asks for another account', async ({ page, hiram }) => {
  const borrower = await hiram.borrower({ state: '151' });
  await hiram.call(
    '/v3/loan-details/withdraw',
    { orderId: borrower.orderId },
    { sessionId: borrower.sessionId },
  );
  await hiram.call('/sandbox/payout', { orderId: borrower.orderId, result: 'returned' });
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
  await expect(page.getByText('Total to repay')).toBeVisible();
  await expect(page.getByText('Amount lent')).toHaveCount(0);
  await page.goto(hiram.url('/order', await hiram.borrower({ state: '110' })));
  await expect(page.getByText('We cannot lend you this money now')).toBeVisible();
  await expect(page.locator('dl > div')).toHaveText([/^You applied for₱/, /^Applied on/]);
});
