import { showDecision } from '@hiram/contract/console/decision';
import { expectStateAccessible, violationsInBothThemes } from '../support/accessibility.ts';
import { openAs, pressPair, staffPage, submitDialog } from '../support/console.ts';
import { isNarrowUsable, picture } from '../support/console-areas.ts';
import { expect, test } from '../support/hiram.ts';

test.use({ viewport: { width: 1280, height: 800 }, hasTouch: false });

test('referred applications are refused and approved without a mouse, and a second reviewer is told', {
  tag: '@verify',
}, async ({ browser, emptyHiram: hiram }) => {
  const reviewer = await staffPage(browser, hiram, 'reviewer');
  await pressPair(reviewer, 'g', 'd');
  await expect(reviewer.getByRole('heading', { name: 'Nothing waits for your decision' })).toBeVisible();
  await expectStateAccessible(reviewer);
  await picture(reviewer, 'decisions-empty');
  for (const _ of [1, 2]) await hiram.borrower({ state: '21', with: { referred: 1 } });
  // The list follows what happens elsewhere.
  await expect(reviewer.getByText('The scorer wants a person to look')).toHaveCount(2);
  expect(await violationsInBothThemes(reviewer)).toEqual([]);
  expect(await isNarrowUsable(reviewer)).toBe(true);
  await picture(reviewer, 'decisions');
  await reviewer.keyboard.press('j');
  await reviewer.keyboard.press('k');
  await reviewer.keyboard.press('Enter');
  await expect(reviewer.getByRole('heading', { name: 'Same person or account elsewhere' })).toBeVisible();
  await reviewer.getByLabel(/^Why you open a field/).fill('Compared with the ID card.');
  await reviewer.getByRole('button', { name: 'Show Born', exact: true }).press('Enter');
  await expect(reviewer.getByText(/17 May 1994|1994-05-17/)).toBeVisible();
  expect(await violationsInBothThemes(reviewer)).toEqual([]);
  expect(await isNarrowUsable(reviewer)).toBe(true);
  await picture(reviewer, 'decision');

  const second = await staffPage(browser, hiram, 'reviewer');
  await second.goto(reviewer.url());
  await expect(second.getByRole('button', { name: /^Approve/ })).toBeVisible();

  await reviewer.keyboard.press('3');
  await reviewer.getByRole('checkbox', { name: 'Identity not confirmed' }).press('Space');
  const reads = 'We could not confirm who you are from the details of your ID.';
  await expect(reviewer.getByText(reads)).toBeVisible();
  await reviewer.getByLabel(/^Reason/).fill('The registry does not know the number.');
  await expectStateAccessible(reviewer);
  await picture(reviewer, 'decision-refuse');
  await submitDialog(reviewer);
  await expect(second.getByRole('link', { name: 'Back to the list' })).toBeVisible();
  await picture(second, 'decision-decided');

  // The next case opens by itself; the last one is offered again.
  await expect(reviewer.getByRole('button', { name: 'Open it again' })).toBeVisible();
  await expect(reviewer).not.toHaveURL(second.url());
  await expect(reviewer.getByRole('button', { name: /^Approve/ })).toBeVisible();
  await reviewer.keyboard.press('4');
  await reviewer.getByRole('checkbox', { name: 'Check the income' }).press('Space');
  await reviewer.getByLabel(/^Reason/).fill('Twice what is usual for the work.');
  await expectStateAccessible(reviewer);
  await submitDialog(reviewer);
  await expect(reviewer.getByText('The borrower was asked.')).toBeVisible();
  await reviewer.keyboard.press('1');
  await reviewer.getByLabel(/^Reason/).fill('A payslip was shown at the office.');
  await expect(reviewer.getByRole('dialog').getByText('waits for a person')).toBeVisible();
  await expectStateAccessible(reviewer);
  await picture(reviewer, 'decision-approve');
  await submitDialog(reviewer);
  await expect(reviewer.getByRole('dialog')).toHaveCount(0);
});

test('an opened case is read alone: the next one of the list is not [T2550]', async ({ page, hiram }) => {
  for (const deviceId of ['phone-1', 'phone-2'])
    await hiram.borrower({ state: '21', with: { referred: 1 } }, { appName: 'in', deviceId });
  const opened: string[] = [];
  page.on('request', (request) => {
    if (new URL(request.url()).pathname.endsWith(showDecision.path)) opened.push(request.url());
  });
  await openAs(page, hiram, 'reviewer', '/decisions');
  await page.getByLabel('Brand').selectOption({ label: 'Pagdandi' });
  const rows = page.getByRole('row').filter({ hasText: '₹20,000' });
  await expect.poll(() => rows.count()).toBeGreaterThan(1);
  await rows.first().getByRole('link').first().click();
  await expect(page.getByRole('heading', { name: 'Same person or account elsewhere' })).toBeVisible();
  await page.waitForLoadState('networkidle');
  expect(opened).toHaveLength(1);
});

test('under all brands each row has its own currency, and the foot names the zone of all times [T420]', async ({
  page,
  hiram,
}) => {
  for (const appName of ['spec', 'in', 'id'])
    await hiram.borrower({ state: '21', with: { referred: 1 } }, { appName, deviceId: 'phone-1' });
  await openAs(page, hiram, 'reviewer', '/decisions');
  const row = (amount: string) => page.getByRole('row').filter({ hasText: amount });
  const foot = page.getByRole('contentinfo');
  await expect(row('₱12.000,00').first()).toBeVisible();
  await expect(row('Rp2.000.000').first()).toBeVisible();
  await expect(foot).toContainText(/times of \S+/);
  await expect(row('₹20,000').first()).toContainText('Pagdandi');
  // Opened, it keeps its brand's currency.
  await row('₹20,000').first().getByRole('link').first().click();
  await expect(page.getByRole('heading', { name: 'Same person or account elsewhere' })).toBeVisible();
  await expect(page.getByText('₹20,000').first()).toBeVisible();
  await expect(page.getByText('₱')).toHaveCount(0);
  // Of one brand alone the times are in its zone.
  await page.getByLabel('Brand').selectOption({ label: 'Pagdandi' });
  await page.getByRole('link', { name: 'Decisions' }).first().click();
  await expect(row('₹20,000').first()).toBeVisible();
  await expect(foot).toContainText('times of Asia/Kolkata');
});
