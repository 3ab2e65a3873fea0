import { expectStateAccessible, violationsInBothThemes } from '../support/accessibility.ts';
import { approveRequest, closeDialog, staffPage } from '../support/console.ts';
import { expect, test } from '../support/hiram.ts';

test.use({ viewport: { width: 1280, height: 800 }, hasTouch: false });

test('a waiver goes from its preview to its approval without a mouse, and the loan shows who decided', async ({
  browser,
  hiram,
}) => {
  const { orderId } = await hiram.borrower({ state: '180' });
  const page = await staffPage(browser, hiram, 'cashier', `/loan/${orderId}`);
  await expect(page.getByText('Agrees with the ledger')).toBeVisible();
  await page.keyboard.press('1');
  await expect(page.getByRole('dialog', { name: 'Waive' })).toBeVisible();
  await page.getByRole('radio', { name: /^Other amounts/ }).focus();
  await page.keyboard.press('Space');
  await page.getByLabel(/^Principal, at most/).focus();
  await page.keyboard.type('1.234,56');
  await expect(page.getByText('What the borrower will read')).toBeVisible();
  await expect(page.getByText('Needs a second person.')).toBeInViewport();
  await page.getByLabel(/^Reason/).focus();
  await page.keyboard.type('the counter was down');
  // What was typed stays when the dialog is left.
  await closeDialog(page);
  await page.keyboard.press('1');
  await expect(page.getByLabel(/^Reason/)).toHaveValue('the counter was down');
  await page.getByRole('radio', { name: /^Other amounts/ }).focus();
  await page.keyboard.press('Space');
  await page.getByLabel(/^Principal, at most/).focus();
  await page.keyboard.type('1.234,56');
  await expect(page.getByRole('button', { name: 'Ask for approval' })).toBeEnabled();
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText('Requested. A second person approves it')).toBeVisible();

  const controller = await staffPage(browser, hiram, 'controller', '/approvals');
  await controller.getByLabel('Brand').selectOption('spec');
  await approveRequest(controller);
  await expect(controller.getByRole('heading', { name: 'Nothing waits for you' })).toBeVisible();

  await page.reload();
  const events = page.getByRole('table', { name: 'Events of the loan' });
  const waived = events.getByRole('row').filter({ hasText: 'Waived' });
  await expect(waived).toContainText('−₱1.234,56');
  await page
    .getByRole('button', { name: /^Principal/ })
    .first()
    .press('Enter');
  await expect(page.getByRole('row').filter({ hasText: 'Paid or waived' })).toContainText('−₱1.234,56');
  await expect(page.getByText('Agrees with the ledger')).toBeVisible();
});

test('loan and borrower have no fault that axe finds, in both themes, and fit 390 pixels', {
  tag: '@verify',
}, async ({ browser, hiram }) => {
  const { orderId } = await hiram.borrower({ state: '180' });
  const page = await staffPage(browser, hiram, 'cashier', `/loan/${orderId}`);
  await expect(page.getByRole('heading', { name: 'Actions' })).toBeVisible();
  expect(await violationsInBothThemes(page)).toEqual([]);
  await page.keyboard.press('t');
  await page.keyboard.press('1');
  await expect(page.getByText('What the borrower will read')).toBeVisible();
  await expectStateAccessible(page);
  await page.keyboard.press('Escape');
  await page.setViewportSize({ width: 390, height: 844 });
  const overflow = () =>
    page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth');
  expect(await overflow()).toBe(0);
  await expectStateAccessible(page);
  await page.getByRole('button', { name: 'Borrower' }).click();
  await expect(page.getByRole('heading', { name: 'Timeline' })).toBeVisible();
  expect(await overflow()).toBe(0);
  // A loan that is not of this lender.
  await page.goto(`${hiram.consoleUrl}/loan/0198c0de-0000-7000-8000-000000000001`);
  await expect(page.getByRole('heading', { name: 'This does not exist here' })).toBeVisible();
});

test('a field of a borrower opens with a reason, a note is kept, and the borrower reads who looked', {
  tag: '@verify',
}, async ({ browser, hiram }) => {
  const borrower = await hiram.borrower({ state: '180' });
  const page = await staffPage(browser, hiram, 'support', `/loan/${borrower.orderId}`);
  await expect(page.getByText('Agrees with the ledger')).toBeVisible();
  await page.keyboard.press('b');
  await expect(page.getByRole('heading', { name: 'Timeline' })).toBeVisible();
  await page.keyboard.press('d');
  await page.keyboard.type('to call back');
  await page.keyboard.press('Enter');
  await expect(page.getByText(borrower.phone.slice(-8))).toBeVisible();
  await page.keyboard.press('n');
  await page.keyboard.type('Speaks Cebuano; call after 17:00.');
  await page.reload();
  await expect(page.getByLabel(/^New note/)).toHaveValue('Speaks Cebuano; call after 17:00.');
  await page.getByRole('button', { name: 'Save note' }).press('Enter');
  await expect(page.getByText('Note: Speaks Cebuano; call after 17:00.')).toBeVisible();
  await page.getByRole('button', { name: 'Access' }).press('Enter');
  await expect(page.getByText('“to call back”')).toBeVisible();
  expect(await violationsInBothThemes(page)).toEqual([]);
  await page.getByRole('button', { name: 'Block' }).press('Enter');
  await expect(page.getByText('Running loans stay as they are.', { exact: false })).toBeVisible();
  await expectStateAccessible(page);
  await page.goto(hiram.url('/setting', borrower));
  const opened = page.getByRole('heading', { name: 'Who opened your data' }).locator('..');
  const number = opened.getByRole('listitem').filter({ hasText: 'your phone number' });
  await expect(number).toHaveText(/^Customer service/);
});
