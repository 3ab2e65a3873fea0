import type { Page } from '@playwright/test';
import { expect, type Hiram, test } from '../support/hiram.ts';

async function open(page: Page, hiram: Hiram, more: Record<string, string> = {}) {
  const borrower = await hiram.borrower({ state: 'new' });
  await page.goto(hiram.url('/calculator', borrower, more));
  return borrower;
}

async function calculate(page: Page, principal: string, rate: string, months: string) {
  await page.getByLabel('Amount of the loan').fill(principal);
  await page.getByLabel('Interest, % a year').fill(rate);
  await page.getByLabel('Months', { exact: true }).fill(months);
  await page.getByRole('button', { name: 'Calculate' }).click();
}

test('KEY-08 thirty years are charted by the year; a loan without interest charts none', {
  tag: '@verify',
}, async ({ page, hiram }) => {
  await open(page, hiram);
  await calculate(page, '250000', '7.5', '360');
  const picture = page.getByRole('img', { name: /Bars for 30 years/ });
  await expect(picture.locator('g:has(rect)')).toHaveCount(30);
  await page.getByRole('button', { name: 'Show all 360 months' }).click();
  await expect(page.getByRole('table').getByRole('row')).toHaveCount(361);
  await calculate(page, '1000', '0', '3');
  await expect(page.getByText('₱333,33', { exact: true })).toBeVisible();
  await expect(page.getByText('The last payment is ₱333,34')).toBeVisible();
});

test('KEY-08 a calculated loan has payment, interest, a chart and a table that agree', async ({
  page,
  hiram,
}) => {
  await open(page, hiram);
  const months = page.getByLabel('Months', { exact: true });
  await page.getByRole('button', { name: 'Calculate' }).click();
  await expect(page.getByRole('alert')).toHaveText('Type the amount.');
  await expect(page.getByLabel('Amount of the loan')).toBeFocused();
  await calculate(page, '1000', 'much', '12');
  await expect(page.getByRole('alert')).toHaveText('Enter the rate, 0 if there is none.');
  await calculate(page, '1000', '12', '361');
  await expect(page.getByRole('alert')).toHaveText('Enter 1 to 360 months.');
  await expect(months).toBeFocused();
  await expect(months).toHaveAttribute('aria-invalid', 'true');
  await calculate(page, '1000', '1000', '360');
  await expect(page.getByRole('alert')).toContainText('cannot be paid back in 360 equal parts');
  await expect(page.getByRole('table')).toHaveCount(0);

  const request = page.waitForRequest('**/api/v3/calculator/emi*');
  await calculate(page, '120.000', '18,0', '24');
  expect((await request).postDataJSON()).toEqual({ principal: 12_000_000, rate: 180_000, tenure: 24 });
  await expect(page.getByText('₱5.990,89', { exact: true })).toBeVisible();
  await expect(page.getByText('₱23.781,45')).toBeVisible();
  const picture = page.getByRole('img', { name: /Bars for 24 months\. Interest falls from ₱1\.800,00/ });
  await expect(picture).toBeVisible();
  await expect(picture.locator('g:not(:has(text))')).toHaveCount(24);
  const rows = page.getByRole('table').getByRole('row');
  await expect(rows).toHaveCount(13);
  await expect(rows.nth(1)).toHaveText('15.990,894.190,891.800,00115.809,11');
  await page.getByRole('button', { name: 'Show all 24 months' }).click();
  await expect(rows).toHaveCount(25);
  await expect(rows.nth(24)).toContainText('5.990,98');
  await expect(rows.nth(24)).toContainText('0,00');

  await page.getByLabel('Amount of the loan').fill('5000');
  await page.getByRole('tab', { name: 'Exchange' }).click();
  await expect(page.getByLabel('Amount', { exact: true })).toHaveValue('100');
  await page.getByRole('tab', { name: 'Loan', exact: true }).click();
  await expect(page.getByLabel('Amount of the loan')).toHaveValue('5000');
});

test('KEY-08 a loan is saved under a name and a day, found again, and deleted after a question', {
  tag: '@verify',
}, async ({ page, hiram }) => {
  const borrower = await open(page, hiram, { tab: 'loans' });
  await expect(page.getByText('No saved loans yet')).toBeVisible();
  await page.getByRole('button', { name: 'Calculate a loan' }).click();
  await calculate(page, '120000', '18', '24');
  await page.getByRole('button', { name: 'Save this loan' }).click();
  const sheet = page.getByRole('dialog', { name: 'Save this loan' });
  await sheet.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(sheet.getByRole('alert')).toHaveText('Give this loan a name.');
  await sheet.getByLabel('Name').fill('Tricycle');
  await sheet.getByRole('button', { name: /^Start date/ }).click();
  const days = page.getByRole('dialog', { name: 'Start date' });
  await days.getByLabel('Day', { exact: true }).selectOption('15');
  await days.getByRole('button', { name: 'Confirm' }).click();
  await expect(sheet.getByRole('button', { name: /Start date: 15/ })).toBeVisible();
  await sheet.getByRole('button', { name: 'Save', exact: true }).click();
  const savedLink = page.getByRole('link', { name: /Tricycle/ });
  await expect(savedLink).toContainText('payment 1 of 24');
  await expect(savedLink).toContainText('₱5.990,89');
  await savedLink.click();
  await expect(page).toHaveURL(/tab=loans&loanId=/);
  await expect(page.getByRole('heading', { level: 1, name: 'Tricycle' })).toBeVisible();
  await expect(page.getByRole('table').getByRole('row').nth(1)).toContainText('15 ');
  await page.getByRole('button', { name: 'Delete this loan' }).click();
  const question = page.getByRole('dialog', { name: 'Delete this loan?' });
  await question.getByRole('button', { name: 'Keep it' }).click();
  await expect(question).toHaveCount(0);
  await page.goBack();
  await expect(savedLink).toBeVisible();
  await savedLink.click();
  await page.getByRole('button', { name: 'Delete this loan' }).click();
  await question.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(page.getByText('No saved loans yet')).toBeVisible();
  await page.goto(hiram.url('/calculator', borrower, { tab: 'loans' }));
  await expect(page.getByText('No saved loans yet')).toBeVisible();
});

test('KEY-08 exchange converts while typing, in either direction, with the rates’ day, origin and age', {
  tag: '@verify',
}, async ({ page, hiram }) => {
  await open(page, hiram, { tab: 'exchange' });
  await expect(page.getByText('5.825,00 PHP')).toBeVisible();
  await expect(page.getByText('1 USD = 58,25 PHP')).toBeVisible();
  await expect(page.getByText('Example rates, of 2 Nov 2026.')).toBeVisible();
  await page.getByLabel('Amount', { exact: true }).fill('1.234,56');
  await expect(page.getByText('71.913,12 PHP')).toBeVisible();
  await page.getByRole('button', { name: 'Swap' }).click();
  await expect(page.getByText(/^21,19 USD$/)).toBeVisible();
  await page.getByRole('button', { name: /^To: USD/ }).click();
  const picker = page.getByRole('dialog', { name: 'To' });
  await picker.getByRole('searchbox').fill('jp');
  await picker.getByText('Japanese yen').click();
  await picker.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByText(/^3\.237 JPY$/)).toBeVisible();
  await page.getByLabel('Amount', { exact: true }).fill('');
  await expect(page.getByRole('alert')).toHaveText('Type the amount.');
  await page.getByLabel('Amount', { exact: true }).fill('99999999999');
  await expect(page.getByRole('alert')).toHaveText('This amount is too large.');
});

test('KEY-08 rates older than a week are marked as old', { tag: '@verify' }, async ({ page, hiram }) => {
  await page.route('**/api/v3/calculator/exchange-rate*', async (route) => {
    const response = await route.fetch();
    const body = await response.json();
    await route.fulfill({ response, json: { ...body, data: { ...body.data, ageDays: 8 } } });
  });
  await open(page, hiram, { tab: 'exchange' });
  await expect(page.getByText('These rates are 8 days old.')).toBeVisible();
});
