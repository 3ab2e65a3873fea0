import { type Demo, type DemoOptions, expect, type Hiram, test } from '../support/hiram.ts';

const phone = { appName: 'ph', deviceId: 'phone-1', lang: 'en' };
const arrive = (hiram: Hiram, options: DemoOptions) => hiram.borrower(options, phone);
const address = (hiram: Hiram, path: string, borrower: Demo) => hiram.url(path, borrower, phone);

test('a confirmation leads with what is received, and another amount has other documents [T1132]', async ({
  page,
  hiram,
}) => {
  const borrower = await arrive(hiram, { state: 'ready' });
  await page.goto(address(hiram, '/loanConfirmPeriod', borrower));
  await expect(page.getByText('₱4,900.00', { exact: true }).first()).toBeVisible();
  const parts = page.locator('section', { hasText: 'You pay back' }).locator('li');
  await expect(parts).toHaveText(['Borrowed₱5,000.00', 'Interest₱692.74']);
  await expect(page.getByText('₱5,000.00 less a fee of ₱100.00')).toBeVisible();
  await page.getByRole('button', { name: 'Read before you agree' }).click();
  await page.getByRole('button', { name: 'I have read it' }).click();
  await page.getByRole('checkbox').check();
  await expect(page.getByRole('button', { name: 'Apply for ₱5,000.00' })).toBeEnabled();
  await page.getByRole('button', { name: 'Change amount' }).click();
  await page.getByRole('button', { name: 'Less', exact: true }).click();
  await expect(page.getByText('₱4,410.00', { exact: true }).first()).toBeVisible();
  await expect(page.getByRole('checkbox')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Read before you agree' })).toBeVisible();
});

test('a refusal names each reason with what helps, the next day to apply, and a person [T1133]', async ({
  page,
  hiram,
}) => {
  const borrower = await arrive(hiram, { state: '110' });
  await page.goto(address(hiram, '/order', borrower));
  await expect(page.getByRole('heading', { name: 'Not this amount, not now' })).toBeVisible();
  await expect(page.getByText(/^You asked for ₱10,000\.00 on /)).toBeVisible();
  const reason = page.getByRole('listitem').filter({ hasText: 'too large for the income' });
  await expect(reason).toContainText(/From \d+ \w+: Ask for less, or add an income that you left out\./);
  await page.getByRole('button', { name: /^Remind me on / }).click();
  await expect(page.getByText(/^We will text you on /)).toBeVisible();
  await page.getByRole('button', { name: /^Ask a person/ }).click();
  await expect(page.getByText('A person will look at it again')).toBeVisible();
  await expect(page.getByText('Akyat Loan')).toHaveCount(0);
  await page.getByRole('button', { name: 'Done' }).click();
  await expect(page).toHaveURL(/\/main\?/);
});
