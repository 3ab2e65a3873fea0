import { type ShippedRole, shippedRoles } from '@hiram/contract/console/rights';
import { staffPage } from '../support/console.ts';
import { type Browser, expect, type Hiram, type Page, test } from '../support/hiram.ts';

test.use({ viewport: { width: 1280, height: 900 }, hasTouch: false });

/** Fills a brand by the button of the simulated app. */
async function fill(page: Page, hiram: Hiram): Promise<void> {
  await page.goto(`${hiram.hostUrl}?brand=ph#console`);
  await page.getByRole('button', { name: 'Fill with borrowers and work' }).click();
  await expect(page.getByText(/^60 borrowers, and what waits for the staff/)).toBeVisible({
    timeout: 240_000,
  });
}

/** The parts of pages that an address chooses, by a role that may see them; every role's pages are those of its navigation. */
const parts: Partial<Record<ShippedRole, readonly string[]>> = {
  support: ['/complaints?list=answered'],
  cashier: ['/money-in?tab=held', '/money-in?tab=unknown', '/money-out?list=paid'],
  controller: ['/money-out?list=returned', '/reconcile?tab=open'],
};

const months = 'Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec';

/** Dates in another form than `31 May 2026` or `31 May 2026, 15:30`. */
const otherForms: Readonly<Record<string, RegExp>> = {
  'year first': /\b20\d\d-\d\d-\d\d\b/g,
  'by slashes': /\b\d{1,2}\/\d{1,2}\/(?:20)?\d\d\b/g,
  'month first': new RegExp(`\\b(?:${months})[a-z]* \\d{1,2}(?!\\d)`, 'g'),
  'without a year': new RegExp(`\\b\\d{1,2} (?:${months})\\b(?! 20\\d\\d)`, 'g'),
  'a whole month':
    /\b\d{1,2} (?:January|February|March|April|June|July|August|September|October|November|December)\b/g,
};

/** Amounts of money without a currency, and without the words that it is not known. */
const bareAmount = /(?<![₱\d.,])\b\d{1,3}(?:,\d{3})*\.\d\d\b(?!%|\s+\(currency unknown\))/g;

/** Pages of one brand whose columns have figures, and whose totals have the currency. */
const inColumns = /^\/(approvals|books|portfolio)/;

function faultsIn(path: string, text: string): string[] {
  const dates = Object.entries(otherForms).flatMap(([form, pattern]) =>
    [...text.matchAll(pattern)].map(
      ({ index }) => `${form}: ${text.slice(Math.max(index - 40, 0), index + 12)}`,
    ),
  );
  if (inColumns.test(path)) return dates;
  const amounts = [...text.matchAll(bareAmount)].map(([found]) => `no currency: ${found}`);
  return [...dates, ...amounts];
}

async function faultsOfRole(browser: Browser, hiram: Hiram, role: ShippedRole): Promise<string[]> {
  const page = await staffPage(browser, hiram, role);
  const brand = page.getByLabel('Brand', { exact: true });
  if ((await brand.count()) > 0) await brand.selectOption('ph');
  const links = page.getByRole('navigation', { name: 'Screens' }).getByRole('listitem').getByRole('link');
  const own = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''));
  const main = page.locator('main');
  const nothing = main
    .locator('[role=status] h2, [role=alert] h2')
    .filter({ hasNotText: /^(\d+ wait for you|Choose a request|Nothing is sent)$/ });
  const loading = main.locator('div[role=status]:empty, div[role=status]:has-text("Loading …")');
  const faults: string[] = [];
  for (const path of [...own, ...(parts[role] ?? [])]) {
    // By its link without a document of its own, which costs most of the time.
    if (own.includes(path)) await links.and(page.locator(`[href="${path}"]`)).click();
    else await page.goto(`${hiram.consoleUrl}${path}`);
    await expect(main.locator('tbody tr, li, dl, figure').or(nothing).first()).toBeVisible();
    await expect(loading).toHaveCount(0);
    for (const title of await nothing.allInnerTexts()) faults.push(`${role} ${path} is empty: ${title}`);
    faults.push(...faultsIn(path, await main.innerText()).map((fault) => `${role} ${path}: ${fault}`));
    if (Number(await page.evaluate('document.documentElement.scrollHeight - innerHeight')) > 0)
      faults.push(`${role} ${path} is longer than its window`);
  }
  expect(own.length, role).toBeGreaterThan(0);
  await page.context().close();
  return faults;
}

test('one press fills the sandbox: no page of any role is then empty [T1306]', {
  tag: '@verify',
}, async ({ page, browser, emptyHiram }) => {
  test.setTimeout(480_000);
  await fill(page, emptyHiram);
  const faults: string[] = [];
  for (const role of shippedRoles) faults.push(...(await faultsOfRole(browser, emptyHiram, role)));
  expect(faults).toEqual([]);
});

test('choices on payouts, a loan and the funnel stay in the address, over reload and Back [T1307]', {
  tag: '@verify',
}, async ({ browser, hiram }) => {
  const { orderId } = await hiram.borrower({ state: '180' });
  const page = await staffPage(browser, hiram, 'controller', '/money-out');
  await page.getByLabel('Brand', { exact: true }).selectOption('spec');
  const payouts = page.getByRole('group', { name: 'Which payouts' });
  await payouts.getByRole('button', { name: /^Returned/ }).click();
  await expect(page).toHaveURL(/[?&]list=returned/);
  await payouts.getByRole('button', { name: /^Paid/ }).click();
  await expect(page).toHaveURL(/[?&]list=paid/);
  await page.reload();
  await expect(payouts.getByRole('button', { name: /^Paid/ })).toHaveAttribute('aria-pressed', 'true');
  await page.goBack();
  await expect(payouts.getByRole('button', { name: /^Returned/ })).toHaveAttribute('aria-pressed', 'true');

  await page.goto(`${hiram.consoleUrl}/loan/${orderId}`);
  const day = page.getByLabel('Position', { exact: true });
  const today = await day.inputValue();
  const tomorrow = new Date(Date.parse(`${today}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10);
  await day.fill(tomorrow);
  await expect(page).toHaveURL(new RegExp(`[?&]on=${tomorrow}`));
  await page.reload();
  await expect(day).toHaveValue(tomorrow);
  await page.goBack();
  await expect(day).toHaveValue(today);

  const marketer = await staffPage(browser, hiram, 'marketer', '/funnel');
  await marketer.getByLabel('Brand', { exact: true }).selectOption('spec');
  const from = marketer.getByLabel('From', { exact: true });
  await from.fill('2026-01-05');
  await expect(marketer).toHaveURL(/[?&]from=2026-01-05/);
  await marketer.reload();
  await expect(from).toHaveValue('2026-01-05');
});

test('each list has the order of its address, also after a reload and by Back [T1813]', {
  tag: '@verify',
}, async ({ browser, hiram }) => {
  for (const [role, path, order] of [
    ['support', '/complaints', '-at'],
    ['reviewer', '/decisions', '-due'],
    ['officer', '/officer', '-found'],
    ['cashier', '/money-out', '-requested'],
  ] as const) {
    const page = await staffPage(browser, hiram, role, path);
    const orders: unknown[] = [];
    page.on('request', (request) => {
      const input: { readonly sort?: string } = JSON.parse(request.postData() || '{}');
      if (input.sort) orders.push(input.sort);
    });
    const isAskedAfter = async (open: () => Promise<unknown>) => {
      orders.length = 0;
      await open();
      await expect.poll(() => orders, path).toContain(order);
    };
    // Payouts are listed of one brand.
    await page.getByLabel('Brand', { exact: true }).selectOption('spec');
    await isAskedAfter(() => page.goto(`${hiram.consoleUrl}${path}?sort=${order}&name=Maria`));
    await expect(page.getByText('This list has no such column for you: name.')).toBeVisible();
    await isAskedAfter(() => page.reload());
    await page.goto(`${hiram.consoleUrl}/account`);
    await isAskedAfter(() => page.goBack());
    await page.context().close();
  }
});
