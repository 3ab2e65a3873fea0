import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, startHiram, test } from '../support/hiram.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

let out: string;
test.beforeAll(() => {
  out = mkdtempSync(join(tmpdir(), 'hiram-masked-'));
  execFileSync(
    process.execPath,
    ['--conditions=source', 'apps/borrower/build/build.ts', '--mask', 'all', '--out', out],
    { cwd: root },
  );
});
test.afterAll(() => rmSync(out, { recursive: true, force: true }));

// It builds the web app once more: `npm test` opens one masked screen.
test('NET-07 the main job with the mask on every call behaves the same on every screen', {
  tag: '@verify',
}, async ({ page }) => {
  const { hiram, end } = await startHiram({ MASK: 'all', WEB_DIR: out });
  try {
    const seen: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/api/v3/')) seen.push(request.postData() ?? '');
    });
    const borrower = await hiram.borrower({ state: 'ready' });
    await page.goto(hiram.url('/loanConfirmPeriod', borrower));
    await page.getByRole('button', { name: 'Next' }).click();
    await page.getByRole('button', { name: 'Go and bind the card' }).click();
    await page.getByRole('tab', { name: 'E-wallet' }).click();
    await page.getByRole('button', { name: /^E-wallet:/ }).click();
    await page.getByText('GCash').click();
    await page.getByRole('button', { name: 'Confirm' }).click();
    await page.getByLabel('Mobile number of the wallet').fill('09171234567');
    await page.getByLabel('Name on the account').fill('Maria Santos');
    await page.getByRole('button', { name: 'Next' }).click();
    await page.getByRole('button', { name: 'Withdraw Now' }).click();
    await expect(page.getByText('Loan active')).toBeVisible();
    await page.getByRole('button', { name: 'Repayment', exact: true }).click();
    await page.getByRole('button', { name: 'Get payment code' }).click();
    await page.waitForURL(/repaymentOfCode/);
    await hiram.pay(new URL(page.url()).searchParams.get('payCode') ?? '');
    await expect(page.getByText('We have your payment')).toBeVisible();
    expect(seen.length).toBeGreaterThan(6);
    for (const body of seen) expect(body).not.toMatch(/productId|orderId|amount|channelNumber|payCode/);
  } finally {
    await end();
  }
});
