import { readFileSync } from 'node:fs';
import { expect, test } from '../support/hiram.ts';

test('INFO-01 INFO-02 INFO-05 policy, about us and agreement are open to everyone', async ({
  page,
  hiram,
}) => {
  for (const [path, title, fact] of [
    ['/aboutUs', 'About us', 'Welcome to Hiram.'],
    ['/loanAgreement', 'Loan terms and conditions', '12 Mabini Street, Ermita, Manila 1000'],
    ['/privacyPolicy', 'Privacy policy', 'We set no advertising cookies.'],
  ] as const) {
    await page.goto(hiram.origin + path);
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
    await expect(page.getByText(fact).first()).toBeVisible();
  }
  await page.getByText('On this page', { exact: true }).click();
  await page.getByRole('link', { name: 'Grievance officer' }).click();
  await expect(page.getByRole('heading', { name: 'Grievance officer' })).toBeInViewport();
});

test('INFO-03 INFO-04 customer service requests overall 30 and shows both contacts', async ({
  page,
  hiram,
}) => {
  const pendingRequest = page.waitForRequest('**/v3/personal-center/contact-kf-info*');
  await page.goto(`${hiram.origin}/customerService`);
  const request = await pendingRequest;
  expect([request.method(), request.postData()]).toEqual(['POST', 'overall=30']);
  await expect(page.getByRole('link', { name: /^E-mail/ })).toHaveAttribute(
    'href',
    'mailto:help@hiram.example',
  );
  await expect(page.getByRole('link', { name: /^Online service/ })).toHaveAttribute(
    'href',
    'https://wa.me/63285550100',
  );
});

test('KEY-06 from the order a borrower reads its agreements and downloads them as PDF', {
  tag: '@verify',
}, async ({ page, hiram }) => {
  const borrower = await hiram.borrower({ state: '170', with: { kindTips: 0 } });
  await page.goto(hiram.url('/order', borrower));
  await page.getByRole('link', { name: 'What you agreed to' }).click();
  await expect(page.getByRole('button', { name: /^Disclosure Statement/ })).toBeVisible();
  // The statement of account stands before the agreements.
  await page.getByRole('button', { name: /Read$/ }).nth(1).click();
  await expect(page.getByRole('dialog').getByText('₱12.000,00').first()).toBeVisible();
  await page.getByRole('dialog').getByRole('button', { name: 'Back' }).click();
  const downloading = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Save PDF' }).nth(1).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toMatch(/^loan-agreement-[0-9a-f]{8}\.pdf$/);
  expect(
    readFileSync(await download.path())
      .subarray(0, 5)
      .toString(),
  ).toBe('%PDF-');
});
