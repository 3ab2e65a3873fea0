import { expectStateAccessible, violationsInBothThemes } from '../support/accessibility.ts';
import { openAs, pressPair, staffPage, submitDialog } from '../support/console.ts';
import { complain, isNarrowUsable, picture } from '../support/console-areas.ts';
import { expect, test } from '../support/hiram.ts';

test.use({ viewport: { width: 1280, height: 800 }, hasTouch: false });

test('what changed while the stream was cut shows when it is back [T330]', { tag: '@verify' }, async ({
  browser,
  emptyHiram: hiram,
}) => {
  // A colleague who may settle complaints too.
  await staffPage(browser, hiram, 'officer');
  const page = await (await browser.newContext({ viewport: { width: 1280, height: 800 } })).newPage();
  await page.route('**/api/console/stream', (route) => route.abort());
  await openAs(page, hiram, 'support');
  await expect(page.getByRole('heading', { name: 'Nothing waits for you' })).toBeVisible();
  await expect(page.getByText(/^Read again every 15 seconds/)).toBeVisible();
  await picture(page, 'work-empty');
  expect(await violationsInBothThemes(page)).toEqual([]);
  const borrower = await hiram.borrower({ state: '180' });
  await complain(hiram, borrower, ['Charged twice']);
  await page.unrouteAll();
  await expect(page.getByText(/^Live/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Charged twice' })).toBeVisible();
  await complain(hiram, borrower, ['Paid, still shown as late', 'Called at 21:40']);
  // Nobody reloads: what others do shows by itself.
  await expect(page.getByRole('button', { name: 'Called at 21:40' })).toBeVisible();
  await page.keyboard.press('j');
  const panel = page.getByRole('complementary', { name: 'The chosen task' });
  await expect(panel.getByRole('heading', { name: 'Paid, still shown as late' })).toBeVisible();
  await picture(page, 'work');
  await expectStateAccessible(page);
  expect(await isNarrowUsable(page)).toBe(true);

  // Several at once: by X, by a range, and all of them.
  const selected = page.getByRole('complementary', { name: 'The checked tasks' });
  await page.keyboard.press('Space');
  await page.getByRole('row', { name: /Called at 21:40/ }).click({ modifiers: ['Shift'] });
  await expect(selected.getByRole('heading', { name: '2 checked' })).toBeVisible();
  await picture(page, 'work-selected');
  expect(await violationsInBothThemes(page)).toEqual([]);
  expect(await isNarrowUsable(page)).toBe(true);
  await page.keyboard.press('Escape');
  await expect(panel).toBeVisible();
  await page.keyboard.press('a');
  await expect(page.getByRole('checkbox', { name: 'Check all loaded rows' })).toBeChecked();
  await page.keyboard.press('c');
  await expect(page.getByRole('button', { name: 'Mine 3' })).toBeVisible();
  // The boxes are cleared after the action's effect is on the screen; before that A would clear them.
  await expect(selected).toHaveCount(0);
  await page.keyboard.press('a');
  await page.keyboard.press('c');
  await expect(page.getByRole('button', { name: 'Mine 0' })).toBeVisible();
  await expect(selected).toHaveCount(0);
  await expect(panel).toBeVisible();

  await page.keyboard.press('c');
  await expect(panel.getByText('You', { exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Mine 1' })).toBeVisible();
  await page.keyboard.press('p');
  await expect(page.getByLabel('To whom')).toBeVisible();
  await picture(page, 'work-pass-on');
  await expectStateAccessible(page);
  await submitDialog(page);
  await expect(page.getByRole('button', { name: 'Mine 0' })).toBeVisible();

  await page.keyboard.press('z');
  await page.getByRole('textbox', { name: 'Reason' }).fill('the counter answers tomorrow');
  await expectStateAccessible(page);
  await submitDialog(page);
  await expect(page.getByRole('button', { name: 'Deferred 1' })).toBeVisible();
  await page.keyboard.press('x');
  await expect(page).toHaveURL(/\/complaints\/[0-9a-f-]{36}$/);
  await expect(page.getByText('Charged twice').first()).toBeVisible();
  await pressPair(page, 'g', 'w');
  await expect(page.getByRole('button', { name: 'Mine 1' })).toBeVisible();
});

test('what a change made a page read again does not count as use; a key does [T871]', {
  tag: '@verify',
}, async ({ browser, emptyHiram: hiram }) => {
  const page = await (await browser.newContext()).newPage();
  await page.clock.install();
  await openAs(page, hiram, 'support');
  await expect(page.getByRole('heading', { name: 'Nothing waits for you' })).toBeVisible();
  const nextRead = (part: string) =>
    page.waitForRequest(
      (request) => request.url().includes('/work/list') && request.postDataJSON().part === part,
    );
  const idleOf = async (read: ReturnType<typeof nextRead>) =>
    Number((await read).headers()['hiram-idle-seconds']);
  await expect(page.getByText(/^Live/)).toBeVisible();
  await page.clock.fastForward('10:00');
  const causedByOther = nextRead('open');
  await complain(hiram, await hiram.borrower({ state: '180' }), ['Charged twice']);
  expect(await idleOf(causedByOther)).toBeGreaterThanOrEqual(600);
  // Another part’s call: the change may make the page read this one more than once.
  const byHand = nextRead('own');
  await page.getByRole('button', { name: /^Mine/ }).click();
  expect(await idleOf(byHand)).toBeLessThan(60);
});

test('a list’s filters, order and columns stay over Back, a reload and a link [T1065]', async ({
  browser,
  emptyHiram: hiram,
}) => {
  await complain(hiram, await hiram.borrower({ state: '180' }), [
    'First words',
    'Second words',
    'Third words',
  ]);
  const page = await staffPage(browser, hiram, 'support');
  const heads = () => page.getByRole('columnheader').allTextContents();
  const firstRow = page.locator('tbody tr[data-row]').first();
  await expect(firstRow).toContainText('First words');
  await page.keyboard.press('j');
  await page.keyboard.press('Space');
  await page.keyboard.press('s');
  await expect(firstRow).toContainText('Third words');
  await expect(page).toHaveURL(/sort=-due/);
  await expect(page.getByRole('columnheader', { name: 'Time left' })).toHaveAttribute(
    'aria-sort',
    'descending',
  );
  await expect(page.getByRole('heading', { name: '1 checked' })).toBeVisible();
  await page.keyboard.press('Escape');

  await page.keyboard.press('f');
  await page.getByRole('dialog').getByRole('button', { name: 'Owner' }).click();
  await page.getByRole('checkbox', { name: 'You' }).check();
  await expectStateAccessible(page);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Nothing has these filters' })).toBeVisible();
  await expect(page).toHaveURL(/owner=self/);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Nothing has these filters' })).toBeVisible();
  await page.goBack();
  await expect(firstRow).toContainText('Third words');

  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('dialog').getByRole('checkbox', { name: 'Owner' }).uncheck();
  await page.keyboard.press('Escape');
  await expect.poll(heads).not.toContain('Owner');
  await page.getByRole('button', { name: 'Views' }).click();
  await page.getByLabel('Save this as a view').fill('The latest');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByRole('button', { name: 'The latest', exact: true }).first()).toBeVisible();
  await page.goto(`${hiram.consoleUrl}/work?sort=-due&name=Ana&kind=hit`);
  await expect(page.getByText('This list has no such column for you: name.')).toBeVisible();
  await expect(page.getByText('Not a value of the column: kind.')).toBeVisible();
  await expect(firstRow).toContainText('Third words');
  expect(await heads()).not.toContain('Owner');
});

test('a long list draws the rows in view alone, and its last row once it is scrolled to', {
  tag: '@verify',
}, async ({ browser, emptyHiram: hiram }) => {
  await complain(hiram, await hiram.borrower({ state: '180' }), ['Row 0']);
  const page = await (await browser.newContext({ viewport: { width: 1280, height: 800 } })).newPage();
  await page.route(/\/work\/list(\?|$)/, async (route) => {
    const response = await route.fetch();
    const answer = await response.json();
    const [row] = answer.data.rows;
    answer.data.rows = Array.from({ length: 300 }, (_, index) => ({
      ...JSON.parse(JSON.stringify(row).replaceAll('Row 0', `Row ${index}`)),
      taskId: row.taskId.replace(/.{3}$/, String(index).padStart(3, '0')),
    }));
    await route.fulfill({ response, json: answer });
  });
  await openAs(page, hiram, 'support');
  const rows = page.locator('tbody tr[data-row]');
  await expect(page.getByRole('button', { name: 'Row 0', exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Row 299' })).toHaveCount(0);
  expect(await rows.count()).toBeLessThan(100);
  await page.getByRole('table', { name: 'Tasks' }).evaluate((table) => {
    table.parentElement?.scrollTo({ top: table.scrollHeight });
  });
  await expect(page.getByRole('button', { name: 'Row 299' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Row 0', exact: true })).toHaveCount(0);
});
