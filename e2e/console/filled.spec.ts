import { staffPage } from '../support/console.ts';
import { type Browser, expect, type Hiram, type Page, test } from '../support/hiram.ts';

test.use({ viewport: { width: 1280, height: 900 }, hasTouch: false });

/** Fills a brand by the button of the simulated app. */
async function fill(page: Page, hiram: Hiram): Promise<void> {
  await page.goto(`${hiram.hostUrl}?brand=ph#console`);
  await page.getByRole('button', { name: 'Fill with borrowers and work' }).click();
  await expect(page.getByText(/^60 borrowers, and what waits for the staff/)).toBeVisible({
    timeout: 120_000,
  });
}

/** The pages of each role, with the address of what a person chose on them. */
const pages = {
  support: ['/complaints', '/complaints?list=answered'],
  reviewer: ['/decisions'],
  cashier: ['/work', '/money-in', '/money-in?tab=held', '/money-in?tab=unknown', '/money-out?list=paid'],
  controller: ['/work', '/money-out?list=returned', '/approvals', '/reconcile', '/reconcile?tab=open'],
  marketer: ['/funnel'],
  officer: ['/trail', '/coverage'],
} as const;

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
const bareAmount = /(?<![₱\d.,])\b\d{1,3}(?:,\d{3})*\.\d\d\b(?!%| \(currency unknown\))/g;

function faultsIn(text: string): string[] {
  const dates = Object.entries(otherForms).flatMap(([form, pattern]) =>
    [...text.matchAll(pattern)].map(([found]) => `${form}: ${found}`),
  );
  const amounts = [...text.matchAll(bareAmount)].map(([found]) => `no currency: ${found}`);
  return [...dates, ...amounts];
}

async function faultsOfRole(browser: Browser, hiram: Hiram, role: keyof typeof pages): Promise<string[]> {
  const page = await staffPage(browser, hiram, role, pages[role][0]);
  const brand = page.getByLabel('Brand', { exact: true });
  const faults: string[] = [];
  for (const path of pages[role]) {
    if (path !== pages[role][0]) await page.goto(`${hiram.consoleUrl}${path}`);
    if ((await brand.count()) > 0) await brand.selectOption('ph');
    await expect(page.locator('main').locator('tbody tr, li, dl, figure, svg').first()).toBeVisible();
    await expect(page.getByText('could not be loaded')).toHaveCount(0);
    const text = await page.locator('main').innerText();
    faults.push(...faultsIn(text).map((fault) => `${role} ${path}: ${fault}`));
  }
  await page.context().close();
  return faults;
}

test('one press fills the sandbox; every page then has work, and dates and amounts in one form [T1306]', {
  tag: '@verify',
}, async ({ page, browser, emptyHiram }) => {
  test.setTimeout(240_000);
  await fill(page, emptyHiram);
  const faults: string[] = [];
  for (const role of Object.keys(pages) as (keyof typeof pages)[])
    faults.push(...(await faultsOfRole(browser, emptyHiram, role)));
  expect(faults).toEqual([]);
});

test('what is chosen on payouts, a loan and the funnel stands in the address, over a reload and by Back [T1307]', {
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
