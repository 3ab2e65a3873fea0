import { instalmentDetail, payCode as payCodeCall } from '@hiram/contract/repay';
import { type DemoOptions, expect, type Hiram, type Page, test } from '../support/hiram.ts';

interface Code {
  readonly payCode: string;
  readonly address: string;
}

/** Makes a code of a borrower of a brand, who is late unless `state` says otherwise, and returns the address of its page. */
async function codeOf(
  hiram: Hiram,
  brand: string,
  channelNumber: string,
  { lang = 'en', state = '180' }: { readonly lang?: string; readonly state?: DemoOptions['state'] } = {},
): Promise<Code> {
  const phone = { appName: brand, deviceId: 'phone-1' };
  const { sessionId, orderId } = await hiram.borrower({ state, with: { kindTips: 0 } }, phone);
  const context = { ...phone, sessionId };
  const { repayAmount: amount } = await hiram.send(instalmentDetail, { orderId }, context);
  const input = { orderId, amount, channelNumber };
  const { payUrl } = await hiram.send(payCodeCall, input, context);
  const url = new URL(payUrl, hiram.origin);
  for (const [name, value] of Object.entries({ ...context, lang })) url.searchParams.set(name, value);
  return { payCode: url.searchParams.get('payCode') ?? '', address: url.href };
}

const bar = (page: Page) => page.locator('footer').getByRole('button');

test('each channel’s page names it, whom it pays, until when, and its own first action [T1128]', async ({
  page,
  hiram,
}) => {
  for (const [brand, channel, title, actions] of [
    ['ph', '10001', 'Pay with GCash', ['Open GCash', 'Save QR']],
    ['ph', '10004', 'Pay at 7-Eleven', ['Show barcode large']],
    ['in', '20001', 'Pay with UPI', ['Save QR', 'Open UPI app']],
    ['id', '30002', 'Pay with Virtual Account', ['Copy number']],
  ] as const) {
    const { address } = await codeOf(hiram, brand, channel);
    await page.goto(address);
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
    await expect(bar(page)).toHaveText([...actions]);
    await expect(page.getByText(/^Works until .*\d\d:\d\d(, with or without signal)?$/)).toBeVisible();
    await expect(page.getByText(/^to .+/)).toBeVisible();
    await expect(page.getByText(/^Loan number /)).toBeVisible();
  }
});

test('a code that works for weeks says until which day, and counts no hours [T1796]', async ({
  page,
  hiram,
}) => {
  const { address } = await codeOf(hiram, 'ph', '10004', { state: '170' });
  await page.goto(address);
  await expect(page.getByText(/^Works until the end of \d+ \w+, with or without signal$/)).toBeVisible();
  await expect(page.getByRole('timer')).toHaveCount(0);
});

test('the large barcode keeps the screen on while it is shown [T1129]', async ({ page, hiram }) => {
  await page.addInitScript(`{
    window.lock = [];
    const release = async () => void window.lock.push('released');
    Object.defineProperty(navigator, 'wakeLock', {
      value: { request: async (kind) => (window.lock.push(kind), { release }) },
    });
  }`);
  const { address } = await codeOf(hiram, 'ph', '10004');
  await page.goto(address);
  await page.getByRole('button', { name: 'Show barcode large' }).click();
  await expect.poll(() => page.evaluate('window.lock')).toEqual(['screen']);
  await page.getByRole('dialog').getByRole('button', { name: 'Back' }).click();
  await expect.poll(() => page.evaluate('window.lock')).toEqual(['screen', 'released']);
});

test('the guides of a brand whose wallets take QR codes alone do not lead to its bills [T1130]', async ({
  page,
  hiram,
}) => {
  await page.goto(`${hiram.origin}/paymentInstructions?appName=ph&lang=en`);
  await expect(page.getByRole('heading', { name: 'GCash, by QR code' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Maya, by QR code' })).toBeVisible();
  await expect(page.getByText('Bills')).toHaveCount(0);
});

test.describe('without a connection', () => {
  test.use({ serviceWorkers: 'allow' });

  test('a code stays after a reload, says until when it works, is copied and shown large [T1131]', {
    tag: '@verify',
  }, async ({ page, context, hiram }) => {
    const { payCode, address } = await codeOf(hiram, 'ph', '10004', { lang: 'fil' });
    await page.goto(address);
    const picture = page.getByRole('img').and(page.locator('[width="310"]'));
    await expect(picture).toBeVisible();
    const isCached = `(async () => {
      const [kept] = await Promise.all([
        caches.match(location.pathname + '?appName=ph', { ignoreVary: true }),
        navigator.serviceWorker.ready,
      ]);
      return kept !== undefined && (localStorage.getItem('hiram.known') || '').length > 1500;
    })()`;
    await expect.poll(() => page.evaluate(isCached)).toBe(true);
    await context.setOffline(true);
    await expect(page.getByText(/^Gagana kahit walang signal hanggang /)).toBeVisible();
    await page.reload();
    await expect(page.getByText(payCode.replace(/(\d{4})(?=\d)/g, '$1 '))).toBeVisible();
    await expect(page.getByText(/^Gagana kahit walang signal hanggang /)).toBeVisible();
    await expect(page.getByRole('status').filter({ hasText: /offline|Walang koneksyon/i })).toHaveCount(0);
    await expect
      .poll(() => picture.evaluate((image) => Reflect.get(image, 'naturalWidth')))
      .toBeGreaterThan(0);
    await expect(picture).toHaveAttribute('src', /^data:image\/svg\+xml,/);
    await page.getByRole('button', { name: 'Palakihin ang barcode' }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
  });
});
