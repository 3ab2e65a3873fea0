import { fakeHost, pressHostBack, sentAs } from '../support/fake-host.ts';
import { expect, test } from '../support/hiram.ts';

const prompt = { name: 'Leave without your loan?' };

test('CONF-08 inside a host the back event opens the prompt, and Leave asks it to close', async ({
  page,
  hiram,
}) => {
  const sent = await fakeHost(page, 'android', ['closeWebView']);
  const borrower = await hiram.borrower({ state: 'ready', with: { isPopType: 1 } });
  await page.goto(hiram.url('/loanConfirmPeriod', borrower));
  await expect(page.getByRole('button', { name: 'Next' })).toBeEnabled();
  await pressHostBack(page);
  await page.getByRole('dialog', prompt).getByRole('button', { name: 'Leave' }).click();
  await expect.poll(() => sentAs(sent, 'closeWebView')).toHaveLength(1);
});

test('CONF-08 the header’s arrow asks once, then closes the web view of a first page', {
  tag: '@verify',
}, async ({ page, hiram }) => {
  const sent = await fakeHost(page, 'ios', ['closeWebView']);
  const borrower = await hiram.borrower({ state: 'ready', with: { isPopType: 1 } });
  await page.goto(hiram.url('/loanConfirmPeriod', borrower));
  await expect(page.getByRole('button', { name: 'Next' })).toBeEnabled();
  await page.getByRole('button', { name: 'Back' }).click();
  await page.getByRole('dialog', prompt).getByRole('button', { name: 'Stay' }).click();
  expect(sentAs(sent, 'closeWebView')).toHaveLength(0);
  await page.getByRole('button', { name: 'Back' }).click();
  await expect.poll(() => sentAs(sent, 'closeWebView')).toHaveLength(1);
});

for (const way of ['arrow', 'browser'] as const)
  test(`CONF-08 Leave goes one page back, to the product before it (${way})`, {
    tag: way === 'browser' ? ['@verify'] : [],
  }, async ({ page, hiram }) => {
    const borrower = await hiram.borrower({ state: 'ready', with: { isPopType: 1 } });
    await page.goto(hiram.url('/main', borrower));
    await page.goto(hiram.url('/productDetail', borrower));
    await page.getByRole('button', { name: /^Continue with/ }).click();
    await expect(page.getByRole('button', { name: 'Next' })).toBeEnabled();
    await page.getByRole('checkbox').click();
    if (way === 'arrow') await page.getByRole('button', { name: 'Back' }).click();
    else await page.goBack();
    await page.getByRole('dialog', prompt).getByRole('button', { name: 'Leave' }).click();
    await expect(page).toHaveURL(/\/productDetail\?/);
    await expect(page.getByRole('button', { name: /^Continue with/ })).toBeVisible();
  });

test('CONF-08 after Stay the next step back leaves and goes back one page only', { tag: '@verify' }, async ({
  page,
  hiram,
}) => {
  const borrower = await hiram.borrower({ state: 'ready', with: { isPopType: 1 } });
  await page.goto(hiram.url('/main', borrower));
  await page.goto(hiram.url('/productDetail', borrower));
  await page.getByRole('button', { name: /^Continue with/ }).click();
  await page.getByRole('checkbox').click();
  await page.goBack();
  await page.getByRole('dialog', prompt).getByRole('button', { name: 'Stay' }).click();
  await page.getByRole('button', { name: 'Back' }).click();
  await expect(page).toHaveURL(/\/productDetail\?/);
  await expect(page.getByRole('button', { name: /^Continue with/ })).toBeVisible();
});

// `confirm.spec.ts` shows it of a confirmation that would not ask.
test('CONF-06 CONF-08 the order replaces the history entry of a confirmation that would ask', {
  tag: '@verify',
}, async ({ page, hiram }) => {
  const borrower = await hiram.borrower({ state: 'ready', with: { isPopType: 1 } });
  await page.goto(hiram.url('/main', borrower));
  await page.goto(hiram.url('/loanConfirmPeriod', borrower));
  await page.getByRole('button', { name: 'Next' }).click();
  await expect(page).toHaveURL(/\/order\?.*from=confirm/);
  await page.goBack();
  await expect(page).toHaveURL(/\/main\?/);
});

test('BRG-02 the header’s arrow of a first page closes the web view, also after returning to it', async ({
  page,
  hiram,
}) => {
  const sent = await fakeHost(page, 'android', ['closeWebView']);
  const borrower = await hiram.borrower({ state: '170' });
  await page.goto(hiram.url('/order', borrower));
  await page.getByRole('link', { name: 'Something wrong with this loan?' }).click();
  await expect(page).toHaveURL(/\/complaint\?/);
  await page.getByRole('button', { name: 'Back' }).click();
  await expect(page).toHaveURL(/\/order\?/);
  expect(sentAs(sent, 'closeWebView')).toHaveLength(0);
  await page.getByRole('button', { name: 'Back' }).click();
  await expect.poll(() => sentAs(sent, 'closeWebView')).toHaveLength(1);
});

test('outside a host the arrow of a first page leads home, also after returning to it', {
  tag: '@verify',
}, async ({ page, hiram }) => {
  const borrower = await hiram.borrower({ state: '170' });
  await page.goto(hiram.url('/order', borrower));
  await page.getByRole('link', { name: 'Something wrong with this loan?' }).click();
  await page.getByRole('button', { name: 'Back' }).click();
  await expect(page).toHaveURL(/\/order\?/);
  await page.getByRole('button', { name: 'Back' }).click();
  await expect(page).toHaveURL(/\/main\?/);
});

test('the first page is recognized without the Navigation API', { tag: '@verify' }, async ({
  page,
  hiram,
}) => {
  await page.addInitScript(
    'delete window.navigation; Object.defineProperty(window, "navigation", { value: undefined });',
  );
  const sent = await fakeHost(page, 'android', ['closeWebView']);
  const borrower = await hiram.borrower({ state: '174' });
  await page.goto(hiram.url('/order', borrower));
  await page.getByRole('button', { name: 'Confirm' }).click();
  await page.getByRole('button', { name: /Repay/i }).last().click();
  await expect(page).toHaveURL(/\/repay\?/);
  await page.reload();
  await page.getByRole('button', { name: 'Back' }).click();
  await expect(page).toHaveURL(/\/order\?/);
  await page.getByRole('button', { name: 'Back' }).click();
  await expect.poll(() => sentAs(sent, 'closeWebView')).toHaveLength(1);
});

test('the amount chosen on a product’s page stays after returning from the confirmation', {
  tag: '@verify',
}, async ({ page, hiram }) => {
  const borrower = await hiram.borrower({ state: 'ready' });
  await page.goto(hiram.url('/productDetail', borrower));
  await page.getByRole('button', { name: 'Less' }).click();
  const apply = page.getByRole('button', { name: 'Continue with ₱11.500,00' });
  await expect(apply).toBeVisible();
  await expect(page.getByRole('main')).toHaveAttribute('aria-busy', 'false');
  await apply.click();
  await expect(page.getByRole('button', { name: 'Next' })).toBeEnabled();
  await page.getByRole('button', { name: 'Back' }).click();
  await expect(apply).toBeVisible();
});
