import { expectStateAccessible, violationsInBothThemes } from '../support/accessibility.ts';
import { staffPage } from '../support/console.ts';
import { expect, test } from '../support/hiram.ts';

test.use({ viewport: { width: 1280, height: 800 }, hasTouch: false });

test('an order and a borrower are found and opened without a mouse, and what was looked at is named', {
  tag: '@verify',
}, async ({ browser, hiram }) => {
  const { orderId, phone } = await hiram.borrower({ state: '180' });
  const page = await staffPage(browser, hiram, 'cashier');
  const box = page.getByRole('combobox', { name: 'Find' });
  const option = page.getByRole('option').first();

  await page.keyboard.press('/');
  await expect(box).toBeFocused();
  // Screens and actions are there before anything is typed.
  await expect(page.getByRole('option').first()).toBeVisible();
  await expectStateAccessible(page);
  const end = orderId.slice(-8).toUpperCase();
  await page.keyboard.type(`${end.slice(0, 4)}-${end.slice(4)}`);
  await expect(option).toContainText('Late');
  await expect(option).toHaveAttribute('data-highlighted');
  await expectStateAccessible(page);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`${hiram.consoleUrl}/loan/${orderId}`);
  await expect(box).toHaveCount(0);

  await page.keyboard.press('Control+k');
  await page.keyboard.type(phone.slice(-4));
  const found = page.getByRole('option').filter({ hasText: `number ends in ${phone.slice(-4)}` });
  await expect(found.first()).toBeVisible();
  await expect(page.getByText('by last four digits').first()).toBeVisible();
  await page.keyboard.press('Control+a');
  await page.keyboard.type('%____%');
  await expect(page.getByText('Nothing is called “%____%” here.')).toBeVisible();
  await expect(page.getByText('not looked up: it needs the right See complaints')).toBeVisible();
  expect(await violationsInBothThemes(page)).toEqual([]);

  // A screen by its name.
  await page.keyboard.press('Control+a');
  await page.keyboard.type('approv');
  await expect(page.getByRole('option', { name: /Approvals/ })).toHaveAttribute('data-highlighted');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/approvals(\/|$)/);

  // At 390 it is in the bar, and nothing is wider than the page.
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('button', { name: 'Find' }).click();
  await page.keyboard.type(orderId);
  await expect(option).toContainText('Late');
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390);
  await expectStateAccessible(page);
});
