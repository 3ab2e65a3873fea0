import { payCode } from '@hiram/contract/repay';
import sharp from 'sharp';
import { fakeHost, sentAs } from '../support/fake-host.ts';
import { expect, test } from '../support/hiram.ts';

test('a QR code is saved and shared as a picture that has its amount below', async ({ page, hiram }) => {
  const borrower = await hiram.borrower({ state: '174', with: { kindTips: 0 } });
  const { payUrl } = await hiram.send(
    payCode,
    { orderId: borrower.orderId, amount: 100_000, channelNumber: '10001' },
    { sessionId: borrower.sessionId },
  );
  await page.addInitScript(`{
    navigator.canShare = ({ files }) => files.every(({ type }) => type === 'image/png');
    navigator.share = async ({ files: [file] }) => {
      const { width, height } = await createImageBitmap(file);
      window.shared = [file.name, file.type, width, height];
    };
  }`);
  const { pathname, searchParams } = new URL(payUrl, hiram.origin);
  await page.goto(hiram.url(pathname, borrower, Object.fromEntries(searchParams)));
  await page.getByRole('button', { name: 'Share' }).click();
  await expect.poll(() => page.evaluate('window.shared')).toEqual(['payment-qr.png', 'image/png', 720, 800]);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save QR' }).click();
  const saved = await sharp(await (await download).path()).metadata();
  expect([saved.format, saved.width, saved.height]).toEqual(['png', 720, 800]);
  // A channel without an app of its own names none.
  await expect(page.locator('footer').getByRole('button')).toHaveText(['Save QR']);
});

test('a UPI code opens a payment app on the same phone, through the host', async ({ page, hiram }) => {
  const context = { appName: 'in', deviceId: 'phone-1' };
  const borrower = await hiram.borrower({ state: '174', with: { kindTips: 0 } }, context);
  const { payUrl } = await hiram.send(
    payCode,
    { orderId: borrower.orderId, amount: 100_000, channelNumber: '20001' },
    { ...context, sessionId: borrower.sessionId },
  );
  const sent = await fakeHost(page, 'android');
  const { pathname, searchParams } = new URL(payUrl, hiram.origin);
  await page.goto(hiram.url(pathname, borrower, { ...context, ...Object.fromEntries(searchParams) }));
  await page.getByRole('button', { name: 'Open UPI app' }).click();
  await expect.poll(() => sentAs(sent, 'openPage').length).toBe(1);
  const url = new URL(String(sentAs(sent, 'openPage')[0]?.url));
  expect([url.protocol, url.host]).toEqual(['upi:', 'pay']);
  expect(Object.fromEntries(url.searchParams)).toMatchObject({
    am: '1000.00',
    cu: 'INR',
    tr: searchParams.get('payCode'),
  });
});
