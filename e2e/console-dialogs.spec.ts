import type { Page } from '@playwright/test';
import { violationsInBothThemes } from './accessibility.ts';
import { consolePage, signInAs } from './console.ts';
import { complain } from './console-desks.ts';
import { type Browser, expect, type Hiram, test } from './hiram.ts';

test.use({ viewport: { width: 1280, height: 800 }, hasTouch: false });

/** What 400 % zoom leaves of a window of 1280 (WCAG 2.2, 1.4.10). */
const zoomed = { width: 320, height: 640 };

/** Elements that reach beyond the right edge and are not in something that scrolls by itself. */
const cutOff = `[...document.querySelectorAll('body *')].filter((element) => {
  if (element.closest('svg, [hidden], caption')) return false;
  const { right, width } = element.getBoundingClientRect();
  if (width === 0 || right <= innerWidth + 1) return false;
  for (let around = element.parentElement; around; around = around.parentElement)
    if (/auto|scroll|hidden|clip/.test(getComputedStyle(around).overflowX)) return false;
  return true;
}).map((element) => element.outerHTML.slice(0, 100))`;

async function expectFitsZoomed(page: Page, name: string): Promise<void> {
  await page.setViewportSize(zoomed);
  expect(await page.evaluate<string[]>(cutOff), name).toEqual([]);
  const overflow = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';
  expect(await page.evaluate<number>(overflow), name).toBeLessThanOrEqual(0);
  await page.setViewportSize({ width: 1280, height: 800 });
}

/** Opens a dialog by a button or an item of a menu, looks for faults in it in both themes and in 320 pixels, and closes it. */
async function checkDialog(page: Page, button: RegExp, menu?: string): Promise<void> {
  const name = String(button);
  if (menu !== undefined) await page.getByRole('button', { name: menu }).click();
  await page
    .getByRole(menu === undefined ? 'button' : 'menuitem', { name: button })
    .first()
    .click();
  const dialog = page.getByRole('dialog');
  await expect(dialog, name).toBeVisible();
  await expect(dialog.getByText('Loading'), name).toHaveCount(0);
  expect(await violationsInBothThemes(page), name).toEqual([]);
  await expectFitsZoomed(page, name);
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
}

async function signedIn(browser: Browser, hiram: Hiram, role: string, brand: string): Promise<Page> {
  const page = await consolePage(browser, hiram);
  await page.evaluate(`sessionStorage.setItem('hiram-console-brand', '${brand}')`);
  await signInAs(page, role);
  return page;
}

test('every dialog of loans, borrowers and complaints has no fault that axe finds, and fits 320 pixels [T424]', {
  tag: '@verify',
}, async ({ browser, hiram }) => {
  const borrower = await hiram.borrower({ state: '180' });
  const [complaint] = await complain(hiram, borrower, ['Charged twice']);
  const controller = await signedIn(browser, hiram, 'controller', 'spec');
  await controller.goto(`${hiram.consoleUrl}/loan/${borrower.orderId}`);
  await expectFitsZoomed(controller, 'loan');
  for (const button of [/^Extend/, /^Stop charges/, /^Write off/]) await checkDialog(controller, button);
  const agreement = controller
    .getByRole('heading', { name: 'Agreements' })
    .locator('../..')
    .getByRole('button')
    .first();
  await agreement.click();
  await controller.getByLabel('Why do you open it?').fill('the borrower asks about clause 4');
  await controller.keyboard.press('Enter');
  await expect(controller.getByRole('dialog').getByText('SHA-256')).toBeVisible();
  expect(await violationsInBothThemes(controller)).toEqual([]);
  await expectFitsZoomed(controller, 'agreement');

  const support = await signedIn(browser, hiram, 'support', 'spec');
  await support.goto(`${hiram.consoleUrl}/loan/${borrower.orderId}`);
  await support.getByRole('button', { name: 'Borrower' }).click();
  await expect(support.getByRole('heading', { name: 'Timeline' })).toBeVisible();
  await support.getByRole('button', { name: 'Show their order page' }).click();
  await expect(support.getByRole('region', { name: 'Their order page' })).toBeVisible();
  await expectFitsZoomed(support, 'borrower');
  await checkDialog(support, /^Change number/);
  await support.goto(`${hiram.consoleUrl}/complaints/${complaint}`);
  await expect(support.getByRole('button', { name: 'Send' })).toBeVisible();
  await expectFitsZoomed(support, 'complaint');
  for (const button of [/^Escalate/, /^Close$/]) await checkDialog(support, button);
  await checkDialog(support, /all keys/);

  const officer = await signedIn(browser, hiram, 'officer', 'spec');
  await officer.goto(`${hiram.consoleUrl}/loan/${borrower.orderId}`);
  await officer.getByRole('button', { name: 'Borrower' }).click();
  for (const item of [/^Hold the erasure/, /^Export everything/]) await checkDialog(officer, item, 'More');
});

test('every dialog of money, decisions and the lender has no fault that axe finds, and fits 320 pixels [T425]', {
  tag: '@verify',
}, async ({ browser, hiram }) => {
  await hiram.borrower({ state: '151', with: { inside: 0 } });
  await hiram.borrower({ state: '21', with: { referred: 1 } });
  const controller = await signedIn(browser, hiram, 'controller', 'spec');
  await controller.goto(`${hiram.consoleUrl}/money-out`);
  await controller.getByRole('button', { name: /^Waiting/ }).click();
  await expectFitsZoomed(controller, 'money out');
  for (const button of [/^Retry/, /^Cancel …/, /limit|ceiling/i]) await checkDialog(controller, button);
  await controller.goto(`${hiram.consoleUrl}/reconcile`);
  await controller.getByRole('button', { name: 'Settlements' }).click();
  await expectFitsZoomed(controller, 'reconcile');
  await checkDialog(controller, /^Post a settlement/);

  const cashier = await signedIn(browser, hiram, 'cashier', 'spec');
  await cashier.goto(`${hiram.consoleUrl}/money-in`);
  await expectFitsZoomed(cashier, 'money in');
  await checkDialog(cashier, /^Import a statement/);

  const reviewer = await signedIn(browser, hiram, 'reviewer', 'spec');
  await reviewer.goto(`${hiram.consoleUrl}/decisions`);
  await expectFitsZoomed(reviewer, 'decisions');
  await reviewer.getByRole('table').getByRole('link').first().click();
  for (const button of [/^Approve/, /^Refuse/, /^Ask for more/]) await checkDialog(reviewer, button);

  const officer = await signedIn(browser, hiram, 'officer', 'spec');
  await officer.goto(`${hiram.consoleUrl}/trail`);
  await expect(officer.getByRole('table')).toBeVisible();
  await expectFitsZoomed(officer, 'trail');
  await checkDialog(officer, /^Export/);

  const admin = await signedIn(browser, hiram, 'admin', '*');
  await admin.goto(`${hiram.consoleUrl}/staff`);
  await expect(admin.getByRole('cell', { name: 'admin@demo.example' })).toBeVisible();
  await expectFitsZoomed(admin, 'staff');
  await checkDialog(admin, /^Invite/);
});
