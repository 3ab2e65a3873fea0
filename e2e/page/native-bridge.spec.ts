import { payCode } from '@hiram/contract/repay';
import type { Page } from '@playwright/test';
import { runUntilShown, stopClock } from '../support/clock.ts';
import { fakeHost, sentAs } from '../support/fake-host.ts';
import { expect, test } from '../support/hiram.ts';

async function bindWallet(page: Page): Promise<void> {
  await page.getByRole('tab', { name: 'E-wallet' }).click();
  await page.getByRole('button', { name: /^E-wallet:/ }).click();
  await page.getByText('Maya').click();
  await page.getByRole('button', { name: 'Confirm' }).click();
  await page.getByLabel('Mobile number of the wallet').fill('09171234567');
  await page.getByLabel('Name on the account').fill('Maria Santos');
  await page.getByRole('button', { name: 'Next' }).click();
}

test('BRG-02 BRG-11 BANK-09 over Android’s interface the bank flow ends and the web view closes', async ({
  page,
  hiram,
}) => {
  const sent = await fakeHost(page, 'android', ['closeWebView', 'endBankFlow']);
  const borrower = await hiram.borrower({ state: 'ready' });
  await page.goto(hiram.url('/bindBank', borrower));
  await bindWallet(page);
  await expect
    .poll(() => sent.map((message) => message.action))
    .toEqual(['hello', 'endBankFlow', 'closeWebView']);
  expect(sent[1]?.payload).toEqual({ result: 'saved' });
  await expect(page).toHaveURL(/\/bindBank/);
});

test('BRG-02 BRG-11 BRG-13 over iOS’s message handler the bank flow ends and the web view closes', async ({
  page,
  hiram,
}) => {
  const sent = await fakeHost(page, 'ios', ['closeWebView', 'endBankFlow']);
  const borrower = await hiram.borrower({ state: 'ready' });
  await page.goto(hiram.url('/bindBank', borrower));
  await bindWallet(page);
  await expect
    .poll(() => sent.map((message) => message.action))
    .toEqual(['hello', 'endBankFlow', 'closeWebView']);
});

test('BRG-03 BRG-13 what the host lacks is done by the web, and a page of the app is requested by name', async ({
  page,
  hiram,
}) => {
  const sent = await fakeHost(page, 'android', ['goToPage']);
  const borrower = await hiram.borrower({ state: 'new' });
  await page.goto(hiram.url('/productDetail', borrower));
  await page.getByRole('button', { name: 'Complete my details' }).click();
  await expect.poll(() => sent.map((message) => message.action)).toContain('goToPage');
  expect(sent.find((message) => message.action === 'goToPage')?.payload).toEqual({
    page: 'apply',
    param: { productId: borrower.productId, returnTo: `/productDetail?productId=${borrower.productId}` },
  });
  const settled = await hiram.borrower({ state: '200' });
  await page.route('https://play.google.com/**', (route) => route.fulfill({ body: 'store' }));
  await page.goto(hiram.url('/order', settled));
  await page.getByLabel('5 of 5 stars').check();
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(page).toHaveURL(/play\.google\.com/);
});

test('BRG-13 a host that never answers does not delay the page', { tag: '@verify' }, async ({
  page,
  hiram,
}) => {
  await page.addInitScript('window.LoanHost = { postMessage: () => undefined, onmessage: null };');
  const borrower = await hiram.borrower({ state: 'ready' });
  await page.goto(hiram.url('/main', borrower));
  await page.goto(hiram.url('/bindBank', borrower));
  await bindWallet(page);
  await expect(page).toHaveURL(/\/main\?/);
});

for (const platform of ['android', 'ios'] as const) {
  // The two differ by how a message is handed over, which the tests above show for each.
  test.describe(platform, { tag: platform === 'ios' ? ['@verify'] : [] }, () => {
    test(`BRG-04 BRG-05 BRG-13 links home open the host’s home, and home’s settings its own area`, async ({
      page,
      hiram,
    }) => {
      const sent = await fakeHost(page, platform);
      const approved = await hiram.borrower({ state: '151', with: { inside: 1 } });
      await page.goto(hiram.url('/order', approved));
      await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
      await expect.poll(() => sentAs(sent, 'goHome')).toEqual([{}]);
      await expect(page).toHaveURL(/\/order\?/);
      const refused = await hiram.borrower({ state: '110' });
      await page.goto(hiram.url('/order', refused));
      await page.getByRole('link', { name: 'Click to view more products' }).click();
      await expect.poll(() => sentAs(sent, 'goHome')).toHaveLength(2);
      await page.goto(hiram.url('/no-such-page', refused));
      await page.getByRole('button', { name: 'Go home' }).click();
      await expect.poll(() => sentAs(sent, 'goHome')).toHaveLength(3);
      const borrower = await hiram.borrower({ state: 'ready' });
      await page.goto(hiram.url('/main', borrower));
      await page.getByRole('link', { name: 'Settings' }).click();
      await expect.poll(() => sentAs(sent, 'goMine')).toEqual([{}]);
      await expect(page).toHaveURL(/\/main\?/);
    });

    test(`BRG-09 a confirmed loan, a generated code and a bound account are reported to the host`, {
      tag: '@verify',
    }, async ({ page, hiram }) => {
      const sent = await fakeHost(page, platform);
      const counted: string[] = [];
      page.on('request', (request) => {
        if (request.url().includes('/service/event/save')) counted.push(request.postData() ?? '');
      });
      const borrower = await hiram.borrower({ state: 'ready' });
      await page.goto(hiram.url('/loanConfirmPeriod', borrower));
      await page.getByRole('button', { name: 'Next' }).click();
      await expect(page).toHaveURL(/\/order\?/);
      const due = await hiram.borrower({ state: '174' });
      await page.goto(hiram.url('/repay', due));
      await page.getByRole('button', { name: 'Get payment code' }).click();
      await expect(page).toHaveURL(/\/repaymentOfCode\?/);
      const unbound = await hiram.borrower({ state: 'ready' });
      await page.goto(hiram.url('/bindBank', unbound));
      await bindWallet(page);
      const event = (name: string, moduleId: number, productId: string) => ({
        event: name,
        properties: { productId, moduleId, positionId: 0 },
      });
      await expect
        .poll(() => sentAs(sent, 'confirmEvent'))
        .toEqual([
          event('loanConfirmed', 40, borrower.productId),
          event('codeGenerated', 42, due.productId),
          event('accountBound', 41, unbound.productId),
        ]);
      // The host counts the event, so the page does not report it to the server.
      expect(counted).toEqual([]);
    });

    test(`BRG-06 signing out, and closing the app’s sign-in, ask the host to sign in`, async ({
      page,
      hiram,
    }) => {
      const sent = await fakeHost(page, platform);
      const borrower = await hiram.borrower({ state: '170' });
      await page.goto(hiram.url('/setting', borrower));
      await page.getByRole('button', { name: /^Sign out \(/ }).click();
      await expect.poll(() => sentAs(sent, 'forceLogin')).toEqual([{ reason: 'signedOut' }]);
      await expect(page).toHaveURL(/\/setting\?/);
      await page.goto(hiram.url('/order', borrower));
      await expect.poll(() => sentAs(sent, 'forceLogin')).toHaveLength(2);
      await page.getByRole('button', { name: 'Sign in' }).click();
      await expect
        .poll(() => sentAs(sent, 'forceLogin').slice(1))
        .toEqual([{ reason: 'session' }, { reason: 'session' }]);
    });

    test(`BRG-10 BRG-11 ORD-14 leaving the bank form by its arrow ends the flow as cancelled`, async ({
      page,
      hiram,
    }) => {
      const sent = await fakeHost(page, platform);
      const borrower = await hiram.borrower({ state: 'ready' });
      await page.goto(hiram.url('/bindBank', borrower));
      await page.getByRole('button', { name: 'Back' }).click();
      await expect
        .poll(() => sent.map((message) => message.action))
        .toEqual(['hello', 'endBankFlow', 'closeWebView']);
      expect(sentAs(sent, 'endBankFlow')).toEqual([{ result: 'cancelled' }]);
      const approved = await hiram.borrower({ state: '151', with: { cardNeedPop: 1 } });
      await page.goto(hiram.url('/order', approved));
      await page.getByRole('button', { name: 'Go and bind the card' }).click();
      await expect
        .poll(() => sentAs(sent, 'startBankFlow'))
        .toEqual([{ productId: approved.productId, orderId: approved.orderId }]);
      await expect(page).toHaveURL(/\/order\?/);
    });

    test(`BRG-07 BRG-13 every call and e-mail link goes through the host`, async ({ page, hiram }) => {
      const sent = await fakeHost(page, platform);
      const borrower = await hiram.borrower({ state: '110', with: { jointFailure: 1 } });
      for (const [index, path] of ['/main', '/order', '/jointLoginFailure'].entries()) {
        await page.goto(hiram.url(path, borrower));
        await page.getByRole('link', { name: 'Call us' }).click();
        await expect.poll(() => sentAs(sent, 'callPhone')).toHaveLength(index + 1);
      }
      await page.goto(hiram.url('/customerService', borrower));
      await page.getByRole('link', { name: /Telephone/ }).click();
      await expect.poll(() => sentAs(sent, 'callPhone')).toHaveLength(4);
      for (const { phone } of sentAs(sent, 'callPhone')) expect(phone).toMatch(/^\+?\d{3,15}$/);
      await page.getByRole('link', { name: /E-mail/ }).click();
      await expect.poll(() => sentAs(sent, 'openPage')).toHaveLength(1);
      expect(sentAs(sent, 'openPage')[0]?.url).toMatch(/^mailto:[^@]+@/);
    });
  });
}

test('BRG-09 an event before the host’s greeting reaches the host before the page is left', async ({
  page,
  hiram,
}) => {
  let greet: () => void = () => undefined;
  const greets = new Promise<void>((resolve) => {
    greet = resolve;
  });
  const sent = await fakeHost(page, 'android', undefined, greets);
  const borrower = await hiram.borrower({ state: 'ready' });
  // The page waits two seconds for the greeting, by its own clock.
  await page.clock.install();
  await stopClock(page);
  await page.goto(hiram.url('/loanConfirmPeriod', borrower));
  const next = page.getByRole('button', { name: 'Next' });
  await runUntilShown(page, next, 10);
  const pushed = page.waitForResponse('**/loan-confirm/push*');
  await next.click();
  await pushed;
  greet();
  await expect.poll(() => sentAs(sent, 'confirmEvent')).toHaveLength(1);
  await page.clock.resume();
  await expect(page).toHaveURL(/\/order\?/);
  expect(sentAs(sent, 'confirmEvent')).toHaveLength(1);
});

test('BRG-12 a text that is no message is logged by name and changes nothing', { tag: '@verify' }, async ({
  page,
  hiram,
}) => {
  const sent = await fakeHost(page, 'android');
  const logged: string[] = [];
  page.on('console', (message) => logged.push(message.text()));
  const borrower = await hiram.borrower({ state: '170' });
  await page.goto(hiram.url('/order', borrower));
  await expect(page.getByText('Loan active')).toBeVisible();
  await expect.poll(() => sent.length).toBe(1);
  const texts = [
    '{',
    '{"v":2,"event":"ready"}',
    '{"v":1,"event":"explode"}',
    '{"v":1,"id":"abcd-1","ok":true}',
  ];
  for (const text of texts)
    await page.evaluate(`window.LoanHost.onmessage({ data: ${JSON.stringify(text)} })`);
  await expect
    .poll(() => logged.filter((line) => line.startsWith('bridge: ')))
    .toEqual(
      ['malformed', 'wrong_version', 'unknown_event', 'unknown_id'].map(
        (reason) => `bridge: refused, ${reason}`,
      ),
    );
  expect(sent).toHaveLength(1);
  await expect(page.getByText('Loan active')).toBeVisible();
});

test('BRG-09 KEY-09 outside a host, or in one that does not count events, the server counts the event', {
  tag: '@verify',
}, async ({ page, hiram }) => {
  const borrower = await hiram.borrower({ state: 'ready' });
  const alone = page.waitForRequest('**/service/event/save*');
  await page.goto(hiram.url('/loanConfirmPeriod', borrower));
  await page.getByRole('button', { name: 'Next' }).click();
  expect((await alone).postDataJSON()).toEqual({
    productId: borrower.productId,
    moduleId: 40,
    positionId: 0,
  });
  await fakeHost(page, 'android', ['closeWebView']);
  // This is the first account. Replacing an account requires a code (BANK-11).
  const first = await hiram.borrower({ state: 'ready' });
  await page.goto(hiram.url('/bindBank', first));
  const unable = page.waitForRequest('**/service/event/save*');
  await bindWallet(page);
  expect((await unable).postDataJSON()).toEqual({ productId: first.productId, moduleId: 41, positionId: 0 });
});

test('BRG-10 BANK-08 without a bank flow in the host the page opens and returns to the order', {
  tag: '@verify',
}, async ({ page, hiram }) => {
  const sent = await fakeHost(page, 'android', ['closeWebView']);
  const borrower = await hiram.borrower({ state: '151', with: { cardNeedPop: 1 } });
  await page.goto(hiram.url('/order', borrower));
  await page.getByRole('button', { name: 'Go and bind the card' }).click();
  await expect(page).toHaveURL(/\/bindBank\?.*source=loanDetail/);
  await bindWallet(page);
  await expect(page).toHaveURL(/\/order\?/);
  expect(sentAs(sent, 'closeWebView')).toEqual([]);
});

test('a new message that the host tells of is on the open page, without a reload [T1849]', async ({
  page,
  hiram,
}) => {
  await fakeHost(page, 'android');
  const borrower = await hiram.borrower({ state: '180' });
  await page.goto(hiram.url('/messages', borrower));
  await expect(page.getByText('No messages yet')).toBeVisible();
  await page.evaluate('window.isTheSamePage = true');
  await page.waitForFunction("typeof window.LoanHost.onmessage === 'function'");
  const { payUrl } = await hiram.send(
    payCode,
    { orderId: borrower.orderId, amount: 480_941, channelNumber: '10001' },
    { sessionId: borrower.sessionId },
  );
  await hiram.pay(new URLSearchParams(payUrl.split('?')[1]).get('payCode') ?? '');
  // The message is written with the payment, which the provider tells some moments later.
  await expect(async () => {
    await page.evaluate("window.LoanHost.onmessage({ data: JSON.stringify({ v: 1, event: 'message' }) })");
    await expect(page.getByText('we received your payment')).toBeVisible({ timeout: 500 });
  }).toPass();
  expect(await page.evaluate('window.isTheSamePage')).toBe(true);
});
