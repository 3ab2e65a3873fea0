import { gzipSync } from 'node:zlib';
import type { Locator } from '@playwright/test';
import { Secret, TOTP } from 'otpauth';
import { expectStateAccessible, violationsInBothThemes } from '../support/accessibility.ts';
import {
  addAuthenticator,
  approveRequest,
  consolePage,
  giveSession,
  invitationOnHost,
  openAs,
  openRequest,
  pressPair,
  signInAs,
  staffPage,
} from '../support/console.ts';
import { type Browser, expect, type Hiram, type Page, test } from '../support/hiram.ts';
import { isThorough } from '../support/sweeps.ts';

test.use({ viewport: { width: 1280, height: 800 }, hasTouch: false });

/** A person is invited, registers a passkey, gets a role by two people and signs in. Returns everyone's page, and their address. */
async function inviteController(
  browser: Browser,
  hiram: Hiram,
): Promise<Readonly<Record<'admin' | 'ben' | 'controller', Page>> & { readonly email: string }> {
  const email = `ben${Date.now()}@lender.example`;
  const admin = await staffPage(browser, hiram, 'admin');
  await admin.getByRole('link', { name: 'Staff' }).click();
  await admin.getByRole('button', { name: 'Invite' }).click();
  await admin.getByLabel('Name').fill('Ben Reyes');
  await admin.getByLabel('Work address').fill(email);
  await admin.getByRole('dialog').getByRole('button', { name: 'Invite' }).click();
  // The link is in the mail alone: who invites does not see it.
  await expect(admin.getByText(`Ben Reyes gets a link at ${email}`, { exact: false })).toBeVisible();
  await expect(admin.getByText('/invitation#')).toHaveCount(0);
  await admin.getByRole('button', { name: 'Close' }).click();
  const link = await invitationOnHost(browser, hiram, email);

  const ben = await consolePage(browser, hiram);
  await addAuthenticator(ben);
  await ben.goto(link);
  // The token does not stay in the address.
  await expect(ben).toHaveURL(`${hiram.consoleUrl}/invitation`);
  await ben.getByRole('button', { name: 'Register a passkey' }).click();
  await expect(ben.getByRole('heading', { name: 'Nothing is open to you yet' })).toBeVisible();

  const row = admin.getByRole('row').filter({ hasText: email });
  await row.getByRole('button', { name: 'Change the roles of Ben Reyes' }).click();
  await admin.getByRole('checkbox', { name: /^Controller/ }).check();
  await expect(
    admin.getByRole('status').filter({ hasText: 'Gains' }).getByText('Approve requests'),
  ).toBeVisible();
  await admin.getByLabel('Reason').fill('second person');
  await admin.getByRole('button', { name: 'Request' }).click();
  await admin.getByRole('button', { name: 'Close' }).click();
  await admin.getByRole('link', { name: 'Approvals' }).click();
  // Whoever requested it can withdraw it, and not approve it.
  await admin.getByRole('button', { name: /^Mine/ }).click();
  await openRequest(admin, 'Ben Reyes');
  await expect(admin.getByRole('button', { name: 'Withdraw' })).toBeVisible();
  await expect(admin.getByRole('button', { name: /^Approve/ })).toHaveCount(0);

  const controller = await staffPage(browser, hiram, 'controller', '/approvals');
  await approveRequest(controller, 'Ben Reyes');
  await expect(controller.getByRole('heading', { name: 'Nothing waits for you' })).toBeVisible();

  await ben.reload();
  await expect(ben.getByRole('link', { name: 'Approvals' })).toBeVisible();
  await ben.getByRole('button', { name: 'Lock' }).click();
  await ben.getByRole('button', { name: 'Unlock' }).click();
  await expect(ben.getByRole('link', { name: 'Staff' })).toBeVisible();
  await ben.getByRole('button', { name: 'Sign out' }).click();
  await ben.getByRole('button', { name: 'Use a passkey' }).click();
  await expect(ben.getByText('Ben Reyes', { exact: true }).first()).toBeVisible();
  return { admin, ben, controller, email };
}

test('a person is invited, registers a passkey, gets a role by two people and signs in', async ({
  browser,
  hiram,
}) => {
  await inviteController(browser, hiram);
});

// The server's tests recover accounts too.
test('nobody approves rights to oneself, and who lost every passkey gets a new one', {
  tag: '@verify',
}, async ({ browser, hiram }) => {
  const { admin, ben, controller, email } = await inviteController(browser, hiram);
  // A colleague asks for more rights of Ben: he is told that he cannot approve them, and the controller does.
  await admin.getByRole('link', { name: 'Staff' }).click();
  const row = admin.getByRole('row').filter({ hasText: email });
  await row.getByRole('button', { name: 'Change the roles of Ben Reyes' }).click();
  await admin.getByRole('checkbox', { name: /^Administrator/ }).check();
  await admin.getByLabel('Reason').fill('a second admin');
  await admin.getByRole('button', { name: 'Request' }).click();
  await expect(admin.getByText('Another person approves it')).toBeVisible();
  await ben.goto(`${hiram.consoleUrl}/approvals`);
  await openRequest(ben, 'Ben Reyes');
  await expect(ben.getByText('It changes your own roles, limits or passkeys')).toBeVisible();
  await expect(ben.getByRole('button', { name: /^Approve/ })).toBeDisabled();
  await approveRequest(controller, 'Ben Reyes');
  await expect(controller.getByRole('heading', { name: 'Nothing waits for you' })).toBeVisible();
  await admin.getByRole('button', { name: 'Close' }).click();

  // The controller sets an authenticator app up, and loses every passkey.
  await controller.goto(`${hiram.consoleUrl}/account`);
  await controller.getByRole('button', { name: 'Set it up' }).click();
  await expect(controller.getByRole('img', { name: 'QR code of the secret' })).toBeVisible();
  await expectStateAccessible(controller);
  const secret = await controller.locator('code').innerText();
  const totp = new TOTP({ secret: Secret.fromBase32(secret.replaceAll(' ', '')) });
  // The period before now: the code of now counts later.
  const before = totp.generate({ timestamp: Date.now() - 30_000 });
  await controller.getByLabel('Code of the app').fill(before);
  await controller.getByRole('button', { name: 'Confirm' }).click();
  await expect(controller.getByRole('button', { name: 'Set up another one' })).toBeVisible();

  const name = 'Elena Ramos';
  await admin.getByRole('button', { name, exact: true }).click();
  await admin.getByRole('button', { name: 'Lost every passkey…' }).click();
  await admin.getByLabel('Reason').fill('phone stolen, called back');
  await admin.getByRole('button', { name: 'Ask for approval' }).click();
  await admin.keyboard.press('Escape');
  // Now Ben approves with the passkey.
  await ben.reload();
  await approveRequest(ben);
  await expect(ben.getByRole('heading', { name: 'Nothing waits for you' })).toBeVisible();
  await admin.reload();
  await admin.getByRole('button', { name: 'Show the link once' }).click();
  const recovery = await admin.getByRole('status').locator('code').innerText();

  const stranger = await consolePage(browser, hiram);
  await addAuthenticator(stranger);
  await stranger.goto(recovery);
  await expect(stranger).toHaveURL(`${hiram.consoleUrl}/recovery`);
  await stranger.getByLabel('Code of the app').fill('000000');
  await stranger.getByRole('button', { name: 'Register a passkey' }).click();
  await expect(stranger.getByRole('alert')).toContainText('This code is not accepted');
  await expectStateAccessible(stranger);
  await stranger.getByLabel('Code of the app').fill(totp.generate());
  await stranger.getByRole('button', { name: 'Register a passkey' }).click();
  await stranger.getByRole('link', { name: 'Sign in' }).click();
  await stranger.getByRole('button', { name: 'Use a passkey' }).click();
  await expect(stranger.getByText(name, { exact: true }).first()).toBeVisible();
});

test('the console’s screens pass axe in both themes, also with a dialog open', async ({
  page,
  browser,
  hiram,
}) => {
  // Somebody else, whose roles can be changed.
  await (await staffPage(browser, hiram, 'risk')).close();
  await page.goto(hiram.consoleUrl);
  await expect(page.getByRole('button', { name: 'Sign in Ana Cruz, Administrator' })).toBeVisible();
  expect(await violationsInBothThemes(page)).toEqual([]);
  await signInAs(page, 'admin');
  await page.getByRole('link', { name: 'Approvals' }).click();
  await expect(page.getByRole('heading', { name: 'Approvals' })).toBeVisible();
  await expectStateAccessible(page);
  await page.getByRole('link', { name: 'Staff' }).click();
  await expect(page.getByRole('cell', { name: 'admin@demo.example' })).toBeVisible();
  expect(await violationsInBothThemes(page)).toEqual([]);
  await page.getByRole('button', { name: 'Change the roles of Nina Castro' }).click();
  await expect(page.getByRole('checkbox', { name: /^Support/ })).toBeVisible();
  expect(await violationsInBothThemes(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(page.getByRole('cell', { name: 'Ana Cruz (you)', exact: true })).toBeVisible();
  const wider = await page.evaluate<string[]>(`[...document.querySelectorAll('*')]
    .filter((element) => element.getBoundingClientRect().right > innerWidth)
    .map((element) => element.outerHTML.slice(0, 80))`);
  expect(wider).toEqual([]);
  await page.getByRole('button', { name: 'More' }).click();
  await expect(page.getByRole('button', { name: 'Sign out' })).toBeVisible();
});

test('who may not see a screen is told which right is missing, and has no link to it', async ({
  page,
  hiram,
}) => {
  await openAs(page, hiram, 'cashier', '/staff');
  await expect(page.getByRole('link', { name: 'Approvals' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Staff' })).toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'You may not see this' })).toBeVisible();
  await expect(page.getByText('See staff and roles', { exact: true })).toBeVisible();
  for (const [path, right] of [
    ['/complaints', 'See complaints'],
    ['/decisions', 'See decisions'],
    ['/trail', 'See the trail'],
  ] as const) {
    await page.goto(`${hiram.consoleUrl}${path}`);
    await expect(page.getByText(right, { exact: true })).toBeVisible();
  }
});

test('the simulated phone leads to the console, where each person signs in by a click', async ({
  page,
  hiram,
}) => {
  await page.goto(`${hiram.hostUrl}?brand=spec#console`);
  const [opened] = await Promise.all([
    page.waitForEvent('popup'),
    page.getByRole('link', { name: 'Open the console' }).click(),
  ]);
  await expect(opened.getByRole('heading', { name: 'Sandbox: be anyone' })).toBeVisible();
  // Ten people, two second ones, three steps of the day, three stories.
  await expect(opened.getByRole('region', { name: /^Sandbox/ }).getByRole('button')).toHaveCount(
    10 + 2 + 3 + 3,
  );
  await signInAs(opened, 'support');
});

test('keys lead to screens, choose rows, get other letters and are turned off by their user [T422]', {
  tag: '@verify',
}, async ({ page, hiram }) => {
  await openAs(page, hiram, 'admin');
  await pressPair(page, 'g', 's');
  await expect(page).toHaveURL(`${hiram.consoleUrl}/staff`);
  await expect(page.getByRole('cell', { name: 'admin@demo.example' })).toBeVisible();
  await page.keyboard.press('j');
  await expect(page.locator('tr[aria-current=true]')).toHaveCount(1);
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keys' })).toBeVisible();
  // The page's keys do nothing under a dialog, and letters in a field are letters.
  await page.keyboard.press('n');
  await expect(page.getByRole('dialog')).toHaveCount(1);
  await page.keyboard.press('Escape');
  await page.keyboard.press('n');
  await page.getByLabel('Name').fill('g');
  await page.getByLabel('Name').press('s');
  await expect(page.getByLabel('Name')).toHaveValue('gs');
  await page.keyboard.press('Escape');

  // Another letter in place of G: the old one leads nowhere.
  await page.getByRole('link', { name: 'Ana Cruz' }).click();
  await page.getByLabel('go to a screen, with a second letter').fill('h');
  await page.getByRole('heading', { name: 'Your account' }).click();
  await pressPair(page, 'g', 's');
  await expect(page).toHaveURL(`${hiram.consoleUrl}/account`);
  await pressPair(page, 'h', 's');
  await expect(page).toHaveURL(`${hiram.consoleUrl}/staff`);
  const invite = page.getByRole('button', { name: 'Invite' });
  await expect(invite.locator('kbd')).toHaveText('N');

  // Off: no letter does anything or is shown, also after a reload; keys with Ctrl still work.
  await page.getByRole('link', { name: 'Ana Cruz' }).click();
  await page.getByLabel('Single keys work in this browser').uncheck();
  await page.reload();
  await expect(page.getByLabel('Single keys work in this browser')).not.toBeChecked();
  await page.getByRole('heading', { name: 'Your account' }).click();
  for (const key of ['h', 's', '?', '/']) await page.keyboard.press(key);
  await expect(page).toHaveURL(`${hiram.consoleUrl}/account`);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByRole('contentinfo').locator('kbd')).toHaveCount(0);
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByLabel('Single keys work in this browser').check();
  await page.getByRole('heading', { name: 'Your account' }).click();
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keys' })).toBeVisible();
});

test('account and limits pass axe, and a person names their passkey', {
  tag: '@verify',
}, async ({ browser, page, hiram }) => {
  const admin = await staffPage(browser, hiram, 'admin', '/staff');
  await admin.getByRole('button', { name: 'Invite' }).click();
  await admin.getByLabel('Name').fill('Rosa Lim');
  const email = `rosa${Date.now()}@lender.example`;
  await admin.getByLabel('Work address').fill(email);
  await admin.getByRole('dialog').getByRole('button', { name: 'Invite' }).click();
  const link = await invitationOnHost(browser, hiram, email);
  await addAuthenticator(page);
  await page.goto(link);
  await page.getByRole('button', { name: 'Register a passkey' }).click();
  await page.getByRole('link', { name: 'Rosa Lim' }).click();
  await expect(page.getByRole('heading', { name: 'Your account' })).toBeVisible();
  await page.getByRole('button', { name: 'Rename' }).click();
  await page.getByLabel('Name', { exact: true }).fill('laptop');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('cell', { name: 'laptop' }).first()).toBeVisible();
  // The authenticator has a passkey of hers already: it makes no second one, and she is told.
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await page.getByLabel('Name', { exact: true }).fill('phone');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('alert')).toBeVisible();
  await page.keyboard.press('Escape');
  expect(await violationsInBothThemes(page)).toEqual([]);

  await admin.getByRole('button', { name: 'Close' }).click();
  await admin.getByRole('link', { name: 'Roles and limits' }).click();
  await expect(admin.getByRole('heading', { name: 'Limits', exact: true })).toBeVisible();
  expect(await violationsInBothThemes(admin)).toEqual([]);
  await admin.getByRole('button', { name: 'Change the limit of Cashier: Post money that waits' }).click();
  await admin.getByLabel(/^Max per action/).fill('12.34');
  await expect(admin.getByText('Needs a second person.')).toBeVisible();
  await expectStateAccessible(admin);
});

test('the first screen of each role needs at most 180 kB of scripts, compressed', async ({
  browser,
  hiram,
}) => {
  const sizes: Record<string, number> = {};
  for (const role of isThorough ? ['support', 'cashier', 'controller', 'admin'] : ['support']) {
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
    const page = await context.newPage();
    let bytes = 0;
    const reading: Promise<void>[] = [];
    page.on('response', (response) => {
      // The list of demo people is in the sandbox's sign-in alone.
      if (!response.url().endsWith('.js') || response.url().includes('/DemoPeople-')) return;
      reading.push(
        response.body().then((body) => {
          bytes += gzipSync(body, { level: 9 }).length;
        }),
      );
      expect(response.headers()['content-encoding']).toMatch(/^(br|gzip)$/);
    });
    await page.goto(hiram.consoleUrl);
    await signInAs(page, role);
    await expect(page.getByRole('main').getByRole('heading').first()).toBeVisible();
    await page.waitForLoadState('load');
    await Promise.all(reading);
    sizes[role] = bytes;
    test.info().annotations.push({ type: 'size', description: `${role} ${bytes}` });
    await context.close();
  }
  for (const bytes of Object.values(sizes)) {
    expect(bytes).toBeGreaterThan(50_000);
    expect(bytes).toBeLessThanOrEqual(180_000);
  }
});

test('an address that names no screen is a page, and what is no page is none [T885]', async ({
  page,
  hiram,
}) => {
  await giveSession(page, hiram, 'cashier');
  const answer = await page.goto(`${hiram.consoleUrl}/no-such-page/7`);
  expect(answer?.status()).toBe(404);
  await expect(page.getByRole('heading', { name: 'There is no such page' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Work' })).toBeVisible();
  const call = await page.request.get(`${hiram.consoleUrl}/api/console/none`, {
    headers: { accept: 'text/html' },
  });
  expect(call.headers()['content-type']).toContain('application/json');
});

test('a limit that is opened is not called a fault [T886]', async ({ browser, hiram }) => {
  const page = await staffPage(browser, hiram, 'admin', '/limits');
  await page.getByRole('button', { name: 'Change the limit of Cashier: Waive a debt' }).first().click();
  await expect(page.getByRole('dialog').getByText('It is already exactly so.')).toBeVisible();
  await expect(page.getByText('This could not be loaded')).toHaveCount(0);
  // No name of the contract and no number of a state is on the screen.
  await expect(page.getByText('loan.waive')).toHaveCount(0);
});

test('on a low window the longest list of screens scrolls, and cuts off nothing above it [T2011]', async ({
  browser,
  hiram,
}) => {
  const page = await staffPage(browser, hiram, 'controller');
  await page.setViewportSize({ width: 1280, height: 640 });
  const brand = page.getByLabel('Brand', { exact: true });
  await expect(brand).toBeVisible();
  const bottomOf = async (each: Locator) => {
    const box = await each.boundingBox();
    return (box?.y ?? 0) + (box?.height ?? 0);
  };
  const find = await page.getByRole('button', { name: /^Find/ }).boundingBox();
  expect(await bottomOf(brand)).toBeLessThan(find?.y ?? 0);
});
