import { profile, redeemTicket, ticket as ticketCall } from '@hiram/contract/account';
import { problemList } from '@hiram/contract/complaint';
import { deviceSave } from '@hiram/contract/device';
import { bindDebitCard } from '@hiram/contract/legacy';
import { payCode as payCodeCall } from '@hiram/contract/repay';
import { type Browser, chromium, type Request, type Route } from '@playwright/test';
import { newPhone } from '../support/account.ts';
import { expect, type Hiram, type Page, savesData, test } from '../support/hiram.ts';

/** The answer of a load balancer whose server died, and of a server whose database is not available. */
const unavailable = { success: false, code: '50300', message: 'Please try again in a moment.', data: {} };

/** Holds the matching requests until `release` is called. */
async function hold(page: Page, pattern: string): Promise<{ seen: Request[]; release: () => Promise<void> }> {
  const waiting: Route[] = [];
  const seen: Request[] = [];
  let open = false;
  await page.route(pattern, (route) => {
    seen.push(route.request());
    if (open) return route.continue();
    waiting.push(route);
    return undefined;
  });
  return {
    seen,
    release: async () => {
      open = true;
      await Promise.all(waiting.splice(0).map((route) => route.continue().catch(() => undefined)));
    },
  };
}

/** The borrower returns to the page after ten seconds in another app. */
async function returnToPage(page: Page): Promise<void> {
  await page.clock.fastForward(10_000);
  await page.evaluate("window.dispatchEvent(new Event('visibilitychange'))");
}

async function codePage(hiram: Hiram): Promise<{ url: string; payCode: string }> {
  const borrower = await hiram.borrower({ state: '180', with: { kindTips: 0 } });
  const { payUrl } = await hiram.send(
    payCodeCall,
    { orderId: borrower.orderId, amount: 480_941, channelNumber: '10004' },
    { sessionId: borrower.sessionId },
  );
  const url = new URL(payUrl, hiram.origin);
  url.searchParams.set('sessionId', borrower.sessionId);
  return { url: url.href, payCode: url.searchParams.get('payCode') ?? '' };
}

/** Lets the page's clock, and with it the page's polling, go faster than time until the condition holds. */
async function pollUntil(page: Page, condition: () => boolean | Promise<boolean>): Promise<void> {
  await expect(async () => {
    await page.clock.runFor(2_000);
    expect(await condition()).toBe(true);
  }).toPass();
}

test('at the counter a short outage neither removes the code nor stops polling', { tag: '@verify' }, async ({
  page,
  hiram,
}) => {
  const { url, payCode } = await codePage(hiram);
  await page.clock.install();
  await page.goto(url);
  await expect(page.getByText(/^Works until /)).toBeVisible();
  let refused = 0;
  await page.route('**/v3/repay/code-status*', (route) => {
    refused += 1;
    return route.fulfill({ status: 503, json: unavailable });
  });
  await pollUntil(page, () => refused > 1);
  await expect(page.getByText('Do not pay this code')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Copy code' })).toBeVisible();
  await page.unrouteAll();
  await hiram.pay(payCode);
  const paid = page.getByRole('heading', { name: 'We have your payment' });
  await pollUntil(page, () => paid.isVisible());
});

test('at the counter a code opened during an outage still changes to "received"', { tag: '@verify' }, async ({
  page,
  hiram,
}) => {
  const { url, payCode } = await codePage(hiram);
  await page.clock.install();
  let requestCount = 0;
  await page.route('**/v3/repay/code-status*', (route) => {
    requestCount += 1;
    return requestCount % 2 ? route.abort() : route.fulfill({ status: 503, json: unavailable });
  });
  await page.goto(url);
  await pollUntil(page, () => requestCount > 2);
  await expect(page.getByText('Do not pay this code')).toHaveCount(0);
  await page.unrouteAll();
  await hiram.pay(payCode);
  const paid = page.getByRole('heading', { name: 'We have your payment' });
  await pollUntil(page, () => paid.isVisible());
});

test('form input stays when the page reloads during a short outage', { tag: '@verify' }, async ({
  page,
  hiram,
}) => {
  await page.clock.install();
  const borrower = await hiram.borrower({ state: '151', with: { cardNeedPop: 1 } });
  await page.goto(hiram.url('/bindBank', borrower));
  const number = page.getByRole('textbox').first();
  await number.fill('09171234567');
  const stored = await number.inputValue();
  const refused = page.waitForResponse((response) => response.status() === 503);
  await page.route('**/bind-card/card-init*', (route) => route.fulfill({ status: 503, json: unavailable }));
  await returnToPage(page);
  await refused;
  await expect(page.getByText(unavailable.message)).toBeVisible();
  await expect(number).toHaveValue(stored);
});

test('a complaint that a dying server stored without an answer exists once after a second tap', async ({
  page,
  hiram,
}) => {
  const borrower = await hiram.borrower({ state: '180', with: { kindTips: 0 } });
  await page.goto(hiram.url('/complainPageNext', borrower, { problemType: '2' }));
  await page.getByLabel('Problem description').fill('I paid twice.');
  const keys: (string | undefined)[] = [];
  await page.route('**/user-problem/problem-save*', async (route) => {
    keys.push(route.request().headers()['idempotency-key']);
    const answer = await route.fetch();
    await (keys.length === 1
      ? route.fulfill({ status: 503, json: unavailable })
      : route.fulfill({ response: answer }));
  });
  await page.getByRole('button', { name: 'Send' }).click();
  await expect(page.getByText(unavailable.message)).toBeVisible();
  await page.getByRole('button', { name: 'Send' }).click();
  await expect(page.getByText('Thank you. We have your complaint.')).toBeVisible();
  expect(keys[0]).toBeTruthy();
  expect(keys[1]).toBe(keys[0]);
  const { tabs } = await hiram.send(problemList, {}, { sessionId: borrower.sessionId });
  expect(tabs.flatMap((tab) => tab.list)).toHaveLength(1);
});

test('a screen whose script fails to load says so and offers Retry', async ({ page, hiram }) => {
  const borrower = await hiram.borrower({ state: '180', with: { kindTips: 0 } });
  // The script must not be fetched ahead.
  await savesData(page);
  await page.goto(hiram.url('/main', borrower));
  await expect(page.getByRole('link', { name: 'Settings' })).toBeVisible();
  await page.route('**/*.js', (route) => route.abort());
  await page.getByRole('link', { name: 'Settings' }).click();
  await expect(page.getByRole('heading', { name: 'This did not load' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Back' })).toBeVisible();
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByRole('button', { name: /^Sign out \(/ })).toBeVisible();
});

test('the first view takes a tap before what follows it has arrived [T737]', async ({ page, hiram }) => {
  const borrower = await hiram.borrower({ state: '180', with: { kindTips: 0, isDelay: 0 } });
  const repay = page.getByRole('button', { name: 'Repayment' });
  // With the proof of a first document the next ones have the view.
  const address = hiram.url('/order', borrower);
  await page.goto(address);
  await expect(repay).toBeVisible();
  const later = await hold(page, '**/assets/later-*.js');
  await page.goto(address);
  await expect.poll(() => later.seen.length).toBe(1);
  // The app works: it has taken the answer.
  await expect.poll(() => page.evaluate('window.hiramFirst === undefined')).toBe(true);
  await repay.click();
  await page.waitForURL(/\/repay\?/);
  await later.release();
  await expect(page.getByRole('button', { name: 'Get payment code' })).toBeVisible();

  await page.unrouteAll();
  let cuts = 0;
  let documents = 0;
  page.on('request', (request) => {
    if (request.isNavigationRequest()) documents += 1;
  });
  await page.route('**/assets/later-*.js', (route) => {
    cuts += 1;
    return cuts === 1 ? route.abort() : route.continue();
  });
  await page.goto(address);
  await expect.poll(() => cuts).toBe(2);
  await expect(repay).toBeVisible();
  await repay.click();
  await expect(page.getByRole('button', { name: 'Get payment code' })).toBeVisible();
  expect(documents).toBe(1);
});

test('going back while a code is being created cancels the move to its page', { tag: '@verify' }, async ({
  page,
  hiram,
}) => {
  const borrower = await hiram.borrower({ state: '180', with: { kindTips: 0, isDelay: 0 } });
  await page.goto(hiram.url('/order', borrower));
  await page.getByRole('button', { name: 'Repayment' }).click();
  const held = await hold(page, '**/v3/repay/pay-code*');
  await page.getByRole('button', { name: 'Get payment code' }).click();
  await expect.poll(() => held.seen.length).toBe(1);
  await page.getByRole('button', { name: 'Back' }).click();
  await expect(page.getByText('Let’s get this sorted')).toBeVisible();
  const answered = page.waitForResponse('**/v3/repay/pay-code*');
  await held.release();
  await (await answered).finished();
  await expect(page.getByText('Getting your code…')).toHaveCount(0);
  await page.waitForLoadState('networkidle');
  expect(new URL(page.url()).pathname).toBe('/order');
});

test('going back while a partner’s link is being requested cancels the move to it', {
  tag: '@verify',
}, async ({ page, hiram }) => {
  const borrower = await hiram.borrower({ state: '110', with: { globally: 1 } });
  await page.goto(hiram.url('/orderList', borrower));
  await page.getByRole('link', { name: /Salapi Loan/ }).click();
  const held = await hold(page, '**/gopia/goya/define*');
  await page.locator('main li button:enabled').first().click();
  await expect.poll(() => held.seen.length).toBe(1);
  await page.getByRole('button', { name: 'Back' }).click();
  await expect(page.getByRole('link', { name: /Salapi Loan/ })).toBeVisible();
  const answered = page.waitForResponse('**/gopia/goya/define*');
  await held.release();
  await (await answered).finished();
  await expect(page.getByText('Opening…')).toHaveCount(0);
  await page.waitForLoadState('networkidle');
  expect(new URL(page.url()).pathname).toBe('/orderList');
});

test('the last tapped theme is the one that is stored, however slow the network', { tag: '@verify' }, async ({
  page,
  hiram,
}) => {
  const borrower = await hiram.borrower({ state: 'ready' });
  await page.goto(hiram.url('/setting', borrower));
  const held = await hold(page, '**/v3/account/preferences*');
  await page.getByText('Dark', { exact: true }).click();
  await expect.poll(() => held.seen.length).toBe(1);
  await page.getByText('Light', { exact: true }).click();
  await held.release();
  await expect
    .poll(async () => (await hiram.send(profile, {}, { sessionId: borrower.sessionId })).theme)
    .toBe('light');
});

test('a language tapped while the theme is being stored is stored too', { tag: '@verify' }, async ({
  page,
  hiram,
}) => {
  const borrower = await hiram.borrower({ state: 'ready' });
  await page.goto(hiram.url('/setting', borrower));
  const held = await hold(page, '**/v3/account/preferences*');
  await page.getByText('Dark', { exact: true }).click();
  await expect.poll(() => held.seen.length).toBe(1);
  await page.getByText('Bahasa Indonesia', { exact: true }).click();
  await held.release();
  await page.waitForURL('**/setting?*lang=id*');
  await expect
    .poll(async () => await hiram.send(profile, {}, { sessionId: borrower.sessionId }))
    .toMatchObject({ language: 'id', theme: 'dark' });
});

test('two phones signed out in sequence on a slow network are both signed out', { tag: '@verify' }, async ({
  page,
  hiram,
}) => {
  const borrower = await hiram.borrower({ state: 'ready' });
  for (const deviceName of ['Cherry A1', 'Itel P17']) {
    const { ticket } = await hiram.send(ticketCall, {}, { sessionId: borrower.sessionId });
    const { sessionId } = await hiram.send(redeemTicket, { ticket });
    await hiram.send(deviceSave, { deviceName }, { sessionId, deviceId: `dev-${deviceName}` });
  }
  await page.goto(hiram.url('/setting', borrower));
  const buttons = page.getByRole('button', { name: 'Sign out', exact: true });
  await expect(buttons).toHaveCount(2);
  const held = await hold(page, '**/v3/account/sign-out*');
  await buttons.nth(0).click();
  await expect.poll(() => held.seen.length).toBe(1);
  await buttons.nth(1).click();
  await held.release();
  await expect(buttons).toHaveCount(0);
});

test('captcha: after a lost first answer the next tap loads the picture', { tag: '@verify' }, async ({
  page,
  hiram,
}) => {
  await page.route('**/v3/account/sms-code*', (route) =>
    route.fulfill({
      json: { success: false, code: '60105', message: 'Please type the signs.', field: 'capcode', data: {} },
    }),
  );
  await page.goto(`${hiram.origin}/login`);
  await page.getByLabel('Mobile number').fill(newPhone());
  await page.route('**/get-sid*', (route) => route.abort());
  await page.getByRole('button', { name: 'get code' }).click();
  await expect(page.getByText('error')).toBeVisible();
  await page.unroute('**/get-sid*');
  await page.getByRole('button', { name: 'get code' }).click();
  await expect(page.getByAltText('Four characters to type')).toBeVisible();
});

test('a countdown continues while the page is hidden', { tag: '@verify' }, async ({ page, hiram }) => {
  await page.clock.install();
  await page.goto(`${hiram.origin}/login`);
  await page.getByLabel('Mobile number').fill(newPhone());
  await page.getByRole('button', { name: 'get code' }).click();
  await expect(page.getByRole('button', { name: /\d+ s$/ })).toBeDisabled();
  // A paused web view fires each due timer once when it resumes.
  await page.clock.fastForward(61_000);
  await expect(page.getByRole('button', { name: 'get code' })).toBeEnabled();
});

test('after a wrong number is corrected the code for the right one needs no waiting', {
  tag: '@verify',
}, async ({ page, hiram }) => {
  await page.goto(`${hiram.origin}/login`);
  await page.getByLabel('Mobile number').fill(newPhone());
  await page.getByRole('button', { name: 'get code' }).click();
  await expect(page.getByRole('button', { name: /\d+ s$/ })).toBeDisabled();
  await page.getByLabel('Mobile number').fill(newPhone());
  await expect(page.getByRole('button', { name: 'get code' })).toBeEnabled();
});

test('after signing out the back button does not restore the last page from memory', {
  tag: '@verify',
}, async ({ hiram }) => {
  const browser: Browser = await chromium.launch({
    ...(process.env.CHROMIUM ? { executablePath: process.env.CHROMIUM } : {}),
    args: ['--no-sandbox'],
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
  });
  try {
    const borrower = await hiram.borrower({ state: '180', with: { kindTips: 0 } });
    const { ticket } = await hiram.send(ticketCall, {}, { sessionId: borrower.sessionId });
    const page = await browser.newPage();
    await page.goto(`${hiram.origin}/main?ticket=${ticket}`);
    await expect(page.getByText('₱4.809,41').first()).toBeVisible();
    await page.goto(`${hiram.origin}/setting`);
    await page.getByRole('button', { name: /^Sign out \(/ }).click();
    await page.waitForURL(/\/login(\?|$)/);
    // With a slow network, everything on the page comes from the phone's own memory.
    await hold(page, '**/api/**');
    await page.goBack({ waitUntil: 'commit' });
    await page.waitForURL('**/main*');
    await expect(page.locator('main[aria-busy=true]')).toBeVisible();
    await expect(page.getByText('₱4.809,41')).toHaveCount(0);
  } finally {
    await browser.close();
  }
});

test('a declined card does not block another card', { tag: '@verify' }, async ({ page, hiram }) => {
  const borrower = await hiram.borrower({ state: '180', with: { needValid: 0, kindTips: 0 } });
  await hiram.send(
    bindDebitCard,
    { bankCode: 'MBTCPHMM', cardNo: '4000000000000002', validThru: '0939', holderName: 'Maria Santos' },
    { sessionId: borrower.sessionId },
  );
  await page.goto(hiram.url('/legacyRepay', borrower));
  await page.getByRole('radio').first().check();
  await page.getByRole('button', { name: /^Pay ₱/ }).click();
  await expect(page.getByText(/declined/i)).toBeVisible();
  await page.getByRole('radio').nth(1).check();
  await page.getByRole('button', { name: /^Pay ₱/ }).click();
  await page.waitForURL('**/order?*');
});

test('drafts of a step reach the server in the order of typing', { tag: '@verify' }, async ({
  page,
  hiram,
}) => {
  await page.clock.install();
  const borrower = await hiram.borrower({ state: 'new' });
  await page.goto(hiram.url('/apply', borrower, { group: 'public' }));
  const held = await hold(page, '**/certify/save*');
  const name = page.getByRole('textbox').first();
  await name.fill('Mari');
  await page.clock.runFor(1_500);
  await expect.poll(() => held.seen.length).toBe(1);
  // The first draft is still being sent, so the second one waits.
  await name.fill('Maria Santos');
  await page.clock.runFor(3_000);
  await expect(name).toHaveValue('Maria Santos');
  expect(held.seen).toHaveLength(1);
  await held.release();
  await expect.poll(() => held.seen[1]?.postData() ?? '').toContain('Maria Santos');
});

test('money that waits for a tap still waits after a tap that the server rejected', async ({
  page,
  hiram,
}) => {
  const borrower = await hiram.borrower({ state: '151' });
  await page.goto(hiram.url('/order', borrower));
  await page.route('**/withdraw*', (route) => route.fulfill({ status: 503, json: unavailable }), {
    times: 1,
  });
  await page.getByRole('button', { name: 'Withdraw Now' }).click();
  await expect(page.getByText(unavailable.message)).toBeVisible();
  await page.getByRole('button', { name: 'Withdraw Now' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test.describe('before eight in the morning', () => {
  test('a saved loan starts today in the phone’s calendar', { tag: '@verify' }, async ({ page, hiram }) => {
    const borrower = await hiram.borrower({ state: 'ready' });
    // 15 March, 06:30 in Manila, is still 14 March in UTC.
    await page.clock.setFixedTime(new Date('2027-03-14T22:30:00Z'));
    await page.goto(hiram.url('/calculator', borrower));
    await page.getByLabel('Amount of the loan').fill('5000');
    await page.getByLabel('Interest, % a year').fill('24');
    await page.getByLabel('Months').fill('6');
    await page.getByRole('button', { name: 'Calculate' }).click();
    await page.getByRole('button', { name: 'Save this loan' }).click();
    await expect(page.getByRole('dialog')).toContainText('15');
    await expect(page.getByRole('dialog')).not.toContainText('14');
  });
});
