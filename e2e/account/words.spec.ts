import { profile } from '@hiram/contract/account';
import { fakeHost } from '../support/fake-host.ts';
import { expect, test } from '../support/hiram.ts';
import { isThorough } from '../support/sweeps.ts';

test('CFG-08 a chosen language survives other pages, a reload, the host’s pages, and signing out', async ({
  page,
  hiram,
}) => {
  await fakeHost(page, 'android');
  const borrower = await hiram.borrower({ state: '170' });
  await page.goto(hiram.url('/setting', borrower, { lang: 'en' }));
  await page.getByText('Bahasa Indonesia', { exact: true }).click();
  await expect(page.locator('html')).toHaveAttribute('lang', 'id');
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('lang', 'id');
  // A host opens pages in its own language, or without one.
  for (const more of [{ lang: 'en' }, undefined]) {
    const pendingRequest = page.waitForRequest((request) => /loan-details.*[?&]lang=id/.test(request.url()));
    await page.goto(hiram.url('/order', borrower, more));
    await pendingRequest;
    await expect(page.locator('html')).toHaveAttribute('lang', 'id');
  }
  await page.goto(hiram.url('/login', undefined));
  await expect(page.locator('html')).toHaveAttribute('lang', 'id');
});

test('PROM-04 the settings show a borrower’s own invite code, and its link fills the friend’s form', async ({
  page,
  hiram,
}) => {
  const borrower = await hiram.borrower({ state: 'ready' });
  await page.goto(hiram.url('/setting', borrower));
  await expect(page.getByRole('heading', { name: 'Invite a friend' })).toBeVisible();
  const { invite } = await hiram.send(profile, {}, { sessionId: borrower.sessionId });
  await expect(page.getByText(invite.code, { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Copy link' }).click();
  await expect(page.getByText(/^Copied$/)).toBeVisible();
  await page.goto(hiram.origin + invite.url);
  await expect(page.locator('input[name=invite_code]')).toHaveValue(invite.code);
});

test('PROM-01 an unknown templateId says so, with scripts and without', async ({ page, hiram, browser }) => {
  await page.goto(`${hiram.origin}/promotion?templateId=no-such`);
  await expect(page.getByRole('status').filter({ hasText: 'That offer has ended' })).toBeVisible();
  await page.goto(`${hiram.origin}/promotion?templateId=2-steady`);
  await expect(page.getByText('That offer has ended')).toHaveCount(0);
  const context = await browser.newContext({ javaScriptEnabled: false });
  const plain = await context.newPage();
  // The page without scripts redirects to the simple page, which must show the message too.
  await plain.goto(`${hiram.origin}/promotion?templateId=no-such`);
  await plain.waitForURL('**/promotion/plain?*');
  await expect(plain.getByText('That offer has ended')).toBeVisible();
  await context.close();
});

test('SITE-04 outside market spec the contact page offers working channels and no form that sends nothing', async ({
  page,
  hiram,
}) => {
  for (const brand of isThorough ? ['ph', 'in', 'id'] : ['ph']) {
    await page.goto(`${hiram.origin}/contact?appName=${brand}&lang=en`);
    await expect(page.locator('form')).toHaveCount(0);
    await expect(page.getByText('Successful!')).toHaveCount(0);
    await expect(page.getByRole('link', { name: 'Send an e-mail' })).toHaveAttribute(
      'href',
      /^mailto:[^@]+@/,
    );
    await expect(page.getByRole('link', { name: 'File a complaint' })).toHaveAttribute(
      'href',
      /^\/complaint\?/,
    );
  }
  await page.goto(`${hiram.origin}/contact?lang=id`);
  await expect(page.getByRole('button', { name: 'Kirim', exact: true })).toBeVisible();
});
