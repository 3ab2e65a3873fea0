import { sandboxSetClock } from '@hiram/contract/sandbox';
import type { FrameLocator, Page } from '@playwright/test';
import { expect, type Hiram, savesData, test } from '../support/hiram.ts';
import { isThorough } from '../support/sweeps.ts';

/** Opens the simulated host's phone with a borrower in a state. */
async function openHost(page: Page, hiram: Hiram, choice: RegExp): Promise<FrameLocator> {
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.goto(`${hiram.hostUrl}?brand=spec`);
  await page.getByRole('button', { name: choice }).click();
  // Wait until the borrower exists: its screen would replace one that was opened earlier.
  await expect(page.getByText(/^Demo borrower \+/)).toBeVisible();
  return page.frameLocator('iframe');
}

const openTab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true }).click();

/** An entry of the bridge's log, closed or open. */
const logged = (page: Page, text: string) => page.locator('.log').locator('li', { hasText: text });

/** Opens the offers from a refused order, on the first day on which its borrower may apply again. */
async function openOffers(app: FrameLocator, hiram: Hiram): Promise<void> {
  await expect(app.getByText(/You can apply again on/)).toBeVisible();
  await hiram.send(sandboxSetClock, { days: 31 });
  await app.getByRole('button', { name: 'Go home' }).click();
  await app.getByRole('link', { name: /^More offers/ }).click();
}

// The guided story walks it too; the tests below open the app's parts one by one.
test('the main job works in the simulated app: confirm, bind, withdraw, pay at the cashier', {
  tag: '@verify',
}, async ({ page, hiram }) => {
  const app = await openHost(page, hiram, /May confirm a loan/);
  await app.getByRole('link', { name: /Salapi Loan/ }).click();
  await app.getByRole('button', { name: /^Continue with/ }).click();
  await app.getByRole('button', { name: 'Next' }).click();
  await app.getByRole('button', { name: 'Go and bind the card' }).click();
  await app.getByRole('tab', { name: 'E-wallet' }).click();
  await app.getByRole('button', { name: /^E-wallet:/ }).click();
  await app.getByText('GCash').click();
  await app.getByRole('button', { name: 'Confirm' }).click();
  await app.getByLabel('Mobile number of the wallet').fill('09171234567');
  await app.getByLabel('Name on the account').fill('Maria Santos');
  await app.getByRole('button', { name: 'Next' }).click();
  await app.getByRole('button', { name: 'Withdraw Now' }).click();
  await expect(app.getByText('Loan active')).toBeVisible();
  await openTab(page, 'Messages');
  await expect(page.getByText('we have your application for', { exact: false })).toBeVisible();
  await openTab(page, 'Money');
  await app.getByRole('button', { name: 'Repayment', exact: true }).click();
  await app.getByRole('button', { name: 'Get payment code' }).click();
  await page.locator('.codes li', { hasText: 'open' }).getByRole('button', { name: 'Pay' }).click();
  await app.getByRole('button', { name: 'See my loan' }).click();
  await expect(app.getByText('Loan active')).toBeVisible();
  await expect(logged(page, '"action":"endBankFlow"')).toHaveCount(1);
});

test('BRG-08 five stars ask the app for its rating page', { tag: '@verify' }, async ({ page, hiram }) => {
  const app = await openHost(page, hiram, /200 Settled/);
  await app.getByLabel('5 of 5 stars').check();
  await app.getByRole('button', { name: 'Submit' }).click();
  await expect(page.getByText('The store’s rating page opens.')).toBeVisible();
  await expect(logged(page, '"action":"rateApp"')).not.toHaveCount(0);
});

test('BRG-01 BRG-12 the app opens our link with the context; every message is typed and versioned', {
  tag: '@verify',
}, async ({ page, hiram }) => {
  const app = await openHost(page, hiram, /110 Rejected/);
  await openOffers(app, hiram);
  await app.getByRole('button', { name: /Hakbang Loan/ }).click();
  await expect(app.getByRole('heading', { level: 1, name: 'Hakbang Loan' })).toBeVisible();
  await expect(logged(page, '"v":1')).not.toHaveCount(0);
  await expect(logged(page, '"action":"openPage"')).not.toHaveCount(0);
});

test('JLF-01 a partner’s failed sign-in can be tried from the simulated app', { tag: '@verify' }, async ({
  page,
  hiram,
}) => {
  const app = await openHost(page, hiram, /Partner could not sign in/);
  await expect(app.getByRole('heading', { name: 'Tulay Cash could not sign you in' })).toBeVisible();
});

// `native-bridge.spec.ts` reads the message.
test('BRG-06 a session that ended asks the app to sign in', { tag: '@verify' }, async ({ page, hiram }) => {
  // The answer that is changed must not be fetched ahead.
  await savesData(page);
  const app = await openHost(page, hiram, /170 Running/);
  await expect(app.getByText('Loan active')).toBeVisible();
  await page.route('**/api/v3/repay/instalment-detail*', (route) =>
    route.fulfill({
      status: 401,
      json: { success: false, code: '-2', message: 'Please sign in again.', data: {} },
    }),
  );
  await app.getByRole('button', { name: 'Repayment', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Please sign in again' })).toBeVisible();
  await expect(logged(page, '"action":"forceLogin"')).not.toHaveCount(0);
});

test('BRG-02 CONF-08 the app’s back button closes a sheet before it asks the page', async ({
  page,
  hiram,
}) => {
  const app = await openHost(page, hiram, /180 Late/);
  await app.getByRole('button', { name: 'Confirm' }).click();
  await app.getByRole('button', { name: 'REPAY', exact: true }).click();
  await app.getByRole('button', { name: /GCash/ }).click();
  const sheet = app.getByRole('dialog', { name: 'Payment Method' });
  await expect(sheet).toBeVisible();
  await page.getByRole('button', { name: '◁ Back' }).click();
  await expect(sheet).toHaveCount(0);
  await expect(app.getByText('Get payment code')).toBeVisible();
  await openTab(page, 'Bridge');
  await page.getByRole('combobox', { name: 'Screen' }).selectOption('/repayOrNot');
  await page.getByRole('button', { name: 'Open', exact: true }).click();
  await expect(app.getByRole('heading', { level: 1, name: 'Pay now or later' })).toBeVisible();
});

test('BRG-02 BRG-12 BRG-13 a message from another origin, or in another form, is rejected', async ({
  page,
  hiram,
}) => {
  await page.goto(`${hiram.origin}/login`);
  const app = await openHost(page, hiram, /170 Running/);
  await expect(app.getByText('Loan active')).toBeVisible();
  const frame = page.frames().find((candidate) => candidate.url().includes('/order'))!;
  await frame.evaluate(
    `parent.postMessage(JSON.stringify({ v: 1, id: 'abcd-1', action: 'eraseEverything', payload: {} }), '*')`,
  );
  await frame.evaluate(`parent.postMessage('{"v":9}', '*')`);
  await expect(page.locator('.log .refused')).not.toHaveCount(0);
  await expect(app.getByText('Loan active')).toBeVisible();
  // The page accepts messages of the host's origin only, so it ignores the same message from itself.
  await frame.evaluate(`window.postMessage(JSON.stringify({ v: 1, id: 'host-1', event: 'back' }), '*')`);
  await expect(app.getByText('Loan active')).toBeVisible();
  await page.getByRole('button', { name: '◁ Back' }).click();
  await expect(page.getByText('The web view was closed.')).toBeVisible();
  await expect(page).toHaveURL(/\/host/);
});

test('the host has its own origin [T137]', async ({ page, hiram }) => {
  await page.goto(`${hiram.origin}/host`);
  expect(new URL(page.url()).hostname).toBe('127.0.0.1');
  expect(new URL(hiram.origin).hostname).toBe('localhost');
});

// Every screen and button, of which the tests of the bridge try one.
test('BRG-13 an app that supports nothing, or never answers, leaves no dead button', {
  tag: '@verify',
}, async ({ page, hiram }) => {
  for (const manner of ['can do nothing', 'never answers']) {
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.goto(`${hiram.hostUrl}?brand=spec`);
    await openTab(page, 'Bridge');
    await page.getByLabel('How the app behaves').selectOption(manner);
    await openTab(page, 'Story');
    await page.getByRole('button', { name: /110 Rejected/ }).click();
    const app = page.frameLocator('iframe');
    await openOffers(app, hiram);
    await app.getByRole('button', { name: /Hakbang Loan/ }).click();
    await expect(app.getByRole('heading', { level: 1, name: 'Hakbang Loan' })).toBeVisible();
  }
});

test('the lender’s panel answers a complaint, and the borrower reads the answer in the app', {
  tag: '@verify',
}, async ({ page, hiram }) => {
  const app = await openHost(page, hiram, /180 Late/);
  await app.getByRole('button', { name: 'Confirm' }).click();
  await app.getByRole('link', { name: 'Something wrong with this loan?' }).click();
  await app.getByRole('button', { name: 'A payment', exact: true }).click();
  await app.getByLabel('Problem description').fill('I paid on Friday.');
  await app.getByRole('button', { name: 'Send' }).click();
  await openTab(page, 'Console');
  await expect(page.getByText(/Complaint C\d{6}-\w{6}: I paid on Friday\./)).toBeVisible();
  await page.getByRole('button', { name: 'Answer' }).click();
  await expect(page.getByRole('button', { name: 'Answer' })).toHaveCount(0);
  // The page opens the home page 1.5 s after the confirmation and would replace a screen that was opened in between.
  const mine = app.getByRole('link', { name: /I paid on Friday/ });
  await expect(async () => {
    await app.getByRole('link', { name: 'My complaints' }).click({ timeout: 1_000 });
    await expect(mine).toBeVisible({ timeout: 3_000 });
  }).toPass();
  await mine.click();
  await expect(app.getByText('We have put it right.')).toBeVisible();
});

test('the app switches between brands at once, each with its own borrower, words and money', {
  tag: '@verify',
}, async ({ page, hiram }) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.goto(`${hiram.hostUrl}?brand=spec`);
  const inside = page.frameLocator('iframe');
  const brand = page.getByLabel('Brand');
  await expect(brand.locator('option')).toHaveCount(4);
  const brands = [
    ['ph', 'Hagdan', '₱'],
    ['id', 'Undak', 'Rp'],
    ['in', 'Pagdandi', '₹'],
    ['spec', 'Hiram', '₱'],
  ] as const;
  for (const [id, name, sign] of isThorough ? brands : brands.slice(0, 2)) {
    await brand.selectOption(id);
    await expect(inside.getByRole('heading', { level: 1 })).toHaveText(name);
    await expect(inside.getByText(new RegExp(`${sign}[\\d.,]+`)).first()).toBeVisible();
  }
  await brand.selectOption('ph');
  await expect(inside.getByRole('heading', { level: 1 })).toHaveText('Hagdan');
  await page.getByLabel('Language').selectOption('fil');
  await expect(inside.locator('html')).toHaveAttribute('lang', 'fil');
});

test('BRG-03 a page that a message names opens in the simulated app, from the product to the details', {
  tag: '@verify',
}, async ({ page, hiram }) => {
  const app = await openHost(page, hiram, /Just registered/);
  await app.getByRole('link', { name: /Salapi Loan/ }).click();
  await app.getByRole('button', { name: 'Complete my details' }).click();
  await expect(app.getByRole('heading', { level: 1, name: 'Your details' })).toBeVisible();
  await expect(app.getByRole('button', { name: 'Continue' })).toBeVisible();
});

test('BRG-05 BRG-07 the simulated app has a profile area and a mail app', { tag: '@verify' }, async ({
  page,
  hiram,
}) => {
  const app = await openHost(page, hiram, /May confirm a loan/);
  await app.getByRole('link', { name: 'Help' }).click();
  await app.getByRole('link', { name: /E-mail/ }).click();
  await expect(page.getByText(/^The mail app opens, to .+@/)).toBeVisible();
  await app.getByRole('button', { name: 'Back' }).click();
  await app.getByRole('link', { name: 'Settings' }).click();
  await expect(app.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
});

test('each button of the phone stays 24 pixels large however small the phone is drawn [T1853]', async ({
  page,
  hiram,
}) => {
  for (const [width, height] of [
    [1024, 480],
    [1280, 720],
  ] as const) {
    await page.setViewportSize({ width, height });
    await page.goto(`${hiram.hostUrl}?brand=ph`);
    for (const name of ['✉ Message', '◁ Back', '○ Home', '↻ Reload']) {
      const button = page.getByRole('button', { name });
      await expect(button).toBeInViewport({ ratio: 0.99 });
      const box = await button.boundingBox();
      expect(
        Math.min(box?.width ?? 0, box?.height ?? 0),
        `${name} at ${width} × ${height}`,
      ).toBeGreaterThanOrEqual(24);
    }
  }
});

test('the guided story goes on after a person takes over and drags the days', {
  tag: '@verify',
}, async ({ page, hiram }) => {
  await page.setViewportSize({ width: 1024, height: 640 });
  await page.goto(`${hiram.hostUrl}?brand=ph`);
  const app = page.frameLocator('iframe');
  const next = page.getByRole('button', { name: 'Next step' });
  const step = (title: string) => page.getByRole('listitem').filter({ hasText: title });
  await page.getByRole('button', { name: 'Play the story' }).click();
  await expect(app.getByText('Which ID do you have with you?')).toBeVisible();
  await expect(app.getByRole('button', { name: 'Continue with ₱5,000.00' })).toBeVisible();
  await page.getByRole('button', { name: 'Pause and take over' }).click();
  // The whole phone is in view, with its buttons.
  await expect(page.getByRole('button', { name: '◁ Back' })).toBeInViewport({ ratio: 0.99 });
  for (const title of ['Confirm', 'Offer', 'Approved', 'Payout']) {
    await next.click();
    await expect(step(title)).toHaveAttribute('aria-current', 'step');
    await expect(page.getByRole('status')).toHaveText(/^Paused/);
  }
  await expect(app.getByRole('heading', { level: 1, name: /^₱[\d,.]+ is in your / })).toBeVisible();
  await app.getByRole('button', { name: 'Done' }).click();
  await expect(app.getByText('Loan active')).toBeVisible();
  const days = page.getByRole('slider', { name: 'Business day' });
  await expect(page.getByRole('list', { name: 'Due dates' }).getByRole('listitem')).toHaveCount(4);
  await days.fill('33');
  await expect(app.getByText('3 days late')).toBeVisible();
  await next.click();
  await next.click();
  await next.click();
  await expect(step('Paid')).toHaveAttribute('aria-current', 'step');
  await expect(app.getByRole('heading', { level: 1, name: /Step 1 of 4 done/ })).toBeVisible();
});
