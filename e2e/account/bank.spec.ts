import { accountCode } from '@hiram/contract/bank';
import { sandboxSms } from '@hiram/contract/sandbox';
import type { Page } from '@playwright/test';
import { bareContacts } from '../support/bare-contacts.ts';
import { expect, test } from '../support/hiram.ts';

async function fillBank(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Bank:/ }).click();
  await page.getByRole('searchbox', { name: 'Search' }).fill('union');
  await page.getByText('UnionBank of the Philippines').click();
  await page.getByRole('button', { name: 'Confirm' }).click();
  await page.getByLabel('Account number').fill('1093-5512 7741');
  await page.getByLabel('Name on the account').fill('Maria Santos');
}

test('BANK-01 BANK-02 BANK-03 the server’s form is shown in tabs by kind of account', async ({
  page,
  hiram,
}) => {
  const borrower = await hiram.borrower({ state: 'ready' });
  const pendingRequest = page.waitForRequest('**/api/v3/bind-card/card-init*');
  await page.goto(hiram.url('/bindBank', borrower));
  const request = await pendingRequest;
  expect(request.postData()).toBe(`product_id=${borrower.productId}`);
  expect(request.headers()['content-type']).toContain('application/x-www-form-urlencoded');
  await expect(page).toHaveTitle('Payment account information');
  await expect(page.getByRole('tab', { name: 'Bank account' })).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByLabel('Account number')).toBeVisible();
  await expect(page.getByLabel('Mobile number of the wallet')).toHaveCount(0);
  await page.getByRole('tab', { name: 'E-wallet' }).click();
  await expect(page.getByLabel('Account number')).toHaveCount(0);
  await expect(page.getByLabel('Mobile number of the wallet')).toBeVisible();
  await expect(page.getByLabel('Name on the account')).toBeVisible();
});

test('BANK-04 BANK-05 pickers have Confirm and Cancel, and a pasted number keeps its digits alone', async ({
  page,
  hiram,
}) => {
  const borrower = await hiram.borrower({ state: 'ready' });
  await page.goto(hiram.url('/bindBank', borrower));
  await page.getByRole('button', { name: /^Bank:/ }).click();
  await page.getByText('Metrobank').click();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('button', { name: /^Bank: Choose your bank/ })).toBeVisible();
  await fillBank(page);
  await expect(page.getByRole('button', { name: 'Bank: UnionBank of the Philippines' })).toBeVisible();
  await expect(page.getByLabel('Account number')).toHaveValue('109355127741');
  await expect(page.getByText('1093 5512 7741')).toBeVisible();
  await page.getByRole('tab', { name: 'E-wallet' }).click();
  await page.getByRole('button', { name: /^E-wallet:/ }).click();
  await page.getByText('GCash').click();
  await page.getByRole('button', { name: 'Confirm' }).click();
  const number = page.getByLabel('Mobile number of the wallet');
  await number.fill('63 917 123 456');
  await page.getByRole('button', { name: 'Next' }).click();
  await expect(page.getByText('Write the mobile number as it is dialled at home, 09…')).toBeVisible();
  await number.fill('+63 917 123 4567');
  await expect(number).toHaveValue('091 7123 4567');
  const posted = page.waitForRequest('**/api/v3/bind-card/bind-card-new*');
  await page.getByRole('button', { name: 'Next' }).click();
  expect((await posted).postData()).toContain('walletNumber=09171234567');
});

test('BANK-06 BANK-07 Next posts each item by its code, with defaults for missing ones', async ({
  page,
  hiram,
}) => {
  const borrower = await hiram.borrower({ state: '151', with: { cardNeedPop: 1 } });
  await page.goto(hiram.url('/main', borrower));
  await page.goto(hiram.url('/bindBank', borrower));
  await fillBank(page);
  const answered = page.waitForResponse('**/api/v3/bind-card/bind-card-new*');
  await page.getByRole('button', { name: 'Next' }).click();
  const sent = Object.fromEntries(new URLSearchParams((await answered).request().postData() ?? ''));
  expect(sent).toEqual({
    bankCode: 'UBPHPHMM',
    accountNumber: '109355127741',
    holderName: 'Maria Santos',
    cardType: '1',
    product_id: borrower.productId,
    orderId: borrower.orderId,
  });
  // The page closes itself after saving. Until then a request may be running.
  await page.waitForURL(/\/main\?/);
  await page.goto(hiram.url('/order', borrower));
  await expect(page.getByText(/account ending in 7741/)).toBeVisible();
});

test('BANK-09 from any other place the form closes the web view', { tag: '@verify' }, async ({
  page,
  hiram,
}) => {
  const borrower = await hiram.borrower({ state: 'ready' });
  await page.goto(hiram.url('/main', borrower));
  await page.goto(hiram.url('/bindBank', borrower));
  await fillBank(page);
  await page.getByRole('button', { name: 'Next' }).click();
  await expect(page).toHaveURL(/\/main\?/);
});

test('BANK-10 BANK-11 an empty item is named by the page, an invalid one at its field by the server', async ({
  page,
  hiram,
}) => {
  const borrower = await hiram.borrower({ state: 'ready' });
  await page.goto(hiram.url('/bindBank', borrower));
  await page.getByRole('button', { name: 'Next' }).click();
  await expect(page.getByText('Please fill in: Bank')).toBeVisible();
  await fillBank(page);
  await page.getByLabel('Account number').fill('12');
  await page.getByRole('button', { name: 'Next' }).click();
  await expect(page.getByText('A number of UnionBank of the Philippines has 12 digits.')).toBeVisible();
  await expect(page.getByLabel('Account number')).toBeFocused();
});

test('BANK-11 in India a bank account needs the IFSC of a branch of that bank', { tag: '@verify' }, async ({
  page,
  hiram,
}) => {
  const phone = { appName: 'in', deviceId: 'phone-1' };
  const borrower = await hiram.borrower({ state: '151', with: { cardNeedPop: 1 } }, phone);
  const { sessionId, productId, orderId } = borrower;
  const query = { ...phone, sessionId, productId, orderId, source: 'loanDetail', lang: 'en' };
  await page.goto(`${hiram.origin}/bindBank?${new URLSearchParams(query)}`);
  await page.getByRole('button', { name: /^Bank:/ }).click();
  await page.getByText('HDFC Bank').click();
  await page.getByLabel('Account number').fill('50100123456789');
  await page.getByLabel('Name on the account').fill('Maria Santos');
  const ifsc = page.getByLabel('IFSC of the branch');
  for (const [typed, words] of [
    ['HDFC1', 'An IFSC has four letters, a zero and six letters or digits, such as SBIN0001234.'],
    ['SBIN0001234', 'This IFSC is not one of HDFC Bank.'],
  ] as const) {
    await ifsc.fill(typed);
    await page.getByRole('button', { name: 'Next' }).click();
    await expect(page.getByRole('alert')).toHaveText(words);
    await expect(ifsc).toBeFocused();
  }
  await ifsc.fill('hdfc0001234');
  await page.getByRole('button', { name: 'Next' }).click();
  await expect(page).toHaveURL(/\/order\?/);
});

test('BANK-11 another account requires a code by text, and the owner can undo somebody else’s change', async ({
  page,
  hiram,
}) => {
  const borrower = await hiram.borrower({ state: '151' });
  await page.goto(hiram.url('/bindBank', borrower, { source: 'loanDetail' }));
  await expect(page.getByLabel('Name on the account')).toHaveValue('M••• S•••');
  await fillBank(page);
  await page.getByRole('button', { name: 'Next' }).click();
  const dialog = page.getByRole('dialog', { name: 'Was this you?' });
  await expect(dialog.getByText(`•••• ${borrower.phone.slice(-4)}`)).toBeVisible();
  await dialog.getByRole('button', { name: 'Save the account' }).click();
  await expect(dialog.getByText('Type the 6-digit code.')).toBeVisible();
  await dialog.getByLabel('Code').fill('000000');
  await dialog.getByRole('button', { name: 'Save the account' }).click();
  await expect(dialog.getByText('This code is wrong or has expired.')).toBeVisible();
  const messages = async () => (await hiram.send(sandboxSms, { phone: borrower.phone })).messages;
  await expect.poll(async () => (await messages())[0]?.code).toMatch(/^\d{6}$/);
  await dialog.getByLabel('Code').fill((await messages())[0]?.code ?? '');
  await dialog.getByRole('button', { name: 'Save the account' }).click();
  await expect(page).toHaveURL(/\/order\?/);
  await expect(page.getByText(/You changed your account\. To protect you, we send/).first()).toBeVisible();

  await expect
    .poll(async () => (await messages()).some((message) => message.text.includes('/accountChange?')))
    .toBe(true);
  const link = (await messages())
    .map((message) => /http\S+(\/accountChange\?\S+)/.exec(message.text)?.[1])
    .find(Boolean);
  await page.goto(`${hiram.origin}${link}`);
  await expect(page.getByText(/It now ends in 7741/)).toBeVisible();
  expect(await bareContacts(page)).toEqual([]);
  await page.getByRole('button', { name: 'That was not me' }).click();
  await expect(page.getByText('The change was taken back.', { exact: false })).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your former account counts again');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page).toHaveURL(/\/login/);
  // An invalid link shows one message, in the page.
  await page.goto(`${hiram.origin}/accountChange?change=${'x'.repeat(22)}`);
  await expect(page.getByText(/This link is not one of ours/)).toHaveCount(1);
  // The number in the message can be tapped.
  await expect(page.getByRole('link', { name: '+63 2 8555 0100' })).toHaveAttribute(
    'href',
    'tel:+63285550100',
  );
  expect(await bareContacts(page)).toEqual([]);
  await page.goto(hiram.url('/order', borrower));
  await expect(page).toHaveURL(/\/login/);
});

test('BANK-01 BANK-08 from the loan’s details the form uses the other path and returns to the order', async ({
  page,
  hiram,
}) => {
  const borrower = await hiram.borrower({ state: '151', with: { cardNeedPop: 1 } });
  await page.goto(hiram.url('/bindBank', borrower, { source: 'loanDetail' }));
  await fillBank(page);
  await page.getByLabel('Name on the account').fill('Juan Reyes');
  const posted = page.waitForRequest('**/api/v3/loan-details/bind-card-new*');
  await page.getByRole('button', { name: 'Next' }).click();
  await posted;
  await expect(page).toHaveURL(new RegExp(`/order\\?.*orderId=${borrower.orderId}`));
  await page.getByRole('button', { name: 'Withdraw Now' }).click();
  await expect(page.getByText(/Your ID says Maria Santos, and the account ending in 7741/)).toBeVisible();
  await expect(page.getByRole('dialog', { name: 'Use an account in your own name?' })).toBeVisible();
});

test('BANK-01 if the owner cannot be notified of a change today, the page says so and sends no code', {
  tag: '@verify',
}, async ({ page, hiram }) => {
  const borrower = await hiram.borrower({ state: '151' });
  const words = 'No more such texts can go to your number today. Your account stays as it is.';
  await page.route('**/api/v3/bind-card/send-code*', (route) =>
    route.fulfill({
      json: { success: false, code: accountCode.rejections.cannotNotify, message: words, data: {} },
    }),
  );
  await page.goto(hiram.url('/bindBank', borrower, { source: 'loanDetail' }));
  await fillBank(page);
  await page.getByRole('button', { name: 'Next' }).click();
  const dialog = page.getByRole('dialog', { name: 'Nothing was changed' });
  await expect(dialog.getByText(words)).toBeVisible();
  await expect(dialog.getByLabel('Code')).toHaveCount(0);
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  // The typed number is kept.
  await expect(page.getByLabel('Account number')).toHaveValue('109355127741');
});
