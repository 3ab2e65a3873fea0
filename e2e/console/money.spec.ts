import { utrSubmit } from '@hiram/contract/repay';
import { expectStateAccessible, violationsInBothThemes } from '../support/accessibility.ts';
import { openRequest, pressPair, staffPage, submitDialog } from '../support/console.ts';
import { isNarrowUsable, picture } from '../support/console-areas.ts';
import { type Browser, expect, type Hiram, type Page, test } from '../support/hiram.ts';

test.use({ viewport: { width: 1280, height: 800 }, hasTouch: false });

/** Chooses a brand by the keyboard. */
async function chooseBrand(page: Page, name: string): Promise<void> {
  await page.getByLabel('Brand').selectOption({ label: name });
}

test('payouts are stopped by one key from any screen and started by two persons, without a mouse', {
  tag: '@verify',
}, async ({ browser, hiram }) => {
  await hiram.borrower({ state: '151', with: { inside: 0 } });
  const cashier = await staffPage(browser, hiram, 'cashier', '/approvals');
  const brand = await cashier.getByLabel('Brand').locator('option').nth(1).innerText();
  await chooseBrand(cashier, brand);
  await expect(cashier.getByText('Payouts running')).toBeVisible();
  await pressPair(cashier, 'g', 'o');
  await expect(cashier.getByText('Payouts are running')).toBeVisible();
  await cashier.getByRole('button', { name: /^Waiting to send/ }).press('Enter');
  await expect(cashier.getByRole('button', { name: 'Retry …' }).first()).toBeVisible();
  expect(await violationsInBothThemes(cashier)).toEqual([]);
  expect(await isNarrowUsable(cashier)).toBe(true);
  await picture(cashier, 'money-out-running');
  await cashier.getByRole('button', { name: 'Refunds due' }).press('Enter');
  await expect(cashier.getByRole('heading', { name: 'Refunds due' })).toBeVisible();
  await pressPair(cashier, 'g', 'a');
  await expect(cashier.getByRole('heading', { name: 'Approvals' })).toBeVisible();
  await cashier.keyboard.press('!');
  await expect(cashier.getByRole('heading', { name: 'All payouts are stopped' })).toBeVisible();
  await expect(cashier.getByText('Payouts stopped', { exact: true })).toBeVisible();
  const why = cashier.getByLabel(/^Why did you stop them/);
  await why.focus();
  await cashier.keyboard.type('Holder names wrong in batch 24-3.');
  // What is typed stays over a reload.
  await cashier.reload();
  await chooseBrand(cashier, brand);
  await expect(why).toHaveValue('Holder names wrong in batch 24-3.');
  await expectStateAccessible(cashier);
  expect(await isNarrowUsable(cashier)).toBe(true);
  await picture(cashier, 'money-out-stopped');
  await cashier.getByRole('button', { name: 'Save the reason' }).press('Enter');
  await expect(cashier.getByText('“Holder names wrong in batch 24-3.”')).toBeVisible();
  await cashier.getByRole('button', { name: 'Request to start again …' }).press('Enter');
  await cashier.getByLabel(/^Reason/).focus();
  await cashier.keyboard.type('Corrected.');
  await expect(cashier.getByRole('dialog').getByText('running')).toBeVisible();
  await expectStateAccessible(cashier);
  await picture(cashier, 'money-out-start');
  await submitDialog(cashier);
  await expect(cashier.getByRole('dialog')).toHaveCount(0);

  const controller = await staffPage(browser, hiram, 'controller', '/approvals');
  await chooseBrand(controller, brand);
  await openRequest(controller, 'Start payouts again');
  await controller.getByRole('button', { name: /^Approve/ }).press('Enter');
  await expect(controller.getByText('Payouts running')).toBeVisible();
});

test('a statement is imported, and the claim that it proves is posted beside its receipt, without a mouse', async ({
  browser,
  hiram,
}) => {
  const claims = await claimTransfers(browser, hiram);
  const cashier = await staffPage(browser, hiram, 'cashier', '/money-in');
  await chooseBrand(cashier, await cashier.getByLabel('Brand').locator('option').nth(1).innerText());
  await expect(cashier.getByRole('img', { name: /^The receipt of/ })).toBeVisible();
  await expect(cashier.getByText('No imported line has this reference')).toBeVisible();
  expect(await violationsInBothThemes(cashier)).toEqual([]);
  await picture(cashier, 'money-in-no-line');
  await cashier.keyboard.press('i');
  const day = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
  const rows = claims.map(({ utr, amount }) => `${day},${utr},${amount}`);
  const text = ['Date,Reference,Amount', ...rows, `${day},NOBODY12345678,77.00`, `${day},X,"1.234,56"`].join(
    '\n',
  );
  await cashier
    .getByLabel(/^File/)
    .setInputFiles({ name: 'bank.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });
  await expect(cashier.getByText('is no amount in this notation')).toBeVisible();
  await expect(cashier.getByRole('button', { name: /^Import 2 lines/ })).toBeEnabled();
  await expectStateAccessible(cashier);
  expect(await isNarrowUsable(cashier)).toBe(true);
  await picture(cashier, 'money-in-import');
  await cashier.keyboard.press('Control+Enter');
  await expect(cashier.getByText('2 lines are imported.')).toBeVisible();
  await cashier.getByRole('link', { name: 'Money in' }).first().press('Enter');
  await expect(cashier.getByText('you imported this file').first()).toBeVisible();
  expect(await isNarrowUsable(cashier)).toBe(true);
  await picture(cashier, 'money-in-fits');
  // Whoever imported a line does not post it alone: a colleague does.
  const colleague = await staffPage(browser, hiram, 'controller', '/money-in');
  await chooseBrand(colleague, await colleague.getByLabel('Brand').locator('option').nth(1).innerText());
  await expect(colleague.getByText('1 match by reference and sum')).toBeVisible();
  // Two keys: what matches is checked already.
  await colleague.keyboard.press('Control+Enter');
  await expect(colleague.getByRole('dialog').getByText('In the books')).toBeVisible();
  expect(await violationsInBothThemes(colleague)).toEqual([]);
  await picture(colleague, 'money-in-post');
  await submitDialog(colleague);
  await expect(colleague.getByRole('heading', { name: 'Posted 1 of 1' })).toBeVisible();
  await submitDialog(colleague);
  await expect(cashier.getByRole('heading', { name: 'Every reported transfer is posted' })).toBeVisible();
  await expectStateAccessible(cashier);
  await picture(cashier, 'money-in-nothing');
  for (const tab of ['Held', 'Unknown', 'Contradicted', 'Not claimed']) {
    await cashier.getByRole('button', { name: new RegExp(`^${tab}`) }).press('Enter');
    await expect(cashier.getByRole('heading', { level: 2 }).first()).toBeVisible();
    await expectStateAccessible(cashier);
  }
  await cashier.getByRole('button', { name: 'Set aside …' }).first().press('Enter');
  await cashier.getByLabel(/^What it is/).focus();
  await cashier.keyboard.type('Interest.');
  await submitDialog(cashier);
  await expect(cashier.getByRole('heading', { name: 'Every line belongs to a transfer' })).toBeVisible();
});

/** A borrower claims a transfer with a receipt, as on their phone. */
async function claimTransfers(
  browser: Browser,
  hiram: Hiram,
): Promise<readonly { utr: string; amount: string }[]> {
  const borrower = await hiram.borrower({ state: '180' });
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(hiram.url('/repay', borrower));
  await page.getByRole('link', { name: 'I paid by bank transfer' }).click();
  const utr = `BDO${Date.now()}`;
  await page.getByLabel('Reference of the transfer').fill(utr);
  await page.getByLabel('Amount sent').fill('1234.00');
  const buffer = await page.screenshot({ type: 'jpeg', quality: 40 });
  await page
    .getByLabel('Photo of the receipt')
    .setInputFiles({ name: 'receipt.jpg', mimeType: 'image/jpeg', buffer });
  await expect(page.getByText('Receipt added.')).toBeVisible();
  await page.getByRole('button', { name: 'Send reference' }).click();
  await expect(page.getByText('Being checked')).toBeVisible();
  await context.close();
  return [{ utr, amount: '1234.00' }];
}

test('the next claim is decided by the next key at once, and no letter changes the brand [T884]', {
  tag: '@verify',
}, async ({ browser, emptyHiram: hiram }) => {
  for (const count of [1, 2]) {
    const borrower = await hiram.borrower({ state: '180' });
    const utr = `BDO${Date.now()}${count}`;
    const input = { orderId: borrower.orderId, channelNumber: '10005', utr, amount: 100_000 + count };
    await hiram.send(utrSubmit, input, { sessionId: borrower.sessionId });
  }
  const cashier = await staffPage(browser, hiram, 'cashier', '/money-in');
  const brand = await cashier.getByLabel('Brand').locator('option').nth(1).innerText();
  await chooseBrand(cashier, brand);
  // The chosen receipt beside the list has rows of its own.
  const claims = cashier.getByRole('table', { name: 'Transfers that wait' });
  await expect(claims.getByRole('row')).toHaveCount(3);
  const about = () =>
    cashier
      .getByRole('dialog')
      .getByText(/^BDO\d+$/)
      .first()
      .innerText();
  await expect(cashier.getByRole('button', { name: /^Refuse/ })).toBeVisible();
  await cashier.keyboard.press('r');
  await expect(cashier.getByRole('dialog')).toBeVisible();
  const first = await about();
  await cashier.getByLabel(/^Reason/).fill('Not on the statement.');
  await submitDialog(cashier);
  await expect(cashier.getByRole('dialog')).toHaveCount(0);
  // Pressed while the next claim loads: it waits for it.
  await cashier.keyboard.press('r');
  await expect(cashier.getByRole('dialog')).toBeVisible();
  expect(await about()).not.toBe(first);
  await cashier.keyboard.press('Escape');
  await expect(cashier.getByRole('dialog')).toHaveCount(0);
  await expect(cashier.locator('main :focus, main:focus')).toHaveCount(1);
  await cashier.keyboard.press('s');
  await expect(cashier.getByLabel('Brand').locator('option:checked')).toHaveText(brand);
});

test('a day is compared, a difference explained and a settlement posted, without a mouse', {
  tag: '@verify',
}, async ({ browser, emptyHiram: hiram }) => {
  const controller = await staffPage(browser, hiram, 'controller', '/reconcile');
  await chooseBrand(controller, await controller.getByLabel('Brand').locator('option').nth(1).innerText());
  await expect(
    controller.getByRole('heading', { name: 'Nothing moved in these fourteen days' }),
  ).toBeVisible();
  expect(await violationsInBothThemes(controller)).toEqual([]);
  // A payment of the past that the provider has and no code of ours.
  await hiram.borrower({ state: '200' });
  await controller.keyboard.press('ArrowRight');
  await controller.getByRole('button', { name: /^Ask the providers again/ }).press('Enter');
  await expect(controller.getByText(/^Compared again/).first()).toBeVisible();
  await expect(controller.getByRole('heading', { name: 'How the day adds up' })).toBeVisible();
  await expectStateAccessible(controller);
  expect(await isNarrowUsable(controller)).toBe(true);
  await picture(controller, 'reconcile-day');
  await controller.getByRole('button', { name: 'Settlements' }).press('Enter');
  await expect(controller.getByRole('heading', { name: 'No settlement is posted' })).toBeVisible();
  await controller.keyboard.press('n');
  await controller.getByLabel('What the provider owed').focus();
  await controller.keyboard.type('1000.00');
  await controller.getByLabel('Its fee').fill('15.00');
  await controller.getByLabel('The bank’s reference').fill('BPI-1122');
  await controller.getByLabel(/^Reason/).fill('Statement of the bank.');
  await expect(controller.getByRole('dialog').getByText('Came to the bank')).toBeVisible();
  await expectStateAccessible(controller);
  await picture(controller, 'reconcile-settle');
  await submitDialog(controller);
  await expect(controller.getByText('BPI-1122')).toBeVisible();
  await picture(controller, 'reconcile-settlements');
});
