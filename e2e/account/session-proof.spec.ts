import type { BrowserContext } from '@playwright/test';
import { codeOf, newPhone } from '../support/account.ts';
import { borrowerWithoutApp } from '../support/borrower-without-app.ts';
import { type Demo, expect, type Hiram, test } from '../support/hiram.ts';

const running = 'Loan active';

/** Makes the context behave as a web view without cookies: removes `set-cookie` from documents. */
async function withoutCookies(context: BrowserContext, hiram: Hiram): Promise<void> {
  await context.route(
    (url) => url.origin === hiram.origin && !url.pathname.startsWith('/api/'),
    async (route) => {
      // Use another client: the browser's own would store the cookies.
      const response = await fetch(route.request().url());
      const remaining = [...response.headers].filter(
        ([name]) => !/^(set-cookie|content-encoding|content-length)$/.test(name),
      );
      const body = Buffer.from(await response.arrayBuffer());
      await route.fulfill({ status: response.status, headers: Object.fromEntries(remaining), body });
    },
  );
}

/** Expects that a person who finds the address gets no data with it, by a plain request or in another browser. */
async function expectUselessElsewhere(
  hiram: Hiram,
  borrower: Demo,
  elsewhere: BrowserContext,
): Promise<void> {
  const query = new URLSearchParams({ sessionId: borrower.sessionId, deviceId: 'phone-1' });
  const byHand = await fetch(`${hiram.origin}/api/v3/loan-details/loan-details?${query}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ orderId: borrower.orderId }),
  });
  expect([byHand.status, ((await byHand.json()) as { code: string }).code]).toEqual([401, '-2']);
  const page = await elsewhere.newPage();
  await page.goto(hiram.url('/order', borrower, { deviceId: 'phone-1' }));
  await page.waitForURL(/\/login\?/);
  expect(page.url()).not.toContain(borrower.sessionId);
  await expect(page.getByText(running)).toHaveCount(0);
}

test('RTE-04 an opened address works here alone, and survives a reload and cleared storage [T008]', async ({
  page,
  context,
  browser,
  hiram,
}) => {
  const borrower = await hiram.borrower({ state: '170' });
  const address = hiram.url('/order', borrower, { deviceId: 'phone-1' });
  await page.goto(address);
  await expect(page.getByText(running)).toBeVisible();
  expect(await page.evaluate('document.cookie')).not.toContain('hiram_proof=');
  expect(
    await page.evaluate("localStorage.getItem('hiram.key') ?? sessionStorage.getItem('hiram.key')"),
  ).toBeNull();
  const elsewhere = await browser.newContext();
  await expectUselessElsewhere(hiram, borrower, elsewhere);
  await page.reload();
  await expect(page.getByText(running)).toBeVisible();
  const tabs = await Promise.all([0, 1, 2].map(() => context.newPage()));
  await Promise.all(tabs.map((tab) => tab.goto(address)));
  for (const tab of tabs) await expect(tab.getByText(running)).toBeVisible();
  await page.evaluate('sessionStorage.clear(); localStorage.clear()');
  await page.reload();
  await expect(page.getByText(running)).toBeVisible();
  await elsewhere.close();
});

test('RTE-04 in a web view without cookies the page keeps its own key from page to page [T009]', {
  tag: '@verify',
}, async ({ page, context, browser, hiram }) => {
  await withoutCookies(context, hiram);
  const borrower = await hiram.borrower({ state: '170' });
  const address = hiram.url('/order', borrower, { deviceId: 'phone-1' });
  const first = page.waitForRequest('**/loan-details/loan-details*');
  await page.goto(address);
  await expect(page.getByText(running)).toBeVisible();
  expect((await first).headers()['x-page-key']).toMatch(/^[0-9a-f]{48}$/);
  expect(page.url()).not.toContain((await first).headers()['x-page-key'] ?? '');
  const elsewhere = await browser.newContext();
  await expectUselessElsewhere(hiram, borrower, elsewhere);
  await page.reload();
  await expect(page.getByText(running)).toBeVisible();
  const tab = await context.newPage();
  await tab.goto(address);
  await expect(tab.getByText(running)).toBeVisible();
  // The complaint flow does this (CMP-12).
  await page.evaluate('localStorage.clear()');
  await page.goto(hiram.url('/setting', borrower, { deviceId: 'phone-1' }));
  await expect(page.getByRole('button', { name: /^Sign out \(/ })).toBeVisible();
  await elsewhere.close();
});

test('RTE-04 without cookies and storage the window’s name keeps the key, and never the address', {
  tag: '@verify',
}, async ({ page, context, hiram }) => {
  await withoutCookies(context, hiram);
  await page.addInitScript(`for (const name of ['localStorage', 'sessionStorage'])
    Object.defineProperty(window, name, { get() { throw new DOMException('denied', 'SecurityError'); } });`);
  const borrower = await hiram.borrower({ state: '170' });
  const address = hiram.url('/order', borrower, { deviceId: 'phone-1' });
  for (let time = 0; time < 3; time += 1) {
    await page.goto(address);
    await expect(page.getByText(running)).toBeVisible();
    expect(await page.evaluate('window.name')).toMatch(/^hiram\.key=[0-9a-f]{48}$/);
  }
});

test('RTE-04 after an ended session a new sign-in continues on the same page, once, and back does not loop', async ({
  page,
  hiram,
}) => {
  const phone = newPhone();
  await page.goto(
    `${hiram.origin}/main?${new URLSearchParams({ sessionId: 'ended-long-ago', deviceId: 'phone-7', appVersion: '3.1' })}`,
  );
  await page.waitForURL(/\/login\?/);
  const query = new URL(page.url()).searchParams;
  expect(page.url()).not.toContain('ended-long-ago');
  expect([query.get('deviceId'), query.get('appVersion')]).toEqual(['phone-7', '3.1']);
  // An address from before the new sign-in, for example a bookmark.
  query.set('returnTo', `/main?sessionId=ended-long-ago&deviceId=phone-7&appVersion=3.1`);
  await page.goto(`${hiram.origin}/login?${query}`);
  await page.getByLabel('Mobile number').fill(phone);
  await page.getByRole('button', { name: 'get code' }).click();
  await page.getByLabel('Code', { exact: true }).fill(await codeOf(hiram, phone));
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByText('Salapi Loan')).toBeVisible();
  const home = new URL(page.url());
  expect(home.pathname).toBe('/main');
  expect(Object.fromEntries(home.searchParams)).toEqual({ deviceId: 'phone-7', appVersion: '3.1' });
  // The address with the ended session opens with the session of the new sign-in.
  await page.goto(`${hiram.origin}/main?sessionId=ended-long-ago&deviceId=phone-7&appVersion=3.1`);
  await expect(page.getByText('Salapi Loan')).toBeVisible();
});

test('RTE-04 after signing out the next call has the same device', async ({ page, hiram }) => {
  const borrower = await hiram.borrower({ state: 'ready' });
  const device = { deviceId: 'phone-9', deviceName: 'Pixel', osVersion: '14', adId: 'ad-1', lang: 'en' };
  await page.goto(hiram.url('/setting', borrower, device));
  await page.getByRole('button', { name: /^Sign out \(/ }).click();
  await page.waitForURL(/\/login\?/);
  expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual(device);
  const sent = page.waitForRequest('**/v3/account/sms-code*');
  await page.getByLabel('Mobile number').fill(newPhone());
  await page.getByRole('button', { name: 'get code' }).click();
  expect((await sent).headers()['x-device-id']).toBe('phone-9');
});

test('RTE-04 a first document with its answer binds the session by a later call [T738]', {
  tag: '@verify',
}, async ({ page, browser, hiram }) => {
  const borrower = await borrowerWithoutApp(hiram, { state: '170' });
  // This screen asks nothing else by itself. The document’s own answer is no request of the page.
  const binding = page.waitForResponse((response) => response.url().includes('/v3/order/list'));
  const document = await page.goto(hiram.url('/orderList', borrower, { deviceId: 'phone-1' }));
  expect(await document?.text()).toContain('id="hiram-answer"');
  expect((await binding).status()).toBe(200);
  const elsewhere = await browser.newContext();
  await expectUselessElsewhere(hiram, borrower, elsewhere);
  await elsewhere.close();
});
