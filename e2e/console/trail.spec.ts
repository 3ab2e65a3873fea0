import { expectStateAccessible, violationsInBothThemes } from '../support/accessibility.ts';
import { closeDialog, staffPage, submitDialog } from '../support/console.ts';
import { expect, test } from '../support/hiram.ts';

test.use({ viewport: { width: 1280, height: 800 }, hasTouch: false });

test('an officer reads the trail of an order without a mouse, verifies the checkpoints and exports it', {
  tag: '@verify',
}, async ({ browser, hiram }) => {
  const { orderId } = await hiram.borrower({ state: '180' });
  const page = await staffPage(browser, hiram, 'officer', '/trail');
  const rows = page.getByRole('table', { name: 'Entries of the trail, the newest first' }).getByRole('row');
  await expect(rows.nth(1)).toBeVisible();
  expect(await violationsInBothThemes(page)).toEqual([]);

  await page.getByLabel('Borrower, loan or complaint').focus();
  await page.keyboard.type(orderId.slice(-8));
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/about=/);
  await expect(page.getByRole('complementary', { name: 'Entry' })).toContainText('loan_order');
  // The filter is in the address: the same list for a colleague.
  await page.reload();
  await expect(page.getByLabel('Borrower, loan or complaint')).toHaveValue(orderId.slice(-8));
  await expect(rows.nth(1)).toBeVisible();
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await page.keyboard.press('1');
  await expect(page).toHaveURL(/about=[0-9a-f-]{36}/);

  await page.getByRole('button', { name: 'Verify' }).press('Enter');
  await expect(page.getByRole('dialog', { name: 'Checkpoints' })).toBeVisible();
  await expect(page.getByText(/The trail matches its checkpoints|There is no checkpoint yet/)).toBeVisible();
  await expectStateAccessible(page);
  await closeDialog(page);

  await page.keyboard.press('e');
  await page.getByLabel('Reason').focus();
  await page.keyboard.type('yearly audit');
  await expectStateAccessible(page);
  const download = page.waitForEvent('download');
  await submitDialog(page);
  expect((await download).suggestedFilename()).toMatch(/^trail-\d{4}-\d{2}-\d{2}\.csv$/);
  await page.goto(`${hiram.consoleUrl}/trail?kind=read`);
  await expect(page.getByRole('row').filter({ hasText: 'yearly audit' })).toBeVisible();

  // Nothing fits, and nothing of this name: two pages of their own.
  await page.goto(`${hiram.consoleUrl}/trail?day=2020-01-01`);
  await expect(page.getByRole('heading', { name: 'No entry fits' })).toBeVisible();
  await page.goto(`${hiram.consoleUrl}/trail?about=%25_%25`);
  await expect(page.getByRole('heading', { name: 'Nothing is called “%_%” here' })).toBeVisible();
  await expectStateAccessible(page);

  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${hiram.consoleUrl}/trail`);
  await expect(rows.nth(1)).toBeVisible();
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390);
  await expectStateAccessible(page);
});
