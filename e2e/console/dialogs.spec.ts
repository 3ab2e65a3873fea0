import { deleteAccount } from '@hiram/contract/account';
import { bindCard } from '@hiram/contract/bank';
import type { ShippedRole } from '@hiram/contract/console/rights';
import { withdraw } from '@hiram/contract/order';
import { instalmentDetail, payCode as payCodeCall } from '@hiram/contract/repay';
import { sandboxPay } from '@hiram/contract/sandbox';
import type { Page } from '@playwright/test';
import { violationsInBothThemes } from '../support/accessibility.ts';
import { addAuthenticator, consolePage, invitationOnHost, openAs, openRequest } from '../support/console.ts';
import { complain, picture } from '../support/console-areas.ts';
import { type Browser, expect, type Hiram, test } from '../support/hiram.ts';

test.use({ viewport: { width: 1280, height: 800 }, hasTouch: false });

/** The window of 1280 at 400% zoom (WCAG 2.2, 1.4.10). */
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

async function signedIn(browser: Browser, hiram: Hiram, role: ShippedRole, brand: string): Promise<Page> {
  const page = await consolePage(browser, hiram);
  await page.evaluate(`sessionStorage.setItem('hiram-console-brand', '${brand}')`);
  await openAs(page, hiram, role);
  return page;
}

test('every dialog of loans, borrowers and complaints passes axe and fits 320 pixels [T424]', {
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
  await support.getByRole('button', { name: 'Show their app' }).click();
  await expect(support.getByRole('region', { name: 'Their order page' })).toBeVisible();
  await expectFitsZoomed(support, 'borrower');
  await checkDialog(support, /^Change number/);
  await support.goto(`${hiram.consoleUrl}/complaints/${complaint}`);
  await expect(support.getByRole('button', { name: 'Send' })).toBeVisible();
  await expectFitsZoomed(support, 'complaint');
  for (const button of [/^Escalate/, /^Close the complaint/]) await checkDialog(support, button);
  await checkDialog(support, /all keys/);

  const officer = await signedIn(browser, hiram, 'officer', 'spec');
  await officer.goto(`${hiram.consoleUrl}/loan/${borrower.orderId}`);
  await officer.getByRole('button', { name: 'Borrower' }).click();
  for (const item of [/^Hold the erasure/, /^Export everything/]) await checkDialog(officer, item, 'More');
});

test('every dialog of money, decisions and the lender passes axe and fits 320 pixels [T425]', {
  tag: '@verify',
}, async ({ browser, hiram }) => {
  await hiram.borrower({ state: '151', with: { inside: 0 } });
  await hiram.borrower({ state: '21', with: { referred: 1 } });
  const controller = await signedIn(browser, hiram, 'controller', 'spec');
  await controller.goto(`${hiram.consoleUrl}/money-out`);
  await controller.getByRole('button', { name: /^Waiting to send/ }).click();
  await expectFitsZoomed(controller, 'money out');
  for (const button of [/^Retry/, /^Cancel …/, /limit|ceiling/i]) await checkDialog(controller, button);
  await controller.goto(`${hiram.consoleUrl}/reconcile`);
  await controller.getByRole('button', { name: 'Settlements' }).click();
  await expectFitsZoomed(controller, 'reconcile');
  await checkDialog(controller, /^Post a settlement/);

  const cashier = await signedIn(browser, hiram, 'cashier', 'spec');
  await cashier.goto(`${hiram.consoleUrl}/money-in`);
  await expectFitsZoomed(cashier, 'money in');

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

/** Asks for a waiver that one person alone may not do. */
async function askForWaiver(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Waive/ }).click();
  await page.getByRole('radio', { name: /^Other amounts/ }).check();
  await page.getByLabel(/^Principal, at most/).fill('1.234,56');
  await page.getByLabel(/^Reason/).fill('the counter was down');
  await page.getByRole('button', { name: 'Ask for approval' }).click();
  await expect(page.getByText('Requested. A second person approves it')).toBeVisible();
}

test('the dialogs of approvals and posting pass axe and fit 320 pixels [T527]', {
  tag: '@verify',
}, async ({ browser, hiram }) => {
  const borrower = await hiram.borrower({ state: '180' });
  const [complaint] = await complain(hiram, borrower, ['Charged twice']);
  const cashier = await signedIn(browser, hiram, 'cashier', 'spec');
  await cashier.goto(`${hiram.consoleUrl}/loan/${borrower.orderId}`);
  await askForWaiver(cashier);
  await cashier.goto(`${hiram.consoleUrl}/approvals?list=mine`);
  await openRequest(cashier);
  await expect(cashier.getByRole('button', { name: 'Withdraw' })).toBeVisible();
  expect(await violationsInBothThemes(cashier)).toEqual([]);

  const controller = await signedIn(browser, hiram, 'controller', 'spec');
  await controller.goto(`${hiram.consoleUrl}/approvals`);
  await openRequest(controller);
  await expect(controller.getByRole('heading', { name: 'What the borrower will read' })).toBeVisible();
  await controller.getByRole('button', { name: 'Open all' }).click();
  await expect(controller.getByText('Charged twice')).toBeVisible();
  await picture(controller, 'approval');
  expect(await violationsInBothThemes(controller)).toEqual([]);
  await expectFitsZoomed(controller, 'approval');
  await checkDialog(controller, /^Reject/);
  await controller.getByRole('button', { name: /^Approve/ }).click();
  await expect(controller.getByRole('heading', { name: 'Nothing waits for you' })).toBeVisible();
  await controller.goto(`${hiram.consoleUrl}/loan/${borrower.orderId}`);
  await checkDialog(controller, /^Undo/);

  const officer = await signedIn(browser, hiram, 'officer', 'spec');
  await officer.goto(`${hiram.consoleUrl}/loan/${borrower.orderId}`);
  await officer.getByRole('button', { name: 'Borrower' }).click();
  await expect(officer.getByRole('heading', { name: 'Timeline' })).toBeVisible();
  const support = await signedIn(browser, hiram, 'support', 'spec');
  await support.goto(officer.url());
  await expect(support.getByRole('heading', { name: 'Timeline' })).toBeVisible();
  await checkDialog(support, /^End \d+ session/, 'More');
  await support.goto(`${hiram.consoleUrl}/complaints/${complaint}`);
  await support.getByRole('button', { name: /^Close the complaint/ }).click();
  await picture(support, 'complaint-close');
  await support.keyboard.press('Escape');

  const admin = await signedIn(browser, hiram, 'admin', '*');
  await admin.goto(`${hiram.consoleUrl}/staff`);
  await checkDialog(admin, /^Ana Cruz \(you\)$/);

  await cashier.goto(`${hiram.consoleUrl}/money-in/import`);
  await expect(cashier.getByRole('heading', { name: 'No file was imported yet' })).toBeVisible();
  const day = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
  const buffer = Buffer.from(
    `Date,Reference,Amount,Balance\n${day},AB12CD34EF56,555.00,555.00\n${day},AB12CD34EF57,"5.000,00",5555.00\n`,
  );
  const file = { name: 'bank.csv', mimeType: 'text/csv', buffer };
  await cashier.getByLabel(/^File/).setInputFiles(file);
  await expect(cashier.getByText('AB12CD34EF56', { exact: true })).toBeVisible();
  expect(await violationsInBothThemes(cashier)).toEqual([]);
  await expectFitsZoomed(cashier, 'import a statement');
  await picture(cashier, 'money-in-import');
  await cashier.keyboard.press('x');
  await cashier.keyboard.press('Enter');
  await expect(cashier.getByText('the same to the centavo')).toBeVisible();
  await cashier.getByRole('button', { name: /take back/ }).click();
  await expect(cashier.getByRole('button', { name: /^Import 1 line/ })).toBeEnabled();
  await cashier.keyboard.press('Control+Enter');
  await expect(cashier.getByText('1 line is imported.')).toBeVisible();
  await cashier.getByRole('link', { name: 'Money in' }).first().click();
  await cashier
    .getByRole('button', { name: /^Not claimed/ })
    .first()
    .click();
  await cashier.getByRole('button', { name: 'Post …' }).click();
  await cashier.getByLabel('The number of the loan that it is of').fill(borrower.orderId);
  await expect(cashier.getByText('Needs a second person.')).toBeVisible();
  await picture(cashier, 'money-in-post-line');
  expect(await violationsInBothThemes(cashier)).toEqual([]);
  await expectFitsZoomed(cashier, 'post a line');
  await cashier.getByLabel(/^Reason/).fill('the branch confirmed whose it is');
  await cashier.getByRole('button', { name: 'Ask for approval' }).click();
  await expect(cashier.getByText('Requested. A second person approves it')).toBeVisible();
  await cashier.keyboard.press('Escape');
  await picture(cashier, 'money-in-lines');
});

/** Opens the card of the borrower of a loan. */
async function openBorrower(page: Page, hiram: Hiram, orderId: string): Promise<void> {
  await page.goto(`${hiram.consoleUrl}/loan/${orderId}`);
  await page.getByRole('button', { name: 'Borrower' }).click();
  await expect(page.getByRole('heading', { name: 'Timeline' })).toBeVisible();
}

test('the dialogs about a borrower pass axe and fit 320 pixels [T601]', {
  tag: '@verify',
}, async ({ browser, hiram }) => {
  const borrower = await hiram.borrower({ state: '180', kind: 'single' });
  const [complaint] = await complain(hiram, borrower, ['Charged twice']);
  const session = { sessionId: borrower.sessionId };
  const { due } = await hiram.send(instalmentDetail, { orderId: borrower.orderId }, session);
  const { payUrl } = await hiram.send(
    payCodeCall,
    { orderId: borrower.orderId, amount: due.repayAmount, channelNumber: '10004' },
    session,
  );
  const payCode = new URL(payUrl, hiram.origin).searchParams.get('payCode') ?? '';
  await hiram.send(sandboxPay, { payCode, amount: due.repayAmount + 50_000 });

  const support = await signedIn(browser, hiram, 'support', 'spec');
  await openBorrower(support, hiram, borrower.orderId);
  await checkDialog(support, /^Block$/);
  await support.getByRole('button', { name: /^Block$/ }).click();
  await support.getByLabel(/^Reason/).fill('a stolen phone');
  await support
    .getByRole('dialog')
    .getByRole('button', { name: /^Block/ })
    .click();
  await expect(support.getByRole('button', { name: /^Unblock$/ })).toBeVisible();
  // Without the message that it is done, which is a dialog too.
  await support.reload();
  await checkDialog(support, /^Unblock$/);

  await support.goto(`${hiram.consoleUrl}/complaints/${complaint}`);
  await support.getByRole('button', { name: /^Close the complaint/ }).click();
  await support.getByRole('radio', { name: 'The borrower says that it is settled' }).click();
  await support.getByRole('button', { name: 'Close it' }).click();
  await checkDialog(support, /^Open again$/);

  const controller = await signedIn(browser, hiram, 'controller', 'spec');
  await controller.goto(`${hiram.consoleUrl}/loan/${borrower.orderId}`);
  await checkDialog(controller, /^Refund/);
  const settled = await hiram.borrower({ state: '200' });
  await hiram.send(deleteAccount, {}, { sessionId: settled.sessionId });
  await openBorrower(controller, hiram, settled.orderId);
  await checkDialog(controller, /^Erase now/, 'More');
});

test('the dialogs of payouts and passkeys pass axe and fit 320 pixels', {
  tag: '@verify',
}, async ({ browser, hiram }) => {
  const { orderId, sessionId } = await hiram.borrower({ state: '151', with: { cardNeedPop: 1 } });
  const card = { cardType: 2, walletCode: 'GXCHPHM2', walletNumber: '09171234567', holderName: 'Juan Reyes' };
  await hiram.send(bindCard, card, { sessionId });
  await hiram.send(withdraw, { orderId }, { sessionId });
  const reviewer = await signedIn(browser, hiram, 'reviewer', 'spec');
  await reviewer.goto(`${hiram.consoleUrl}/decisions`);
  await reviewer
    .getByRole('row')
    .filter({ has: reviewer.getByRole('cell', { name: 'Payout', exact: true }) })
    .first()
    .getByRole('link')
    .first()
    .click();
  await expect(reviewer.getByRole('button', { name: /^Release the payout/ })).toBeVisible();
  await picture(reviewer, 'payout-decision');
  await expectFitsZoomed(reviewer, 'payout decision');
  for (const button of [/^Release the payout/, /^Refuse/, /^Ask for another account/])
    await checkDialog(reviewer, button);

  const admin = await signedIn(browser, hiram, 'admin', '*');
  await admin.goto(`${hiram.consoleUrl}/staff`);
  await admin.getByRole('button', { name: 'Invite' }).click();
  await admin.getByLabel('Name').fill('Rosa Lim');
  const email = `rosa${Date.now()}@lender.example`;
  await admin.getByLabel('Work address').fill(email);
  await admin.getByRole('dialog').getByRole('button', { name: 'Invite' }).click();
  const link = await invitationOnHost(browser, hiram, email);
  const invited = await consolePage(browser, hiram);
  await addAuthenticator(invited);
  await invited.goto(link);
  await expect(invited.getByRole('button', { name: 'Register a passkey' })).toBeVisible();
  expect(await violationsInBothThemes(invited)).toEqual([]);
  await expectFitsZoomed(invited, 'registration');
  await picture(invited, 'passkey-registration');
  await invited.getByRole('button', { name: 'Register a passkey' }).click();
  await invited.getByRole('link', { name: 'Rosa Lim' }).click();
  await expect(invited.getByRole('heading', { name: 'Your account' })).toBeVisible();
  expect(await violationsInBothThemes(invited)).toEqual([]);
  await expectFitsZoomed(invited, 'account');
  await picture(invited, 'account');
  for (const button of [/^Rename/, /^Add a passkey/]) await checkDialog(invited, button);
});
