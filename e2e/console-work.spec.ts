import { violationsInBothThemes } from './accessibility.ts';
import { consolePage, signInAs } from './console.ts';
import { complain, isNarrowUsable, picture } from './console-desks.ts';
import { expect, test } from './hiram.ts';

test.use({ viewport: { width: 1280, height: 800 }, hasTouch: false });

test('work is claimed, passed on, put off and taken without a mouse [T330]', async ({
  browser,
  emptyHiram: hiram,
}) => {
  // A colleague who may settle complaints too.
  await signInAs(await consolePage(browser, hiram), 'officer');
  const page = await consolePage(browser, hiram);
  await signInAs(page, 'support');
  await expect(page.getByRole('heading', { name: 'Nothing waits for you' })).toBeVisible();
  await picture(page, 'work-empty');
  expect(await violationsInBothThemes(page)).toEqual([]);
  const borrower = await hiram.borrower({ state: '180' });
  await complain(hiram, borrower, ['Charged twice', 'Paid, still shown as late', 'Called at 21:40']);
  // Nobody reloads: what others do shows by itself.
  await expect(page.getByRole('cell', { name: 'Called at 21:40' })).toBeVisible();
  await page.keyboard.press('j');
  const panel = page.getByRole('complementary', { name: 'The chosen task' });
  await expect(panel.getByRole('heading', { name: 'Paid, still shown as late' })).toBeVisible();
  await picture(page, 'work');
  expect(await violationsInBothThemes(page)).toEqual([]);
  expect(await isNarrowUsable(page)).toBe(true);

  await page.keyboard.press('c');
  await expect(panel.getByText('You', { exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Mine 1' })).toBeVisible();
  await page.keyboard.press('p');
  await expect(page.getByLabel('To whom')).toBeVisible();
  await picture(page, 'work-pass-on');
  expect(await violationsInBothThemes(page)).toEqual([]);
  await page.keyboard.press('Control+Enter');
  await expect(page.getByRole('button', { name: 'Mine 0' })).toBeVisible();

  await page.keyboard.press('z');
  await page.getByRole('textbox', { name: 'Reason' }).fill('the counter answers tomorrow');
  expect(await violationsInBothThemes(page)).toEqual([]);
  await page.keyboard.press('Control+Enter');
  await expect(page.getByRole('button', { name: 'Put off 1' })).toBeVisible();
  await page.keyboard.press('x');
  await expect(page).toHaveURL(/\/complaints\/[0-9a-f-]{36}$/);
  await expect(page.getByText('Charged twice').first()).toBeVisible();
  await page.keyboard.press('g');
  await page.keyboard.press('w');
  await expect(page.getByRole('button', { name: 'Mine 1' })).toBeVisible();
});
