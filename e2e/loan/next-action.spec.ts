import { sandboxSetClock } from '@hiram/contract/sandbox';
import { stopClock } from '../support/clock.ts';
import { type Demo, expect, test } from '../support/hiram.ts';
import { isThorough } from '../support/sweeps.ts';

test('TERM-02 an application whose decision day has passed does not promise that day again', {
  tag: '@verify',
}, async ({ page, hiram }) => {
  const borrower = await hiram.borrower({ state: '21' });
  await page.goto(hiram.url('/order', borrower));
  await expect(page.getByText(/You will have our decision by/)).toBeVisible();
  await hiram.send(sandboxSetClock, { days: 3 });
  await page.reload();
  await expect(page.getByText(/Our decision takes longer than we promised/)).toBeVisible();
  await expect(page.getByText(/You will have our decision by/)).toHaveCount(0);
});

test('a rule that prevents an action is shown as information with a next step, and Retry beside it', async ({
  page,
  hiram,
}) => {
  const borrower = await hiram.borrower({ state: '170' });
  await page.goto(hiram.url('/loanConfirmPeriod', borrower));
  await expect(
    page.getByRole('heading', { name: /You already have a loan or an application/ }),
  ).toBeVisible();
  await expect(page.getByRole('button', { name: 'Retry' })).toBeVisible();
  await page.getByRole('button', { name: 'Go home' }).click();
  await expect(page).toHaveURL(/\/main\?/);
});

test('a link without a valid loan says so and leads to the loans', async ({ page, hiram }) => {
  const { sessionId } = await hiram.borrower({ state: '170' });
  const paths = ['/order', '/repay', '/repayDelay', '/repayOrNot', '/utrSubmit'];
  for (const path of isThorough ? paths : paths.slice(0, 2)) {
    await page.goto(`${hiram.origin}${path}?${new URLSearchParams({ sessionId })}`);
    await expect(page.getByRole('heading', { name: 'This link is not complete' })).toBeVisible();
    await expect(page.getByText(/orderId/)).toHaveCount(0);
  }
  await page.getByRole('button', { name: 'See my loans' }).click();
  await expect(page).toHaveURL(/\/orderList\?/);
});

test('a link without a valid complaint or offer leads to its list', { tag: '@verify' }, async ({
  page,
  hiram,
}) => {
  const { sessionId } = await hiram.borrower({ state: 'ready' });
  for (const [path, name, list] of [
    ['/complainDetails', 'See my complaints', '/complaintList'],
    ['/productDetail', 'See the loans', '/product'],
    ['/loanConfirm', 'See the loans', '/product'],
  ] as const) {
    await page.goto(`${hiram.origin}${path}?${new URLSearchParams({ sessionId })}`);
    await expect(page.getByRole('heading', { name: 'This link is not complete' })).toBeVisible();
    await page.getByRole('button', { name }).click();
    await expect.poll(() => new URL(page.url()).pathname).toBe(list);
  }
});

test('ORD-04 a refused applicant is offered only what can be applied for, from the day on', async ({
  page,
  hiram,
}) => {
  const borrower = await hiram.borrower({ state: '110' });
  await page.goto(hiram.url('/order', borrower));
  await expect(page.getByText(/You can apply again on/)).toBeVisible();
  await expect(page.getByRole('button', { name: /Tulay Cash/ })).toBeVisible();
  await expect(page.getByRole('button', { name: /Hakbang Loan/ })).toHaveCount(0);
  await page.goto(hiram.url('/productDetail', borrower));
  await expect(page.getByText(/^You can apply again on \d/)).toBeVisible();
  await expect(page.getByRole('button', { name: /^Continue with/ })).toHaveCount(0);
  await hiram.send(sandboxSetClock, { days: 31 });
  await page.goto(hiram.url('/productDetail', borrower));
  await expect(page.getByRole('button', { name: /^Continue with/ })).toBeVisible();
  await page.goto(hiram.url('/order', borrower));
  await expect(page.getByRole('button', { name: /Hakbang Loan/ })).toBeVisible();
});

test('ORD-09 without storage the tips stay hidden after the borrower went to repay', {
  tag: '@verify',
}, async ({ page, hiram }) => {
  await page.addInitScript({
    content: `Object.defineProperty(window, 'sessionStorage', { get() { throw new Error('storage is closed'); } });`,
  });
  const borrower = await hiram.borrower({ state: '174' });
  await page.goto(hiram.url('/order', borrower));
  const tips = page.getByRole('dialog', { name: 'Kind tips' });
  await tips.getByRole('button', { name: 'Confirm' }).click();
  await page.getByRole('button', { name: 'REPAY', exact: true }).click();
  await expect(page).toHaveURL(/\/repay\?/);
  await expect(page.getByRole('button', { name: 'Get payment code' })).toBeVisible();
  await page.getByRole('button', { name: 'Back' }).click();
  await expect(page.getByText('Your payment is coming up')).toBeVisible();
  await expect(tips).toHaveCount(0);
});

test('ORD-11 LEG-02 a toast does not cover the control that it is about', { tag: '@verify' }, async ({
  page,
  hiram,
}) => {
  const apart = async (words: string, role: 'group' | 'radiogroup', choice: string) => {
    const toast = await page.getByRole('status').getByText(words).boundingBox();
    const chosen = await page.getByRole(role, { name: choice }).boundingBox();
    if (!toast || !chosen) throw new Error('nothing is shown');
    expect(toast.y + toast.height <= chosen.y || toast.y >= chosen.y + chosen.height).toBe(true);
  };
  await page.clock.install();
  const settled = await hiram.borrower({ state: '200', with: { isScore: 1 } });
  await page.goto(hiram.url('/order', settled));
  await expect(page.getByRole('group', { name: 'Your score' })).toBeVisible();
  // A toast stays while the clock is stopped.
  await stopClock(page);
  await page.getByRole('button', { name: 'Submit' }).click();
  await apart('Silakan pilih', 'group', 'Your score');
  await page.clock.resume();
  const late: Demo = await hiram.borrower({ state: '180', with: { needValid: 0 } });
  await page.goto(hiram.url('/legacyRepay', late));
  await expect(page.getByRole('radiogroup', { name: 'Your cards' })).toBeVisible();
  await stopClock(page);
  await page.getByRole('button', { name: /^Pay ₱/ }).click();
  await apart('请选择银行卡', 'radiogroup', 'Your cards');
});

test('BANK-04 the place picker has Confirm and Cancel and finds a place by its usual names', async ({
  page,
  hiram,
}) => {
  const borrower = await hiram.borrower({ state: 'new' });
  await page.goto(hiram.url('/apply', borrower, { group: 'personal' }));
  await page.getByRole('button', { name: /^Province, city, barangay/ }).click();
  const places = page.getByRole('dialog');
  const search = places.getByLabel('Search Province');
  for (const [typed, found] of [
    ['Metro Manila', 'City of Makati'],
    ['NCR', 'Quezon City'],
    ['Cebu City', 'City of Cebu'],
  ] as const) {
    await search.fill(typed);
    await expect(places.getByRole('button', { name: found, exact: true })).toBeVisible();
  }
  await places.getByRole('button', { name: 'City of Cebu', exact: true }).click();
  await places.getByRole('button', { name: 'City of Cebu', exact: true }).last().click();
  await expect(places.getByRole('button', { name: 'Confirm' })).toBeDisabled();
  await places.getByRole('button', { name: 'Lahug' }).click();
  await places.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('button', { name: /^Province/ })).not.toContainText('Lahug');
});
