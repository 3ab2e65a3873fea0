import { randomUUID } from 'node:crypto';
import { expectStateAccessible, violationsInBothThemes } from '../support/accessibility.ts';
import { pressPair, staffPage, submitDialog } from '../support/console.ts';
import { picture } from '../support/console-areas.ts';
import { expect, type Page, test } from '../support/hiram.ts';

test.use({ viewport: { width: 1280, height: 800 }, hasTouch: false });

/** Chooses the first brand. */
async function chooseBrand(page: Page): Promise<void> {
  const brand = page.getByLabel('Brand');
  await brand.selectOption({ label: await brand.locator('option').nth(1).innerText() });
}

test('a marketer sees the funnel by source, pauses a source and resumes it without a mouse', async ({
  browser,
  // Other tests of a worker's server visit the promotion page.
  emptyHiram: hiram,
}) => {
  const marketer = await staffPage(browser, hiram, 'marketer');
  await pressPair(marketer, 'g', 'f');
  await expect(marketer.getByRole('heading', { name: 'Choose a brand' })).toBeVisible();
  expect(await violationsInBothThemes(marketer)).toEqual([]);
  await chooseBrand(marketer);
  await expect(marketer.getByRole('heading', { name: 'No visitor in these days' })).toBeVisible();
  await picture(marketer, 'funnel-empty');
  for (const [index, source] of ['facebook', 'facebook', 'facebook', 'tiktok'].entries())
    for (const step of index === 0 ? ['track-visit', 'track-click'] : ['track-visit'])
      await fetch(
        `${hiram.origin}/api/${step}?user_from=${source}&utm_tag=payday&page_type=1&deviceId=${randomUUID()}`,
      );
  await marketer.reload();
  await chooseBrand(marketer);
  const visits = marketer.getByRole('table', { name: 'Visitors by step' }).getByRole('row').nth(1);
  await expect(visits).toHaveText(/^Visits\s*4/);
  await expectStateAccessible(marketer);
  await marketer.setViewportSize({ width: 390, height: 844 });
  const overflow = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';
  expect(Number(await marketer.evaluate(overflow))).toBeLessThanOrEqual(0);
  await marketer.setViewportSize({ width: 1280, height: 800 });
  await picture(marketer, 'funnel');
  const row = marketer.getByRole('row').filter({ hasText: 'facebook' });
  await row.getByRole('button', { name: 'Pause …' }).press('Enter');
  await expect(
    marketer.getByText('We take no new applications through this page at the moment.'),
  ).toBeVisible();
  await marketer.getByLabel(/^Reason/).fill('Codes go out and nobody uses them.');
  await expectStateAccessible(marketer);
  await picture(marketer, 'funnel-pause');
  await submitDialog(marketer);
  await expect(marketer.getByRole('heading', { name: 'Paused' })).toBeVisible();
  await picture(marketer, 'funnel-paused');
  await marketer.getByRole('button', { name: 'Resume facebook …' }).press('Enter');
  await marketer.getByLabel(/^Reason/).fill('The partner removed the bots.');
  await expect(marketer.getByRole('dialog').getByText('get no code')).toBeVisible();
  await submitDialog(marketer);
  await expect(marketer.getByRole('heading', { name: 'Paused' })).toHaveCount(0);
  await expect(marketer.getByRole('dialog', { name: 'Resume a source' })).toHaveCount(0);
  await marketer.getByLabel('Source', { exact: true }).selectOption('tiktok');
  await expect(visits).toHaveText(/^Visits\s*1/);
});
