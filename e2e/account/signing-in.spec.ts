import { expect, type Hiram, type Page, test } from '../support/hiram.ts';

const newPhone = () => `138${String(Math.floor(Math.random() * 1e8)).padStart(8, '0')}`;

async function codeOf(hiram: Hiram, phone: string): Promise<string> {
  const messages = async () => {
    const response = await fetch(`${hiram.origin}/api/sandbox/sms?${new URLSearchParams({ phone })}`);
    const body: { data: { messages: { code?: string }[] } } = JSON.parse(await response.text());
    return body.data.messages;
  };
  await expect.poll(async () => (await messages()).length).toBeGreaterThan(0);
  return (await messages())[0]?.code ?? '';
}

/** Opens the settings of a new account that has a password. */
async function openSettings(page: Page, hiram: Hiram, phone: string, password: string): Promise<void> {
  await hiram.call('/v3/account/sms-code', { phone, purpose: 'reset' });
  const smsCode = await codeOf(hiram, phone);
  const { sessionId } = await hiram.call<{ sessionId: string }>('/v3/account/reset-password', {
    phone,
    smsCode,
    password,
  });
  await page.goto(`${hiram.origin}/setting?${new URLSearchParams({ sessionId })}`);
}

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
  await hiram.call('/v3/account/sms-code', { phone, purpose: 'login' });
  const smsCode = await codeOf(hiram, phone);
  const { sessionId } = await hiram.call<{ sessionId: string }>('/v3/account/login', { phone, smsCode });
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
