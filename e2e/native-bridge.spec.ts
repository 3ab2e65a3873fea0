import type { Page } from '@playwright/test';
import { expect, test } from './hiram.ts';

interface Sent {
  readonly id: string;
  readonly action: string;
  readonly payload: Record<string, unknown>;
}

/** An Android host through the browser's own exposed binding: what the page posts arrives here, answers go back to its port. */
async function androidHost(page: Page, actions: readonly string[]): Promise<Sent[]> {
  const sent: Sent[] = [];
  await page.exposeFunction('hostHears', async (json: string) => {
    const message: Sent & { v: number } = JSON.parse(json);
    sent.push(message);
    const data =
      message.action === 'hello' ? { protocol: 1, platform: 'android', appVersion: '2.0', actions } : {};
    const answer = JSON.stringify({ v: 1, id: message.id, ok: true, data });
    await page
      .evaluate(`window.LoanHost.onmessage && window.LoanHost.onmessage({ data: ${JSON.stringify(answer)} })`)
      .catch(() => undefined);
  });
  await page.addInitScript(
    'window.LoanHost = { postMessage: (json) => { window.hostHears(json); }, onmessage: null };',
  );
  return sent;
}

async function iosHost(page: Page): Promise<Sent[]> {
  const sent: Sent[] = [];
  await page.exposeFunction('hostHears', async (json: string) => {
    const message: Sent = JSON.parse(json);
    sent.push(message);
    const data =
      message.action === 'hello'
        ? { protocol: 1, platform: 'ios', appVersion: '2.0', actions: ['closeWebView', 'endBankFlow'] }
        : {};
    await page
      .evaluate(
        `window.LoanHostReceive(${JSON.stringify(JSON.stringify({ v: 1, id: message.id, ok: true, data }))})`,
      )
      .catch(() => undefined);
  });
  await page.addInitScript(
    'window.webkit = { messageHandlers: { LoanHost: { postMessage: (json) => { window.hostHears(json); } } } };',
  );
  return sent;
}

async function bindWallet(page: Page): Promise<void> {
  await page.getByRole('tab', { name: 'E-wallet' }).click();
  await page.getByRole('button', { name: /^E-wallet:/ }).click();
  await page.getByText('Maya').click();
  await page.getByRole('button', { name: 'Confirm' }).click();
  await page.getByLabel('Mobile number of the wallet').fill('09171234567');
  await page.getByLabel('Name on the account').fill('Maria Santos');
  await page.getByRole('button', { name: 'Next' }).click();
}

test('BRG-02 BRG-11 BANK-09 over Android’s interface: the flow’s end and the closing of the web view', async ({
  page,
  hiram,
}) => {
  const sent = await androidHost(page, ['closeWebView', 'endBankFlow']);
  const who = await hiram.borrower({ state: 'ready' });
  await page.goto(hiram.url('/bindBank', who));
  await bindWallet(page);
  await expect.poll(() => sent.map((one) => one.action)).toEqual(['hello', 'endBankFlow', 'closeWebView']);
  expect(sent[1]?.payload).toEqual({ result: 'saved' });
  await expect(page).toHaveURL(/\/bindBank/);
});

test('BRG-02 BRG-11 BRG-13 over iOS’s message handler the same', async ({ page, hiram }) => {
  const sent = await iosHost(page);
  const who = await hiram.borrower({ state: 'ready' });
  await page.goto(hiram.url('/bindBank', who));
  await bindWallet(page);
  await expect.poll(() => sent.map((one) => one.action)).toEqual(['hello', 'endBankFlow', 'closeWebView']);
});

test('BRG-03 BRG-13 a page that only the app has is asked for by name; an action that the host lacks falls back to the web', async ({
  page,
  hiram,
}) => {
  const sent = await androidHost(page, ['goToPage']);
  const who = await hiram.borrower({ state: 'new' });
  await page.goto(hiram.url('/productDetail', who));
  await page.getByRole('button', { name: 'Complete my details' }).click();
  await expect.poll(() => sent.map((one) => one.action)).toContain('goToPage');
  expect(sent.find((one) => one.action === 'goToPage')?.payload).toEqual({
    page: 'apply',
    param: { productId: who.productId, returnTo: `/productDetail?productId=${who.productId}` },
  });
  const settled = await hiram.borrower({ state: '200' });
  await page.route('https://play.google.com/**', (route) => route.fulfill({ body: 'store' }));
  await page.goto(hiram.url('/order', settled));
  await page.getByLabel('5 of 5 stars').check();
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(page).toHaveURL(/play\.google\.com/);
});

test('BRG-13 a host that never answers does not hold the page up', async ({ page, hiram }) => {
  await page.addInitScript('window.LoanHost = { postMessage: () => undefined, onmessage: null };');
  const who = await hiram.borrower({ state: 'ready' });
  await page.goto(hiram.url('/main', who));
  await page.goto(hiram.url('/bindBank', who));
  await bindWallet(page);
  await expect(page).toHaveURL(/\/main\?/, { timeout: 15_000 });
});

test('a session in the address counts inside a host; CONF-08 and its back event opens the prompt', async ({
  page,
  hiram,
}) => {
  await androidHost(page, ['closeWebView']);
  const who = await hiram.borrower({ state: 'ready', with: { isPopType: 1 } });
  await page.goto(hiram.url('/loanConfirmPeriod', who));
  await expect(page.getByRole('button', { name: 'Next' })).toBeEnabled();
  await page.evaluate(
    `window.LoanHost.onmessage({ data: JSON.stringify({ v: 1, id: 'host-1', event: 'back' }) })`,
  );
  await expect(page.getByRole('dialog', { name: 'Leave without your loan?' })).toBeVisible();
});
