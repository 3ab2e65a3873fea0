import { violationsInBothThemes } from './accessibility.ts';
import { consolePage, signInAs } from './console.ts';
import { expect, type Page, test } from './hiram.ts';

test.use({ viewport: { width: 1280, height: 800 }, hasTouch: false });

/** Where the screenshots go, if somebody wants to look at them. */
const pictures = process.env.CONSOLE_PICTURES;
const sizes = { '1280': [1280, 800], '1920': [1920, 1080], '390': [390, 844] } as const;

async function picture(page: Page, name: string): Promise<void> {
  if (pictures === undefined) return;
  for (const [size, [width, height]] of Object.entries(sizes)) {
    await page.setViewportSize({ width, height });
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await page.screenshot({ path: `${pictures}/${name}-${size}-${colorScheme}.png` });
    }
  }
  await page.emulateMedia({ colorScheme: null });
  await page.setViewportSize({ width: 1280, height: 800 });
}

/** Chooses a brand by the keyboard. */
async function chooseBrand(page: Page, name: string): Promise<void> {
  await page.getByLabel('Brand').selectOption({ label: name });
}

const isNarrowUsable = async (page: Page) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const overflow = Number(
    await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth'),
  );
  await page.setViewportSize({ width: 1280, height: 800 });
  return overflow <= 0;
};

test('payouts are stopped by one key from any screen, explained, and started by two persons, without a mouse', async ({
  browser,
  hiram,
}) => {
  await hiram.borrower({ state: '151', with: { inside: 0 } });
  const cashier = await consolePage(browser, hiram, '/approvals');
  await signInAs(cashier, 'cashier');
  const brand = await cashier.getByLabel('Brand').locator('option').nth(1).innerText();
  await chooseBrand(cashier, brand);
  await expect(cashier.getByText('Payouts running')).toBeVisible();
  await cashier.keyboard.press('g');
  await cashier.keyboard.press('o');
  await expect(cashier.getByText('Payouts are running')).toBeVisible();
  await cashier.getByRole('button', { name: /^Waiting/ }).press('Enter');
  await expect(cashier.getByRole('button', { name: 'Retry …' }).first()).toBeVisible();
  expect(await violationsInBothThemes(cashier)).toEqual([]);
  expect(await isNarrowUsable(cashier)).toBe(true);
  await picture(cashier, 'money-out-running');
  await cashier.getByRole('button', { name: 'Refunds due' }).press('Enter');
  await expect(cashier.getByRole('heading', { name: 'Refunds due' })).toBeVisible();
  await cashier.keyboard.press('g');
  await cashier.keyboard.press('a');
  await expect(cashier.getByRole('heading', { name: 'Approvals' })).toBeVisible();
  await cashier.keyboard.press('!');
  await expect(cashier.getByRole('heading', { name: 'All payouts are stopped' })).toBeVisible();
  await expect(cashier.getByText('Payouts stopped', { exact: true })).toBeVisible();
  const why = cashier.getByLabel(/^Why did you stop them/);
  await why.focus();
  await cashier.keyboard.type('Holder names wrong in batch 24-3.');
  // What is typed stays over a reload.
  await cashier.reload();
  await chooseBrand(cashier, brand);
  await expect(why).toHaveValue('Holder names wrong in batch 24-3.');
  expect(await violationsInBothThemes(cashier)).toEqual([]);
  expect(await isNarrowUsable(cashier)).toBe(true);
  await picture(cashier, 'money-out-stopped');
  await cashier.getByRole('button', { name: 'Save the reason' }).press('Enter');
  await expect(cashier.getByText('“Holder names wrong in batch 24-3.”')).toBeVisible();
  await cashier.getByRole('button', { name: 'Ask to start again …' }).press('Enter');
  await cashier.getByLabel(/^Reason/).focus();
  await cashier.keyboard.type('Corrected.');
  await expect(cashier.getByRole('dialog').getByText('running')).toBeVisible();
  expect(await violationsInBothThemes(cashier)).toEqual([]);
  await picture(cashier, 'money-out-start');
  await cashier.keyboard.press('Control+Enter');
  await expect(cashier.getByRole('dialog')).toHaveCount(0);

  const controller = await consolePage(browser, hiram, '/approvals');
  await signInAs(controller, 'controller');
  await chooseBrand(controller, brand);
  await controller.getByRole('button', { name: /grant/i }).first().press('Enter');
  await controller
    .getByRole('dialog')
    .getByRole('button', { name: /^Grant/ })
    .press('Enter');
  await expect(controller.getByText('Payouts running')).toBeVisible();
});
