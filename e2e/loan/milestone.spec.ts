import { readFile } from 'node:fs/promises';
import { instalmentDetail, payCode as payCodeCall } from '@hiram/contract/repay';
import sharp from 'sharp';
import { readDigits } from '../support/code128.ts';
import { type Demo, type DemoOptions, expect, type Hiram, type Page, test } from '../support/hiram.ts';

const phone = { appName: 'ph', deviceId: 'phone-1' };
const arrive = (hiram: Hiram, options: DemoOptions) => hiram.borrower(options, phone);
const orderPage = (hiram: Hiram, borrower: Demo, more: Record<string, string> = {}) =>
  hiram.url('/order', borrower, { ...phone, lang: 'en', ...more });

/** Makes a code for the amount due, and returns it with the address of its page. */
async function codeFor(hiram: Hiram, borrower: Demo) {
  const query = { ...phone, sessionId: borrower.sessionId };
  const { orderId } = borrower;
  const { repayAmount: amount } = await hiram.send(instalmentDetail, { orderId }, query);
  const { payUrl } = await hiram.send(payCodeCall, { orderId, amount, channelNumber: '10001' }, query);
  const url = new URL(payUrl, hiram.origin);
  for (const [name, value] of Object.entries({ ...query, lang: 'en' })) url.searchParams.set(name, value);
  return { payCode: url.searchParams.get('payCode') ?? '', url: url.href };
}

/** The page has no bar above, its words are read out once by the focus, and nothing else announces them. */
async function expectFullPage(page: Page, heading: RegExp): Promise<void> {
  const title = page.getByRole('heading', { level: 1, name: heading });
  await expect(title).toBeFocused();
  await expect(page.locator('header')).toHaveCount(0);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.locator('main [role="status"], main [aria-live]')).toHaveCount(0);
}

test('an approval asks where the money goes and opens the form of the chosen wallet [T1125]', async ({
  page,
  hiram,
}) => {
  const borrower = await arrive(hiram, { state: '151', with: { cardNeedPop: 1 } });
  await page.goto(orderPage(hiram, borrower));
  await expectFullPage(page, /^₱9,800\.00 is ready for you$/);
  await expect(page.getByRole('radio', { name: /^GCash 0917 ··· \d{4} Your number$/ })).toBeChecked();
  await page.getByText('Maya').click();
  await page.getByRole('button', { name: 'Continue with Maya' }).click();
  await expect(page).toHaveURL(/\/bindBank\?/);
  await expect(page.getByRole('radio', { name: 'Maya' })).toBeChecked();
  await page.goto(orderPage(hiram, borrower));
  await expect(page.getByRole('button', { name: 'Add payout account' })).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('money that arrives and a repayment that is received are full pages once [T1126]', {
  tag: '@verify',
}, async ({ page, hiram }) => {
  const borrower = await arrive(hiram, { state: '151' });
  await page.goto(orderPage(hiram, borrower));
  await page.getByRole('button', { name: /^Send ₱9,800\.00 to / }).click();
  await expectFullPage(page, /^₱9,800\.00 is in your GCash$/);
  await expect(page.getByText('₱10,000.00 less fee ₱200.00')).toBeVisible();
  await expect(page.getByText(/^First payment ₱2,846\.37 on/)).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1, name: /^Loan / })).toBeVisible();
  await page.reload();
  await expect(page.getByText('Loan active')).toBeVisible();

  const { payCode, url } = await codeFor(hiram, borrower);
  await page.goto(url);
  await hiram.pay(payCode);
  await expectFullPage(page, /^₱2,846\.37 Step 1 of 4 done, Maria$/);
  for (const [text, value] of [
    ['Principal', '₱2,306.37'],
    ['Interest', '₱540.00'],
    ['Left to pay', '₱8,539.11'],
  ])
    await expect(page.locator('dl > div', { hasText: text })).toContainText(value ?? '');
  await page.getByRole('button', { name: 'Done' }).click();
  await expect(page).toHaveURL(/\/order\?/);
  await expect(page.getByText('1 of 4 paid')).toBeVisible();
});

test('without motion a milestone stands in its end state at once [T1127]', async ({ page, hiram }) => {
  const borrower = await arrive(hiram, { state: '151' });
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto(orderPage(hiram, borrower, { lang: 'fil' }));
  await expect(page.getByRole('heading', { level: 1, name: /handa na para sa iyo$/ })).toBeVisible();
  expect(await page.evaluate('document.getAnimations().length')).toBe(0);
});

test('after a payment a picture of 16 colours can be saved, of at most 20 kB [T1134]', async ({
  page,
  hiram,
}) => {
  const borrower = await arrive(hiram, { state: '170' });
  const { payCode } = await codeFor(hiram, borrower);
  await hiram.pay(payCode);
  await page.goto(orderPage(hiram, borrower));
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: /^Save a picture/ }).click();
  const path = await (await download).path();
  const { format, width, height } = await sharp(path).metadata();
  expect([format, width, height]).toEqual(['png', 810, 1114]);
  const bytes = await readFile(path);
  expect(bytes.length).toBeLessThanOrEqual(20_000);
  // Four bits a pixel, of a palette.
  expect([bytes[24], bytes[25]]).toEqual([4, 3]);
  // It is whole: every row can be decoded.
  await sharp(path).stats();
});

test('the saved picture has the store’s barcode and no personal data [T1364]', async ({ page, hiram }) => {
  // Everything that is written into the picture.
  await page.addInitScript(`{
    window.written = [];
    const { fillText } = CanvasRenderingContext2D.prototype;
    CanvasRenderingContext2D.prototype.fillText = function (text, ...rest) {
      window.written.push(text);
      return fillText.call(this, text, ...rest);
    };
  }`);
  const borrower = await arrive(hiram, { state: '170' });
  const { payCode } = await codeFor(hiram, borrower);
  await hiram.pay(payCode);
  await page.goto(orderPage(hiram, borrower));
  const made = page.waitForResponse((response) => response.url().includes('/repay/pay-code'));
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: /^Save a picture/ }).click();
  const { data } = await (await made).json();
  const code = new URL(data.payUrl, hiram.origin).searchParams.get('payCode');
  const path = await (await download).path();
  expect((await readFile(path)).length).toBeLessThanOrEqual(20_000);
  const { data: pixels, info } = await sharp(path).greyscale().raw().toBuffer({ resolveWithObject: true });
  for (const y of [760, 820, 890])
    expect(readDigits(Array.from(pixels.subarray(y * info.width, (y + 1) * info.width)))).toBe(code);
  const written = await page.evaluate<string[]>('window.written');
  expect(written).toContain('7-Eleven');
  expect(written.join('\n')).not.toMatch(/Maria|Santos|8,539\.11|0917|\+63 ?9/);
});
