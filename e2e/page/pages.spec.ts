import { ticket as ticketCall } from '@hiram/contract/account';
import { codeOf } from '../support/account.ts';
import { runUntilShown, stopClock } from '../support/clock.ts';
import { callsByItself, expect, savesData, test } from '../support/hiram.ts';
import { isThorough } from '../support/sweeps.ts';

test('RTE-04 context is read from the address and passed on; NET-02 NET-03 every call carries it', async ({
  page,
  hiram,
}) => {
  const borrower = await hiram.borrower({ state: '180', with: { kindTips: 0 } });
  const context = {
    appVersion: '1.2.3',
    deviceName: 'A1',
    deviceId: 'dev-9',
    osVersion: '9',
    adId: 'ad',
    merchantNumber: 'm1',
    lang: 'en',
    appName: 'spec',
  };
  const request = page.waitForRequest('**/api/v3/loan-details/loan-details*');
  await page.goto(hiram.url('/order', borrower, context));
  const url = new URL((await request).url());
  expect(url.pathname).toMatch(/^\/api\//);
  expect(Object.fromEntries(url.searchParams)).toEqual({ ...context, sessionId: borrower.sessionId });
  await page.getByRole('button', { name: 'REPAY', exact: true }).click();
  await expect(page).toHaveURL(/\/repay\?/);
  expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual({
    ...context,
    sessionId: borrower.sessionId,
    productId: borrower.productId,
    orderId: borrower.orderId,
  });
});

test('NET-03 NET-04 the form client sends the second pair of headers and a form body', async ({
  page,
  hiram,
}) => {
  const borrower = await hiram.borrower({ state: 'ready' });
  const request = page.waitForRequest('**/api/v3/bind-card/card-init*');
  await page.goto(hiram.url('/bindBank', borrower, { appName: 'spec', merchantNumber: 'm7' }));
  const headers = (await request).headers();
  expect(headers).toMatchObject({
    'x-app-name': 'spec',
    'x-merchant-number': 'm7',
    'x-requested-with': 'XMLHttpRequest',
  });
  expect(headers['x-session-id']).toBeUndefined();
});

test('RTE-01 RTE-07 an unknown route and a planned one show the error page with a link home', async ({
  page,
  hiram,
}) => {
  const borrower = await hiram.borrower({ state: 'ready' });
  const response = await page.goto(hiram.url('/no/such/page', borrower));
  expect(response?.status()).toBe(404);
  await expect(page.getByRole('heading', { level: 2, name: 'This page is not here' })).toBeVisible();
  await page.getByRole('button', { name: 'Go home' }).click();
  await expect(page.getByText('Salapi Loan')).toBeVisible();
  // The error page bound the session. The next page can use it too.
  await page.goto(hiram.url('/main', borrower));
  await expect(page.getByText('Salapi Loan')).toBeVisible();
  const planned = [
    '/repaymentOfCode',
    '/downloadTemplate',
    '/repaymentOfCode2',
    '/testPreview',
    '/complaintList',
    '/complainPageNext',
    '/complainDetails',
    '/agreementTemplate',
    '/',
  ];
  // The others are opened by `quality.spec.ts` and `site.spec.ts` too.
  for (const path of isThorough ? planned : planned.slice(0, 2)) {
    await page.goto(hiram.url(path, borrower));
    await expect(page.locator('main')).not.toBeEmpty();
  }
});

test('RTE-05 NET-05 NET-06 product_id is read as productId, and an envelope’s message is shown', async ({
  page,
  hiram,
}) => {
  const borrower = await hiram.borrower({ state: 'ready' });
  await page.goto(
    `${hiram.origin}/productDetail?product_id=${borrower.productId}&sessionId=${borrower.sessionId}`,
  );
  await expect(page.getByRole('heading', { level: 1, name: 'Salapi Loan' })).toBeVisible();
  await page.route('**/api/v3/product/apply*', (route) => route.abort());
  await page.getByRole('button', { name: /^Continue with/ }).click();
  await expect(page.getByRole('status').getByText('error', { exact: true })).toBeVisible();
  await page.unrouteAll();
  await page.route('**/api/v3/product/apply*', (route) =>
    route.fulfill({
      status: 503,
      json: { success: false, code: '50300', message: 'We are full today', data: {} },
    }),
  );
  await page.getByRole('button', { name: /^Continue with/ }).click();
  await expect(page.getByText('We are full today')).toBeVisible();
});

test('NET-03 the call that a document starts by itself times out after 60 s too', async ({ page, hiram }) => {
  const borrower = await hiram.borrower({ state: '170' });
  await page.clock.install();
  await stopClock(page);
  await callsByItself(page);
  let hung: () => void = () => undefined;
  const request = new Promise<void>((resolve) => {
    hung = resolve;
  });
  await page.route('**/api/v3/loan-details/loan-details*', () => hung());
  await page.goto(hiram.url('/order', borrower), { waitUntil: 'commit' });
  await request;
  const ran = await runUntilShown(page, page.getByRole('status').getByText('Loading…'));
  await page.clock.runFor(59_000 - ran);
  await expect(page.getByRole('status')).toHaveText('Loading…');
  await page.clock.runFor(2_000);
  await expect(page.getByRole('heading', { name: 'This did not load' })).toBeVisible();
});

test('NET-02 NET-03 a visitor’s first call has the common query and the second pair of headers too', async ({
  page,
  hiram,
}) => {
  const query = { appName: 'spec', merchantNumber: 'm 7', deviceId: 'dev-9', lang: 'en', adId: 'a&b' };
  const pendingRequest = page.waitForRequest('**/api/get-sid*');
  await page.goto(hiram.url('/promotion', undefined, query));
  const request = await pendingRequest;
  expect(Object.fromEntries(new URL(request.url()).searchParams)).toEqual(query);
  expect(request.headers()).toMatchObject({
    'x-app-name': 'spec',
    'x-merchant-number': 'm 7',
    'x-requested-with': 'XMLHttpRequest',
  });
});

test('NET-01 CONF-01 a rejected page shows its message once and no announcement over it', async ({
  page,
  hiram,
}) => {
  for (const [path, state] of [
    ['/loanConfirm', '170'],
    ['/legacyRepay', '200'],
  ] as const) {
    const borrower = await hiram.borrower({ state, with: { isScore: 0 } });
    await page.goto(hiram.url(path, borrower));
    const title = await page.getByRole('heading', { level: 2 }).textContent();
    const announced = page.getByRole('status').getByText(title ?? '', { exact: true });
    await expect(announced).toBeAttached();
    await expect(announced.locator('xpath=ancestor::*[contains(@class, "visually-hidden")]')).toHaveCount(1);
  }
});

test('NET-01 a code that does not parse to 0 is no success, whatever the field success', async ({
  page,
  hiram,
}) => {
  const borrower = await hiram.borrower({ state: 'ready' });
  await callsByItself(page);
  await page.route('**/api/v3/home/index*', (route) =>
    route.fulfill({ json: { success: true, code: '7', message: 'Closed for the night', data: {} } }),
  );
  await page.goto(hiram.url('/main', borrower));
  // An error code of the lender is a rule, not a fault: the page shows its message instead of the data. The rule may end: Retry.
  await expect(page.getByRole('heading', { name: 'Closed for the night' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Go home' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Retry' })).toBeVisible();
});

test('without a network the content stays with a quiet notice, and Retry works when it is back', async ({
  page,
  hiram,
  context,
}) => {
  const borrower = await hiram.borrower({ state: '180', with: { kindTips: 0 } });
  await page.goto(hiram.url('/order', borrower));
  await expect(page.getByText('Let’s get this sorted')).toBeVisible();
  // The notice is loaded behind the first view.
  await page.waitForLoadState('networkidle');
  await context.setOffline(true);
  await expect(page.getByText('You are offline. What you see is the last we know.')).toBeVisible();
  await expect(page.getByText('Let’s get this sorted')).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByText('You are offline.', { exact: false })).toHaveCount(0);
  await callsByItself(page);
  await page.route('**/api/v3/loan-details/loan-details*', (route) => route.abort());
  await page.reload();
  await expect(page.getByRole('heading', { name: 'This did not load' })).toBeVisible();
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByText('Let’s get this sorted')).toBeVisible();
});

test('a visitor signs in by code in a plain browser and continues on the same page', async ({
  page,
  hiram,
}) => {
  await page.goto(`${hiram.origin}/main`);
  await expect(page).toHaveURL(/\/login\?returnTo=/);
  await page.getByLabel('Mobile number').fill('13912349876');
  await page.getByRole('button', { name: 'get code' }).click();
  await expect(page.getByRole('button', { name: /\d+ s$/ })).toBeDisabled();
  await page.getByLabel('Code', { exact: true }).fill(await codeOf(hiram, '13912349876'));
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByText('Salapi Loan')).toBeVisible();
  expect(page.url()).not.toContain('sessionId');
  await page.getByRole('link', { name: /Salapi Loan/ }).click();
  await expect(page.getByRole('button', { name: 'Complete my details' })).toBeVisible();
});

test('a ticket is traded at once and removed from the address [T177]', async ({ page, hiram }) => {
  const borrower = await hiram.borrower({ state: '170' });
  const { ticket } = await hiram.send(ticketCall, {}, { sessionId: borrower.sessionId });
  await page.goto(
    `${hiram.origin}/order?productId=${borrower.productId}&orderId=${borrower.orderId}&ticket=${ticket}`,
  );
  await expect(page.getByText('Loan active')).toBeVisible();
  expect(page.url()).not.toContain('ticket');
  expect(page.url()).not.toContain('sessionId');
});

test('outside an app a ticket in a link signs in only a visitor who confirms the account [T044]', async ({
  browser,
  hiram,
}) => {
  const borrower = await hiram.borrower({ state: '170' });
  const answers = ['No, it is not', 'Yes, it is mine', 'no question in an app'] as const;
  for (const answer of isThorough ? answers : answers.slice(0, 2)) {
    const { ticket } = await hiram.send(ticketCall, {}, { sessionId: borrower.sessionId });
    const context = await browser.newContext();
    const page = await context.newPage();
    const isApp = answer === 'no question in an app';
    if (isApp)
      await page.addInitScript('window.LoanHost = { postMessage: () => undefined, onmessage: null };');
    // A production server's pages are not in sandbox mode.
    await page.route(
      (url) => url.origin === hiram.origin && url.pathname.split('/').length === 2,
      async (route) => {
        const response = await route.fetch();
        const { 'content-encoding': _, 'content-length': __, ...headers } = response.headers();
        const body = (await response.text()).replace('"sandbox":true', '"sandbox":false');
        await route.fulfill({ status: response.status(), headers, body });
      },
    );
    const isStored = () => page.evaluate(() => sessionStorage.getItem('hiram.session') !== null);
    const query = new URLSearchParams({ productId: borrower.productId, orderId: borrower.orderId, ticket });
    await page.goto(`${hiram.origin}/order?${query}`);
    if (!isApp) {
      await expect(page.getByRole('heading', { name: 'Is this your account?' })).toBeVisible();
      await expect(page.getByText(/mobile number •••• \d{4}/)).toBeVisible();
      expect(await isStored()).toBe(false);
      const ended = answer === 'No, it is not' ? page.waitForRequest('**/v3/account/logout*') : undefined;
      await page.getByRole('button', { name: answer }).click();
      await ended;
    }
    if (answer === 'No, it is not') await page.waitForURL(/\/login\?/);
    else await expect(page.getByText('Loan active')).toBeVisible();
    expect(page.url()).not.toContain(ticket);
    expect(await isStored()).toBe(answer !== 'No, it is not');
    await context.close();
  }
});

test('a document older than its scripts is reloaded once and then says what to do', async ({
  page,
  hiram,
}) => {
  let documents = 0;
  page.on('request', (request) => {
    if (request.isNavigationRequest()) documents += 1;
  });
  await page.route('**/assets/Main-*.js', (route) => route.fulfill({ status: 404, body: '' }));
  await page.goto(`${hiram.origin}/main`);
  await expect(page.getByText('This page could not be loaded.')).toBeVisible();
  expect(documents).toBe(2);
  await page.unroute('**/assets/Main-*.js');
  await page.getByRole('link', { name: 'Try again' }).click();
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible();
});

test('a screen whose script belongs to a removed build reloads the page once', { tag: '@verify' }, async ({
  page,
  hiram,
}) => {
  const borrower = await hiram.borrower({ state: '180', with: { kindTips: 0 } });
  // The settings must not be fetched ahead, before their script is gone.
  await savesData(page);
  await page.goto(hiram.url('/main', borrower));
  await expect(page.getByRole('link', { name: 'Settings' })).toBeVisible();
  // A newer version is deployed: its documents name another shared script, and the scripts of the old build do not exist. The
  // page reads such a document. The reloaded one is unchanged, as its inline script has its hash in the policy.
  await page.route('**/setting?*', async (route) => {
    if (route.request().isNavigationRequest()) return route.continue();
    const response = await route.fetch();
    return route.fulfill({ response, body: (await response.text()).replace(/base-[\w-]+\.js/g, 'newer.js') });
  });
  let documents = 0;
  page.on('request', (request) => {
    if (request.isNavigationRequest()) documents += 1;
  });
  await page.route('**/assets/Setting-*.js', (route) =>
    documents === 0 ? route.fulfill({ status: 404, body: '' }) : route.fallback(),
  );
  await page.getByRole('link', { name: 'Settings' }).click();
  await expect(page.getByRole('button', { name: /^Sign out \(/ })).toBeVisible();
  expect([documents, new URL(page.url()).pathname]).toEqual([1, '/setting']);
});

test('without a connection the page shows a message of its own and does not reload', async ({
  page,
  hiram,
}) => {
  await page.route('**/assets/*.js', (route) => route.abort());
  await page.addInitScript("window.fetch = () => Promise.reject(new TypeError('offline'))");
  await page.goto(`${hiram.origin}/main`);
  await expect(page.getByText('This page could not be loaded.')).toBeVisible();
});

test('NET-03 a context value that no header can hold is sent in the query, and calls still work', async ({
  page,
  hiram,
}) => {
  const borrower = await hiram.borrower({ state: '180', with: { kindTips: 0 } });
  // Headers hold Latin-1 only. One value for each pair of headers; the document's first call sends the first pair.
  const context = { merchantNumber: '商户', deviceId: 'мой телефон' };
  const call = page.waitForRequest('**/api/v3/bind-card/card-init*');
  await page.goto(hiram.url('/order', borrower, context));
  await expect(page.getByRole('button', { name: 'REPAY', exact: true })).toBeVisible();
  await page.goto(hiram.url('/bindBank', borrower, context));
  const request = await call;
  expect(new URL(request.url()).searchParams.get('merchantNumber')).toBe('商户');
  expect(request.headers()).not.toHaveProperty('x-merchant-number');
});
