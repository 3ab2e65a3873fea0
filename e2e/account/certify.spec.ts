import { ticket as ticketCall } from '@hiram/contract/account';
import { type Demo, expect, type Hiram, type Page, test } from '../support/hiram.ts';
import { isThorough } from '../support/sweeps.ts';

const open = (page: Page, hiram: Hiram, borrower: Demo, more: Record<string, string> = {}) =>
  page.goto(hiram.url('/apply', borrower, more));
const pick = async (page: Page, field: RegExp, option: string) => {
  await page.getByRole('button', { name: field }).click();
  const sheet = page.getByRole('dialog');
  await sheet.getByText(option, { exact: true }).click();
  await sheet.getByRole('button', { name: 'Confirm' }).click();
};

async function fillPublic(page: Page): Promise<void> {
  await page.getByLabel('Full name').fill('María dela Cruz');
  await pick(page, /^Nationality/, 'Filipino');
  await pick(page, /^Civil status/, 'Single');
}

async function fillPersonal(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Birth date/ }).click();
  const day = page.getByRole('dialog');
  await day.getByLabel('Year').selectOption('1994');
  await day.getByLabel('Month').selectOption({ index: 4 });
  await day.getByLabel('Day').selectOption('17');
  await day.getByRole('button', { name: 'Confirm' }).click();
  await page.getByRole('button', { name: /^Province, city, barangay/ }).click();
  const places = page.getByRole('dialog');
  await places.getByLabel('Search Province').fill('abra');
  await places.getByRole('button', { name: 'Abra', exact: true }).click();
  await places.getByRole('button', { name: 'Bangued' }).click();
  await places.getByLabel('Search Barangay').fill('banacao');
  await expect(places.getByRole('button', { name: 'Confirm' })).toBeDisabled();
  await places.getByRole('button', { name: 'Bañacao' }).click();
  await places.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByRole('button', { name: /^Province/ })).toContainText('Bañacao, Bangued, Abra');
  await page.getByLabel('House and street').fill('12 Mabini Street');
  await pick(page, /^Is this your permanent address/, 'Yes');
  await pick(page, /^Identity document/, 'Passport');
  await page.getByLabel('Number of the document').fill('P1234567A');
  await pick(page, /^Do you act for yourself/, 'Yes');
}

async function fillJob(page: Page): Promise<void> {
  await pick(page, /^Work/, 'Employed');
  await page.getByLabel('Monthly income').fill('40 000');
  await pick(page, /^When you are paid/, 'Once a month');
}

test('KEY-03 a field with a fault and its text stand above the bar [T2309]', async ({ page, hiram }) => {
  await page.setViewportSize({ width: 360, height: 640 });
  await page.goto(hiram.url('/apply', await hiram.borrower({ state: 'new' }), { group: 'personal' }));
  await fillPersonal(page);
  const number = page.getByLabel('Number of the document');
  await number.fill('');
  await page.evaluate('scrollTo(0, 0)');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(number).toBeFocused();
  const [said, bar] = [
    await page.getByRole('alert').boundingBox(),
    await page.locator('footer').boundingBox(),
  ];
  if (!said || !bar) throw new Error('not shown');
  expect(said.y + said.height).toBeLessThanOrEqual(bar.y);
});

// `effort.spec.ts` goes the same way with the forms of `ph`.
test('KEY-03 RTE-06 a borrower goes from the product through every step to the confirmation', {
  tag: '@verify',
}, async ({ page, hiram }) => {
  const borrower = await hiram.borrower({ state: 'new' });
  await page.goto(hiram.url('/productDetail', borrower));
  await page.getByRole('button', { name: 'Complete my details' }).click();
  await expect(page.getByText('0 of 3 steps done.')).toBeVisible();
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('alert')).toHaveText([
    'Please fill in: Full name',
    'Please fill in: Nationality',
    'Please fill in: Civil status',
  ]);
  await expect(page.getByLabel('Full name')).toBeFocused();
  await fillPublic(page);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Birth and address' })).toBeVisible();
  await fillPersonal(page);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Work and income' })).toBeVisible();
  await fillJob(page);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('3 of 3 steps done.')).toBeVisible();
  await expect(page.getByText('Done', { exact: true })).toHaveCount(3);
  await page.getByRole('button', { name: 'Continue to your loan' }).click();
  await page.waitForURL(/\/(productDetail|loanConfirm)/);
  await expect(page.getByRole('button', { name: /Apply|Next/ })).toBeVisible();
});

test('KEY-03 leaving in the middle loses nothing: the draft is restored, in another web view too', async ({
  page,
  hiram,
  browser,
}) => {
  const borrower = await hiram.borrower({ state: 'new' });
  await open(page, hiram, borrower, { group: 'public' });
  const drafted = page.waitForResponse((response) => response.url().includes('/certify/save'));
  await page.getByLabel('Full name').fill('Half a na');
  expect((await drafted).request().postDataJSON()).toMatchObject({
    draft: 1,
    values: { fullName: 'Half a na' },
  });
  const other = await (await browser.newContext()).newPage();
  // The session is valid in its own web view only. The app opens another web view with a new ticket.
  const { ticket } = await hiram.send(ticketCall, {}, { sessionId: borrower.sessionId });
  await other.goto(`${hiram.origin}/apply?${new URLSearchParams({ productId: borrower.productId, ticket })}`);
  await expect(other.getByText('Started')).toBeVisible();
  await other.getByRole('button', { name: 'Continue' }).click();
  await expect(other.getByLabel('Full name')).toHaveValue('Half a na');
  await other.context().close();
});

// The server's tests save a step twice.
test('KEY-03 of two windows that save, the second is informed and shows the stored values', {
  tag: '@verify',
}, async ({ page, hiram, context }) => {
  const borrower = await hiram.borrower({ state: 'new' });
  const second = await context.newPage();
  await open(page, hiram, borrower, { group: 'public' });
  await open(second, hiram, borrower, { group: 'public' });
  await fillPublic(second);
  await fillPublic(page);
  await page.getByLabel('Full name').fill('First Window');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Birth and address' })).toBeVisible();
  await second.getByLabel('Full name').fill('Second Window');
  await second.getByRole('button', { name: 'Continue' }).click();
  await expect(second.getByText('This step was saved in another window meanwhile.')).toBeVisible();
  await second.reload();
  await second.getByLabel('Full name').fill('Second Window');
  await second.getByRole('button', { name: 'Continue' }).click();
  await expect(second.getByRole('heading', { level: 1, name: 'Birth and address' })).toBeVisible();
});

test('INFO-08 every bad field is marked at once in words of its own, and a birth date is one of an adult', async ({
  page,
  hiram,
}) => {
  const visitor = { appName: 'ph', deviceId: 'phone-1', lang: 'en' };
  const { sessionId } = await hiram.borrower({ state: 'new' }, visitor);
  await page.goto(`${hiram.origin}/apply?${new URLSearchParams({ ...visitor, sessionId, group: 'public' })}`);
  const birthDate = page.getByLabel('Birth date');
  const others = [
    'Choose your nationality.',
    'Choose your civil status.',
    'Tell us if you act for yourself.',
  ];
  const year = new Date().getFullYear();
  for (const [typed, problem] of [
    ['', 'Type your birth date.'],
    ['31021994', 'Check the date: this day does not exist.'],
    [`3112${year - 10}`, 'You must be 18 or older to borrow.'],
  ] as const) {
    await birthDate.fill(typed);
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page.getByRole('alert')).toHaveText(['Type your full name.', problem, ...others]);
  }
  await page.getByText('Single', { exact: true }).click();
  await expect(page.getByText('Choose your civil status.')).toHaveCount(0);
  await page.getByRole('button', { name: 'Choose' }).click();
  const lists = page.getByRole('dialog');
  await expect(lists.getByLabel('Year')).toHaveValue('1995');
  await expect(lists.getByLabel('Year').getByRole('option').last()).toHaveText(String(year - 18));
  await lists.getByLabel('Year').selectOption('1994');
  await lists.getByRole('button', { name: 'Confirm' }).click();
  await expect(birthDate).toHaveValue('01 01 1994');
  await expect(page.getByText('1 Jan 1994')).toBeVisible();
});

test('INFO-08 a document number shows its end alone', { tag: '@verify' }, async ({ page, hiram }) => {
  const borrower = await hiram.borrower({ state: 'new' });
  await open(page, hiram, borrower, { group: 'personal' });
  await fillPersonal(page);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.waitForURL(/group=public/);
  await open(page, hiram, borrower, { group: 'personal' });
  await expect(page.getByLabel('Number of the document')).toHaveValue('•••• 567A');
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.waitForURL(/group=public/);
});

test('KEY-03 input survives a rejected save; the account’s step leads to bank binding', async ({
  page,
  hiram,
}) => {
  const borrower = await hiram.borrower({ state: 'new' });
  await open(page, hiram, borrower, { group: 'public' });
  await pick(page, /^Nationality/, 'Another');
  await pick(page, /^Civil status/, 'Single');
  const drafted = page.waitForRequest((request) => {
    if (!request.url().includes('/certify/save')) return false;
    const { draft, values } = request.postDataJSON();
    return draft === 1 && values.fullName !== undefined;
  });
  await page.getByLabel('Full name').fill('Typed Last of All');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('alert')).toBeVisible();
  expect((await drafted).postDataJSON().values).toMatchObject({ fullName: 'Typed Last of All' });
  await open(page, hiram, borrower);
  await page.getByRole('button', { name: /Where to send the money/ }).click();
  await page.waitForURL('**/bindBank?*');
});

test('BANK-04 the day picker shows the full name of every month on a small phone', async ({
  page,
  hiram,
}) => {
  const borrower = await hiram.borrower({ state: 'new' });
  // The longest names are those of one language.
  for (const lang of isThorough ? ['en', 'id'] : ['id']) {
    await page.goto(hiram.url('/apply', borrower, { group: 'personal', lang }));
    await page.locator('button[aria-haspopup=dialog]').first().click();
    const month = page.getByRole('dialog').getByRole('combobox').nth(1);
    await expect(month).toBeVisible();
    // A select cuts off text that does not fit. A copy with automatic width shows the width that its longest name needs.
    const [width, needed] = await page.evaluate<number[]>(`(() => {
      const select = document.querySelectorAll('dialog select')[1];
      const copy = select.cloneNode(true);
      copy.style.width = 'auto';
      select.after(copy);
      const widths = [select, copy].map((element) => element.getBoundingClientRect().width);
      copy.remove();
      return widths;
    })()`);
    expect(width).toBeGreaterThanOrEqual(needed ?? Number.POSITIVE_INFINITY);
  }
});
