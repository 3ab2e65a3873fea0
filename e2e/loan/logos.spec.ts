import { payCode } from '@hiram/contract/repay';
import type { Locator } from '@playwright/test';
import { expect, type Page, test } from '../support/hiram.ts';

/** Expects that the element shows a loaded picture. */
async function expectDrawn(place: Locator, name: RegExp): Promise<void> {
  const logo = place.locator(`img[src*="/api/logo/"]`).first();
  await expect(logo).toBeVisible();
  await expect.poll(() => logo.evaluate((image) => Reflect.get(image, 'naturalWidth'))).toBeGreaterThan(0);
  expect(await logo.getAttribute('src')).toMatch(name);
}

const cardOf = (page: Page, text: string) => page.locator('section, a, button', { hasText: text }).first();

test('CONF-02 ORD-24 a product’s logo is drawn on the confirmation and among recommended products', {
  tag: '@verify',
}, async ({ page, hiram }) => {
  const ready = await hiram.borrower({ state: 'ready' });
  await page.goto(hiram.url('/loanConfirmPeriod', ready));
  await expectDrawn(cardOf(page, 'Salapi Loan'), /spec\/salapi\.svg$/);
  const refused = await hiram.borrower({ state: '110' });
  await page.goto(hiram.url('/order', refused));
  await expectDrawn(page.getByRole('button', { name: /Tulay Cash/ }), /spec\/tulay\.svg$/);
});

test('INST-02 EXT-02 a plain sign replaces a logo that does not load', async ({ page, hiram }) => {
  const borrower = await hiram.borrower({ state: '180', with: { isDelay: 1 } });
  await page.route('**/api/logo/**', (route) => route.fulfill({ status: 404, body: '' }));
  await page.goto(hiram.url('/repay', borrower));
  await expect(cardOf(page, 'Salapi Loan').locator('svg').first()).toBeVisible();
  await expect(page.locator('img[src*="/api/logo/"]')).toHaveCount(0);
  await page.unrouteAll();
  for (const path of ['/repay', '/repayDelay']) {
    await page.goto(hiram.url(path, borrower));
    await expectDrawn(cardOf(page, 'Salapi Loan'), /spec\/salapi\.svg$/);
    await page.getByRole('button', { name: /GCash/ }).click();
    const sheet = page.getByRole('dialog', { name: 'Payment Method' });
    await expectDrawn(sheet, /spec\/gcash\.svg$/);
    await expect(sheet.locator('img[src*="/api/logo/"]')).toHaveCount(4);
  }
});

test('CMP-01 CMP-02 the current order’s card shows the product’s logo', { tag: '@verify' }, async ({
  page,
  hiram,
}) => {
  const borrower = await hiram.borrower({ state: '174' });
  await page.goto(hiram.url('/complaint', borrower));
  await expectDrawn(cardOf(page, 'Salapi Loan'), /spec\/salapi\.svg$/);
});

test('CODE-04 the stored code shows its channel’s logo', { tag: '@verify' }, async ({ page, hiram }) => {
  const borrower = await hiram.borrower({ state: '180' });
  await hiram.send(
    payCode,
    { orderId: borrower.orderId, amount: 480_941, channelNumber: '10004' },
    { sessionId: borrower.sessionId },
  );
  await page.goto(hiram.url('/repaymentOfCode2', borrower));
  await expectDrawn(page.locator('main'), /spec\/7eleven\.svg$/);
});
