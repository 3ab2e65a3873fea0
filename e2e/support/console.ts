import type { ShippedRole } from '@hiram/contract/console/rights';
import { signInDemo } from '@hiram/contract/console/session';
import { consolePrefix } from '@hiram/contract/console/staff-call';
import { type Browser, expect, type Page } from '@playwright/test';
import type { Hiram } from './hiram.ts';

/** A page in a browser of its own, so that several people are signed in at once. */
async function ownPage(browser: Browser): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  return context.newPage();
}

/** A page of the console of somebody who is not signed in, in a browser of their own. */
export async function consolePage(browser: Browser, hiram: Hiram, path = '/'): Promise<Page> {
  const page = await ownPage(browser);
  await page.goto(`${hiram.consoleUrl}${path}`);
  return page;
}

/** Gives the page's browser a session of a demo member of staff with the role, without the page of signing in. */
export async function giveSession(page: Page, hiram: Hiram, role: ShippedRole): Promise<void> {
  const answer = await page.context().request.post(`${hiram.consoleUrl}${consolePrefix}${signInDemo.path}`, {
    headers: { origin: hiram.consoleUrl },
    data: { role },
  });
  expect(answer.ok()).toBe(true);
}

/** Opens a page of the console as a demo member of staff with the role. */
export async function openAs(page: Page, hiram: Hiram, role: ShippedRole, path = '/'): Promise<void> {
  await giveSession(page, hiram, role);
  await page.goto(`${hiram.consoleUrl}${path}`);
  await expect(page.getByRole('button', { name: 'Sign out' })).toBeVisible();
}

/** A page of the console of a demo member of staff with the role, in a browser of their own. */
export async function staffPage(
  browser: Browser,
  hiram: Hiram,
  role: ShippedRole,
  path = '/',
): Promise<Page> {
  const page = await ownPage(browser);
  await openAs(page, hiram, role, path);
  return page;
}

/** Signs in as a demo member of staff with the role, on the page of signing in. */
export async function signInAs(page: Page, role: string): Promise<void> {
  await page.getByRole('button', { name: new RegExp(`^Sign in .*, ${role}`, 'i') }).click();
  await expect(page.getByRole('button', { name: 'Sign out' })).toBeVisible();
}

/** The link that the simulated app's page shows in the mail to this address. */
export async function invitationOnHost(browser: Browser, hiram: Hiram, email: string): Promise<string> {
  const page = await browser.newPage();
  await page.goto(`${hiram.hostUrl}?brand=spec#messages`);
  const link = page.getByRole('listitem').filter({ hasText: email }).getByRole('link');
  await expect(link).toBeVisible();
  const address = (await link.getAttribute('href')) ?? '';
  await page.close();
  return address;
}

/** Gives the page's browser an authenticator that verifies its person and keeps passkeys. */
export async function addAuthenticator(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

/** Presses two keys that belong together. Both are sent at once: between them the console waits 1.5 seconds only. */
export async function pressPair(page: Page, first: string, second: string): Promise<void> {
  await Promise.all([page.keyboard.press(first), page.keyboard.press(second)]);
}

/** Sends the open dialog by its key, once its button is ready: an action waits until its effect is on the screen. */
export async function submitDialog(page: Page): Promise<void> {
  await expect(page.getByRole('dialog').getByRole('button').last()).toBeEnabled();
  await page.keyboard.press('Control+Enter');
}

/**
 * Closes the open dialog by Escape. It listens to the key once the focus is inside, and until it is gone the page's own keys do
 * nothing.
 */
export async function closeDialog(page: Page): Promise<void> {
  await expect(page.locator('[role=dialog]:focus-within')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
}

/** Opens a waiting request of the list at `/approvals` whose entry has these words, as a case. */
export async function openRequest(page: Page, words: string | RegExp = /./): Promise<void> {
  await page
    .getByRole('navigation', { name: 'Requests' })
    .getByRole('link')
    .filter({ hasText: words })
    .first()
    .click();
  await expect(page.getByRole('heading', { name: 'What changes' })).toBeVisible();
}

/** Opens a waiting request of the list and approves it. */
export async function approveRequest(page: Page, words: string | RegExp = /./): Promise<void> {
  await openRequest(page, words);
  await page.getByRole('button', { name: /^Approve/ }).click();
}
