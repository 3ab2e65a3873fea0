import { delayDetail, instalmentDetail, laterCost, payCode } from '@hiram/contract/repay';
import { sandboxSetClock, sandboxUtrReview } from '@hiram/contract/sandbox';
import sharp from 'sharp';
import { type Demo, expect, type Hiram, test } from '../support/hiram.ts';
import { isThorough } from '../support/sweeps.ts';

const dueOf = async (hiram: Hiram, borrower: Demo) =>
  (await hiram.send(laterCost, { orderId: borrower.orderId }, { sessionId: borrower.sessionId })).repayAmount;
const pesos = (cents: number) =>
  `₱${(cents / 100)
    .toFixed(2)
    .replace('.', ',')
    .replace(/\B(?=(\d{3})+,)/g, '.')}`;

test('EXT-01 EXT-02 the page shows the new plan beside the old one, with its additional total cost', async ({
  page,
  hiram,
}) => {
  const borrower = await hiram.borrower({ state: '180', with: { isDelay: 1 } });
  const answered = page.waitForResponse('**/v3/repay/delay-detail*');
  await page.goto(hiram.url('/repayDelay', borrower));
  const { data } = await (await answered).json();
  await expect(page.getByText(data.delayInfo.title)).toBeVisible();
  await expect(page.getByText(pesos(data.delayInfo.delayAmount)).first()).toBeVisible();
  await expect(page.getByText('Next payment date')).toBeVisible();
  for (const row of data.repayPlan.slice(0, 2)) await expect(page.getByText(row.title).first()).toBeVisible();
  for (const [name, plan] of [
    ['Plan now', data.oldPlan],
    ['Plan after', data.newPlan],
  ])
    for (const row of plan)
      await expect(
        page.getByRole('heading', { name }).locator('..').getByText(pesos(row.amount)).first(),
      ).toBeVisible();
  await expect(page.getByText(`Moving the date adds ${pesos(data.addedCost)} in total.`)).toBeVisible();
});

/** Creates a code of the order for a purpose, for a counter by default, and returns its digits. */
async function counterCode(
  hiram: Hiram,
  borrower: Demo,
  wanted: { amount: number; isDelay?: 1; channelNumber?: string },
): Promise<string> {
  const { payUrl } = await hiram.send(
    payCode,
    { orderId: borrower.orderId, channelNumber: '10004', ...wanted },
    { sessionId: borrower.sessionId },
  );
  return new URL(payUrl, 'http://x').searchParams.get('payCode') ?? 'none';
}

const priceOf = async (hiram: Hiram, borrower: Demo) =>
  (await hiram.send(delayDetail, { orderId: borrower.orderId }, { sessionId: borrower.sessionId })).delayInfo
    .delayAmount;

test('EXT-05 INST-03 each page offers the open code of its own purpose alone', async ({ page, hiram }) => {
  const borrower = await hiram.borrower({ state: '180', with: { isDelay: 1 } });
  const repayment = await counterCode(hiram, borrower, { amount: await dueOf(hiram, borrower) });
  await page.goto(hiram.url('/repayDelay', borrower));
  await expect(page.getByText('Next payment date')).toBeVisible();
  await expect(page.getByRole('link', { name: /^Your open code/ })).toHaveCount(0);
  const extension = await counterCode(hiram, borrower, {
    amount: await priceOf(hiram, borrower),
    isDelay: 1,
  });
  await page.goto(hiram.url('/repay', borrower));
  await expect(page.getByRole('link', { name: `Your open code at 7-Eleven: ${repayment}` })).toBeVisible();
  await page.goto(hiram.url('/repayDelay', borrower));
  await page
    .getByRole('link', { name: `Your open code to move the date, at 7-Eleven: ${extension}` })
    .click();
  await page.waitForURL('**/repaymentOfCode2?*');
  const grouped = (code: string) => code.replace(/(\d{4})(?=\d)/g, '$1 ');
  await expect(page.getByText(grouped(extension))).toBeVisible();
  // In another web view, without stored data, the page finds the same code.
  await page.evaluate('sessionStorage.clear()');
  await page.reload();
  await expect(page.getByText(grouped(extension))).toBeVisible();
});

test('EXT-05 a code whose price has grown is not offered for an extension', { tag: '@verify' }, async ({
  page,
  hiram,
}) => {
  const borrower = await hiram.borrower({ state: '180', with: { isDelay: 1 } });
  await counterCode(hiram, borrower, { amount: await priceOf(hiram, borrower), isDelay: 1 });
  await hiram.send(sandboxSetClock, { days: 1 });
  await page.goto(hiram.url('/repayDelay', borrower));
  await expect(page.getByText('Next payment date')).toBeVisible();
  await expect(page.getByRole('link', { name: /^Your open code/ })).toHaveCount(0);
});

test('EXT-03 EXT-05 the sheet starts at the first method, and the code has isDelay 1', async ({
  page,
  hiram,
}) => {
  const borrower = await hiram.borrower({ state: '180', with: { isDelay: 1 } });
  await counterCode(hiram, borrower, { amount: await priceOf(hiram, borrower), isDelay: 1 });
  await page.goto(hiram.url('/repayDelay', borrower));
  await expect(page.getByRole('link', { name: 'See how to pay, step by step' })).toHaveAttribute(
    'href',
    /^\/paymentInstructions/,
  );
  await expect(page.getByRole('link', { name: /^Your open code to move the date/ })).toHaveAttribute(
    'href',
    /^\/repaymentOfCode2\?.*isDelay=1/,
  );
  // Behind the rows of both plans.
  const rows = page.locator('dl').nth(2).locator('> div');
  await expect(rows).toHaveCount(2);
  await page.getByRole('button', { name: 'More' }).click();
  expect(await rows.count()).toBeGreaterThan(2);
  await page.getByRole('button', { name: 'Hide' }).click();
  await expect(rows).toHaveCount(2);
  await page.getByRole('button', { name: /GCash/ }).click();
  await expect(page.getByRole('dialog').getByRole('radio').first()).toBeChecked();
  await page.getByRole('button', { name: 'Confirm' }).click();
  const request = page.waitForRequest('**/v3/repay/pay-code*');
  await page.getByRole('button', { name: 'Get payment code' }).click();
  expect((await request).postDataJSON()).toMatchObject({
    orderId: borrower.orderId,
    productId: borrower.productId,
    isDelay: 1,
    channelNumber: '10001',
  });
  await page.waitForURL('**/repaymentOfCode?*');
});

test('CODE-04 /repaymentOfCode2 shows logo, contract number, total and notes, and changes when paid', async ({
  page,
  hiram,
}) => {
  const borrower = await hiram.borrower({ state: '180' });
  const amount = await dueOf(hiram, borrower);
  const { payUrl } = await hiram.send(
    payCode,
    { orderId: borrower.orderId, amount, channelNumber: '10004' },
    { sessionId: borrower.sessionId },
  );
  const code = new URL(payUrl, 'http://x').searchParams.get('payCode') ?? '';
  await page.goto(hiram.url('/repay', borrower));
  await page.getByRole('link', { name: /^Your open code at 7-Eleven/ }).click();
  await page.waitForURL('**/repaymentOfCode2?*');
  const grouped = code.replace(/(\d{4})(?=\d)/g, '$1 ');
  await expect(page.getByText(grouped)).toBeVisible();
  await expect(page.getByText('Contract number')).toBeVisible();
  await expect(page.getByText('Total payment')).toBeVisible();
  await expect(page.getByText(pesos(amount)).first()).toBeVisible();
  await expect(page.getByText('At the counter')).toBeVisible();
  await expect(page.getByRole('listitem')).toHaveCount(3);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.getByRole('button', { name: 'Copy' }).click();
  await expect(page.getByText('copy success')).toBeVisible();
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe(code);
  await hiram.pay(code);
  await expect(page.getByText('We have your payment')).toBeVisible();
});

test('CODE-04 without stored data the page asks the server and says if there is no code', {
  tag: '@verify',
}, async ({ page, hiram }) => {
  const borrower = await hiram.borrower({ state: '180' });
  await page.goto(hiram.url('/repaymentOfCode2', borrower));
  await expect(page.getByText('No active code')).toBeVisible();
  await page.getByRole('button', { name: 'Open Repayment' }).click();
  await page.waitForURL('**/repay?*');
});

test('CODE-05 INST-03 the chosen channel’s instructions are open; the others open by a tap', async ({
  page,
  hiram,
}) => {
  const borrower = await hiram.borrower({ state: '180' });
  await page.goto(hiram.url('/repay', borrower));
  await page.getByRole('button', { name: /GCash/ }).click();
  await page.getByText('7-Eleven').click();
  await page.getByRole('button', { name: 'Confirm' }).click();
  await page.getByRole('link', { name: 'See how to pay, step by step' }).click();
  await expect(page.getByRole('heading', { name: 'At a store’s counter' })).toBeVisible();
  await expect(page.getByRole('heading', { name: /GCash/ })).toHaveCount(0);
  await page.getByRole('button', { name: 'Other ways to pay' }).click();
  await expect(page.getByRole('heading', { name: /GCash/ })).toBeVisible();
  await page.goto(`${hiram.origin}/paymentInstructions`);
  for (const [heading, steps] of [
    ['GCash: pay a bill, or scan', 4],
    ['Maya: pay a bill, or scan', 4],
    ['At a store’s counter', 1],
  ] as const) {
    const guide = page.locator('section', { has: page.getByRole('heading', { name: heading }) });
    await expect(guide.getByRole('listitem')).toHaveCount(steps);
    await expect(guide.locator('li svg')).toHaveCount(steps);
  }
});

test('CODE-05 a QR channel’s instructions say how to scan one, and ask to type nothing [T894]', async ({
  page,
  hiram,
}) => {
  await page.goto(hiram.url('/repay', await hiram.borrower({ state: '180' })));
  await page.getByRole('link', { name: 'See how to pay, step by step' }).click();
  const guide = page.locator('section', { has: page.getByRole('heading', { name: 'GCash, by QR code' }) });
  await expect(guide.getByRole('listitem')).toHaveCount(3);
  await expect(guide).toContainText('Scan the QR code, or choose a screenshot of it.');
  await expect(page.getByText(/type/i)).toHaveCount(0);
});

test('EXT-05 INST-03 CODE-04 an open QR code or store’s barcode is offered and drawn again [T895]', async ({
  page,
  hiram,
}) => {
  const borrower = await hiram.borrower({ state: '180', with: { isDelay: 1 } });
  for (const [channelNumber, link, picture] of [
    ['10001', 'Your open code to move the date, at GCash', 'QR code for your payment'],
    ['10004', /^Your open code to move the date, at 7-Eleven: \d+$/, 'Barcode of your code'],
  ] as const) {
    const amount = await priceOf(hiram, borrower);
    await counterCode(hiram, borrower, { amount, isDelay: 1, channelNumber });
    await page.goto(hiram.url('/repayDelay', borrower));
    await page.getByRole('link', { name: link, exact: true }).click();
    await page.waitForURL('**/repaymentOfCode2?*');
    const drawn = page.getByAltText(picture);
    await expect(drawn).toBeVisible();
    await expect
      .poll(() => drawn.evaluate((element) => Reflect.get(element, 'naturalWidth')))
      .toBeGreaterThan(0);
    await expect(page.getByText('Contract number')).toBeVisible();
  }
});

for (const [brand, own, code, tag] of [
  ['in', ['Any UPI app', 'Mobile wallet, by QR code', 'At a store’s counter'], '20004', ['@verify']],
  [
    'id',
    ['Any bank’s or wallet’s app, by QRIS', 'Virtual account, at any bank', 'At a store’s counter'],
    '30002',
    [],
  ],
] as const)
  test(`CODE-02 CODE-05 in ${brand} instructions name local ways to pay, and each code says how it is paid`, {
    tag: [...tag],
  }, async ({ page, hiram }) => {
    const phone = { appName: brand, deviceId: 'phone-1' };
    await page.goto(`${hiram.origin}/paymentInstructions?${new URLSearchParams({ ...phone, lang: 'en' })}`);
    for (const heading of own) await expect(page.getByRole('heading', { name: heading })).toBeVisible();
    await expect(page.getByText(/GCash|Maya/)).toHaveCount(0);
    const borrower = await hiram.borrower({ state: '180' }, phone);
    const context = { ...phone, sessionId: borrower.sessionId };
    const bill = await hiram.send(instalmentDetail, { orderId: borrower.orderId }, context);
    const { payUrl } = await hiram.send(
      payCode,
      { orderId: borrower.orderId, amount: bill.repayAmount, channelNumber: code },
      context,
    );
    await page.goto(`${hiram.origin}${payUrl}&${new URLSearchParams({ ...context, lang: 'en' })}`);
    if (brand === 'in') {
      await expect(page.getByRole('heading', { name: 'Pay at Cash point' })).toBeVisible();
      await expect(page.getByAltText('Barcode of your code')).toBeVisible();
    } else {
      await expect(page.getByText('from any bank or ATM')).toBeVisible();
      await expect(page.getByRole('button', { name: 'Copy number' })).toBeVisible();
      await expect(page.getByAltText('Barcode of your code')).toHaveCount(0);
      const image = page.locator('section img[src*="/api/logo/id/va"]');
      await expect
        .poll(() => image.evaluate((element) => Reflect.get(element, 'naturalWidth')))
        .toBeGreaterThan(0);
      await expect(page.getByText(/counter/)).toHaveCount(0);
    }
  });

test('CODE-02 a QR code that any app reads is opened in the payer’s own app, and no app is invented', async ({
  page,
  hiram,
}) => {
  const qrCodes = [
    ['id', '30001'],
    ['in', '20002'],
    ['ph', '10003'],
  ] as const;
  for (const [brand, channelNumber] of isThorough ? qrCodes : qrCodes.slice(0, 1)) {
    const phone = { appName: brand, deviceId: 'phone-1' };
    const borrower = await hiram.borrower({ state: '180' }, phone);
    const context = { ...phone, sessionId: borrower.sessionId };
    const bill = await hiram.send(instalmentDetail, { orderId: borrower.orderId }, context);
    const { payUrl } = await hiram.send(
      payCode,
      { orderId: borrower.orderId, amount: bill.repayAmount, channelNumber },
      context,
    );
    await page.goto(`${hiram.origin}${payUrl}&${new URLSearchParams({ ...context, lang: 'en' })}`);
    await expect(page.locator('ol > li').first()).toHaveText('Paying on this phone? Save the QR first.');
  }
});

test('KEY-07 in India the account for a transfer has its IFSC', async ({ page, hiram }) => {
  const phone = { appName: 'in', deviceId: 'phone-1' };
  const borrower = await hiram.borrower({ state: '180' }, phone);
  const address = new URLSearchParams({
    ...phone,
    sessionId: borrower.sessionId,
    orderId: borrower.orderId,
    lang: 'en',
  });
  await page.goto(`${hiram.origin}/utrSubmit?${address}`);
  await expect(page.getByText('SBIN0099999')).toBeVisible();
});

test('the cost of paying later is shown, with the next step', async ({ page, hiram }) => {
  const borrower = await hiram.borrower({ state: '180', with: { isDelay: 1, kindTips: 0 } });
  const cost = await hiram.send(laterCost, { orderId: borrower.orderId }, { sessionId: borrower.sessionId });
  await page.goto(hiram.url('/order', borrower));
  await page.getByRole('link', { name: 'See the cost of waiting' }).click();
  await expect(page.getByText(pesos(cost.repayAmount)).first()).toBeVisible();
  for (const item of cost.later) await expect(page.getByText(pesos(item.amount))).toBeVisible();
  await expect(page.getByRole('button', { name: /^Move the date: .+ more$/ })).toBeVisible();
  await page.getByRole('button', { name: 'Pay now' }).click();
  await page.waitForURL('**/repay?*');
});

test('KEY-07 a transfer is reported by reference and picture, waits, and counts after review', async ({
  page,
  hiram,
}) => {
  const borrower = await hiram.borrower({ state: '180' });
  await page.goto(hiram.url('/repay', borrower));
  await page.getByRole('link', { name: 'I paid by bank transfer' }).click();
  await expect(page.getByText('0012 3456 7890')).toBeVisible();
  await page.getByRole('button', { name: 'Send reference' }).click();
  await expect(page.getByRole('alert')).toHaveText('Type the reference of your transfer.');
  const utr = `BDO${Date.now()}`;
  await page.getByLabel('Reference of the transfer').fill(`${utr.slice(0, 6)}-${utr.slice(6)}`);
  await page.getByLabel('Amount sent').fill('1500.50');
  await page.getByLabel('Photo of the receipt').setInputFiles({
    name: 'receipt.png',
    mimeType: 'image/png',
    buffer: await sharp({ create: { width: 90, height: 160, channels: 3, background: '#fff' } })
      .png()
      .toBuffer(),
  });
  await expect(page.getByText('Receipt added.')).toBeVisible();
  await page.getByRole('button', { name: 'Send reference' }).click();
  await expect(page.getByText('Being checked')).toBeVisible();
  await expect(page.getByText('₱1.500,50')).toBeVisible();
  await page.getByLabel('Reference of the transfer').fill(utr);
  await page.getByLabel('Amount sent').fill('1500.50');
  await page.getByRole('button', { name: 'Send reference' }).click();
  await expect(page.getByRole('alert')).toContainText('has been sent before');
  await hiram.send(sandboxUtrReview, { utr, result: 'accepted' });
  await page.reload();
  await expect(page.getByText('Confirmed')).toBeVisible();
});

test('LEG-06 another way to pay leads to a code', { tag: '@verify' }, async ({ page, hiram }) => {
  const borrower = await hiram.borrower({ state: '180' });
  await page.goto(hiram.url('/legacyRepay', borrower));
  await page.getByRole('button', { name: 'Pay another way' }).click();
  await page.waitForURL('**/repaymentOfCode?*');
});
