import { login, smsCode as smsCodeCall } from '@hiram/contract/account';
import { codeOf, newPhone, openSettings } from '../support/account.ts';
import { expect, type Hiram, type Page, test } from '../support/hiram.ts';

async function enterByPassword(page: Page, hiram: Hiram, phone: string, password: string): Promise<void> {
  await page.goto(`${hiram.origin}/login`);
  await page.getByRole('tab').nth(1).click();
  await page.locator('input[name=phone]').fill(phone);
  await page.locator('input[type=password]').fill(password);
  await page.locator('main ~ * button, footer button').last().click();
  await page.waitForURL('**/main*');
}

test('KEY-01 an account opened without the question has no privacy consent and can give it', async ({
  page,
  hiram,
}) => {
  const phone = newPhone();
  await hiram.send(smsCodeCall, { phone, purpose: 'login' });
  const smsCode = await codeOf(hiram, phone);
  const { sessionId } = await hiram.send(login, { phone, smsCode });
  await page.goto(`${hiram.origin}/setting?${new URLSearchParams({ sessionId })}`);
  const consent = page.getByRole('listitem').filter({ hasText: 'Privacy policy' });
  await expect(consent).toContainText('Off');
});

test('CFG-08 a new phone uses the account’s language from the sign-in on, unless one was chosen there', {
  tag: '@verify',
}, async ({ page, hiram, browser }) => {
  const phone = newPhone();
  const password = 'tatlong bituin dito';
  await openSettings(page, hiram, phone, password);
  await page.getByText('Bahasa Indonesia', { exact: true }).click();
  await expect(page.locator('html')).toHaveAttribute('lang', 'id');

  const context = await browser.newContext();
  const newOne = await context.newPage();
  await newOne.goto(`${hiram.origin}/login`);
  await expect(newOne.locator('html')).toHaveAttribute('lang', 'en');
  await enterByPassword(newOne, hiram, phone, password);
  await expect(newOne.locator('html')).toHaveAttribute('lang', 'id');
  // The language chosen on this phone overrides the account's.
  await newOne.goto(`${hiram.origin}/setting`);
  await newOne.getByText('English', { exact: true }).click();
  await expect(newOne.locator('html')).toHaveAttribute('lang', 'en');
  // Without its session in the address the page leads to the sign-in, in the chosen language.
  await page.goto(`${hiram.origin}/setting`);
  await page.waitForURL('**/login?*');
  await expect(page.locator('html')).toHaveAttribute('lang', 'id');
  await enterByPassword(page, hiram, phone, password);
  await expect(page.locator('html')).toHaveAttribute('lang', 'id');
  await context.close();
});
