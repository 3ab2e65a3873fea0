import { instalmentDetail, payCode } from '@hiram/contract/repay';
import { sandboxPay } from '@hiram/contract/sandbox';
import { expect, test } from '../support/hiram.ts';

test('CODE-01 CODE-02 CODE-03 showType 1 shows the code as text and barcode, and a tap copies it', async ({
  page,
  hiram,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const borrower = await hiram.borrower({ state: '180' });
  const { payUrl } = await hiram.send(
    payCode,
    { orderId: borrower.orderId, amount: 480_941, channelNumber: '10004' },
    { sessionId: borrower.sessionId },
  );
  await page.goto(`${hiram.origin}${payUrl}&sessionId=${borrower.sessionId}`);
  const code = new URLSearchParams(payUrl.split('?')[1]).get('payCode') ?? '';
  await expect(page.getByText(code.replace(/(\d{4})(?=\d)/g, '$1 '))).toBeVisible();
  const picture = page.getByAltText('Barcode of your code');
  await expect(picture).toBeVisible();
  await expect.poll(() => picture.evaluate((image) => Reflect.get(image, 'naturalWidth'))).toBeGreaterThan(0);
  await page.getByRole('button', { name: 'Show barcode large' }).click();
  const large = page.getByRole('dialog').getByAltText('Barcode of your code');
  const { width = 0, height = 0 } = (await large.boundingBox()) ?? {};
  // Along the longer side of the screen.
  expect(height).toBeGreaterThan(400);
  expect(width).toBeGreaterThan(100);
  await page.getByRole('dialog').getByRole('button', { name: 'Back' }).click();
  await page.getByRole('button', { name: 'Copy code' }).click();
  await expect(page.getByText('copy success')).toBeVisible();
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe(code);
});

test('CODE-02 any other type shows a QR code with instructions, which changes to received by itself', async ({
  page,
  hiram,
}) => {
  const borrower = await hiram.borrower({ state: '180' });
  const { payUrl } = await hiram.send(
    payCode,
    { orderId: borrower.orderId, amount: 480_941, channelNumber: '10001' },
    { sessionId: borrower.sessionId },
  );
  await page.goto(`${hiram.origin}${payUrl}&sessionId=${borrower.sessionId}`);
  const picture = page.getByAltText('QR code for your payment');
  await expect(picture).toBeVisible();
  await expect.poll(() => picture.evaluate((image) => Reflect.get(image, 'naturalWidth'))).toBeGreaterThan(0);
  await expect(page.getByText('₱4.809,41', { exact: true })).toBeVisible();
  await expect(page.getByText('Waiting for your payment')).toBeVisible();
  await expect(page.locator('ol > li')).toHaveCount(3);
  await hiram.send(sandboxPay, { payCode: new URLSearchParams(payUrl.split('?')[1]).get('payCode') ?? '' });
  await expect(page.getByText('We have your payment')).toBeVisible();
});

test('another borrower’s code, or a picture from elsewhere, is not shown as payable', async ({
  page,
  hiram,
}) => {
  const [mine, other] = [await hiram.borrower({ state: '180' }), await hiram.borrower({ state: '180' })];
  const { payUrl } = await hiram.send(
    payCode,
    { orderId: other.orderId, amount: 480_941, channelNumber: '10001' },
    { sessionId: other.sessionId },
  );
  await page.goto(`${hiram.origin}${payUrl}&sessionId=${mine.sessionId}`);
  await expect(page.getByRole('heading', { name: 'Do not pay this code' })).toBeVisible();
  await expect(page.getByRole('img')).toHaveCount(0);
  await page.goto(
    `${hiram.origin}/repaymentOfCode?showType=2&payCode=1&payCodeImg=${encodeURIComponent('https://evil.example/qr.png')}&repayAmount=100&sessionId=${mine.sessionId}`,
  );
  await expect(page.getByRole('heading', { name: 'Do not pay this code' })).toBeVisible();
});

test('a code that is valid until another day shows that day', { tag: '@verify' }, async ({ page, hiram }) => {
  const borrower = await hiram.borrower({ state: '180' });
  const { payUrl } = await hiram.send(
    payCode,
    { orderId: borrower.orderId, amount: 480_941, channelNumber: '10004' },
    { sessionId: borrower.sessionId },
  );
  const ends = (expiresAt: string) =>
    page.route('**/v3/repay/code-status*', async (route) => {
      const answer = await (await route.fetch()).json();
      await route.fulfill({ json: { ...answer, data: { ...answer.data, expiresAt } } });
    });
  await page.clock.setFixedTime(new Date('2027-03-14T20:31:00+08:00'));
  await ends('2027-03-15T20:31:00+08:00');
  await page.goto(`${hiram.origin}${payUrl}&sessionId=${borrower.sessionId}`);
  await expect(page.getByText(/^Works until 15 Mar\w*, 20:31/)).toBeVisible();
  await page.unrouteAll();
  await ends('2027-03-14T21:31:00+08:00');
  await page.reload();
  await expect(page.getByText(/^Works until 21:31/)).toBeVisible();
});

test('at the largest text size a code that is valid until another day fits its screen', {
  tag: '@verify',
}, async ({ page, hiram }) => {
  const phone = { appName: 'ph', deviceId: 'phone-1' };
  const borrower = await hiram.borrower({ state: '180' }, phone);
  const context = { ...phone, sessionId: borrower.sessionId };
  const bill = await hiram.send(instalmentDetail, { orderId: borrower.orderId }, context);
  const { payUrl } = await hiram.send(
    payCode,
    {
      orderId: borrower.orderId,
      amount: bill.repayAmount,
      channelNumber:
        bill.repayList.find((candidate) => /7-Eleven/.test(candidate.name))?.channel_number ?? '',
    },
    context,
  );
  await page.goto(`${hiram.origin}${payUrl}&${new URLSearchParams({ ...context, lang: 'fil' })}`);
  await expect(page.getByText(/Gagana hanggang \w+ \d+, /)).toBeVisible();
  await page.evaluate("document.documentElement.style.setProperty('font-size', '200%')");
  expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0);
});

test('in ph a choice is a card with its amount, what follows it, and one button to pay [T1356]', {
  tag: '@verify',
}, async ({ page, hiram }) => {
  const borrower = await hiram.borrower({ state: '180', kind: 'perPeriod' }, { appName: 'ph' });
  await page.goto(
    `${hiram.origin}/repay?${new URLSearchParams({ appName: 'ph', lang: 'en', ...borrower, phone: '' })}`,
  );
  const cards = page.getByRole('radiogroup', { name: 'What do you want to pay?' }).locator('label');
  await expect(cards.filter({ hasText: 'Due now' })).toContainText(
    'Payment 1 ₱2,846.37 + late interest ₱9.48.',
  );
  for (const { height } of await Promise.all(
    (await cards.all()).map(async (card) => (await card.boundingBox()) ?? { height: 0 }),
  ))
    expect(height).toBeGreaterThanOrEqual(96);
  await expect(page.getByText('Then step 1 of 4 is done')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Pay ₱2,855.85' })).toBeVisible();
  await page.getByRole('radio', { name: /^With the next payment/ }).check();
  await expect(page.getByText('Then step 2 of 4 is done')).toBeVisible();
  await page.getByRole('button', { name: 'What ₱5,702.22 is made of' }).click();
  const parts = await page.locator('dl dd:nth-of-type(1)').allInnerTexts();
  const cents = parts.map((text) => Number(text.replace(/[^\d]/g, '')));
  expect(cents.reduce((sum, part) => sum + part, 0)).toBe(570_222);
  await page.getByRole('button', { name: /^Not enough today/ }).click();
  await page.getByRole('dialog').getByText('Pay some now').click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByRole('radio', { name: /^Other amount/ })).toBeChecked();
  await page.getByRole('radio', { name: /^With the next payment/ }).check();
  await page.getByRole('button', { name: 'Pay ₱5,702.22' }).click();
  await page.waitForURL(/repayAmount=570222/);
});
