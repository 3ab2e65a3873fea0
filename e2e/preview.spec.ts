import { expect, test } from './hiram.ts';

const typed = {
  'App version': ['appVersion', '9.9.1'],
  'Device name': ['deviceName', 'Cherry Aqua'],
  'Device id': ['deviceId', 'device-of-mine'],
  'OS version': ['osVersion', '11'],
  'Session id': ['sessionId', 'session-typed-here'],
  'Ad id': ['adId', 'ad-7'],
  'Product id': ['productId', 'p-1'],
  'Order id': ['orderId', 'o-1'],
} as const;

test('TEST-01 TEST-02 eight values can be edited and start with those of the address; an empty one is not sent', async ({
  page,
  hiram,
}) => {
  await page.goto(`${hiram.origin}/testPreview?appVersion=1.0&deviceId=dev-1&orderId=o-9`);
  await expect(page.getByLabel('App version')).toHaveValue('1.0');
  await expect(page.getByLabel('Device id')).toHaveValue('dev-1');
  await expect(page.getByLabel('Order id')).toHaveValue('o-9');
  for (const [label, [, value]] of Object.entries(typed)) {
    await page.getByLabel(label).fill(value);
    await expect(page.getByLabel(label)).toHaveValue(value);
  }
  await page.goto(`${hiram.origin}/testPreview?deviceName=A1&adId=ad-1`);
  await page.getByLabel('Ad id').fill('');
  const opened = page.waitForRequest((request) => request.isNavigationRequest());
  await page.getByRole('button', { name: 'About us' }).click();
  const url = new URL((await opened).url());
  expect(url.searchParams.get('deviceName')).toBe('A1');
  expect(url.searchParams.has('adId')).toBe(false);
  await page.waitForURL((address) => address.pathname !== '/testPreview');
});

test('TEST-02 each of ten buttons opens its screen with the values as query parameters', async ({
  page,
  hiram,
}) => {
  await page.goto(`${hiram.origin}/testPreview?lang=en`);
  for (const [label, [, value]] of Object.entries(typed)) await page.getByLabel(label).fill(value);
  // An answer without content leaves the page where it is, for the next button.
  await page.route(
    (url) => url.pathname !== '/testPreview',
    (route) => (route.request().isNavigationRequest() ? route.fulfill({ status: 204 }) : route.continue()),
  );
  for (const [button, path] of [
    ['Confirm loan', '/loanConfirm'],
    ['Loan detail', '/loanDetail'],
    ['Repay', '/repay'],
    ['Extension', '/repayDelay'],
    ['Bind bank', '/bindBank'],
    ['About us', '/aboutUs'],
    ['Complaint', '/complaint'],
    ['Customer service', '/customerService'],
    ['Privacy policy', '/privacyPolicy'],
    ['Repayment instructions', '/paymentInstructions'],
  ] as const) {
    const opened = page.waitForRequest((request) => request.isNavigationRequest());
    await page.getByRole('button', { name: button, exact: true }).click();
    const url = new URL((await opened).url());
    expect([button, url.pathname]).toEqual([button, path]);
    expect(Object.fromEntries(url.searchParams)).toEqual({
      lang: 'en',
      ...Object.fromEntries(Object.values(typed)),
    });
  }
});

test('TEST-03 a photo can be picked, a contact typed and the phone’s location shown', async ({
  page,
  hiram,
  context,
}) => {
  await context.grantPermissions(['geolocation'], { origin: hiram.origin });
  await context.setGeolocation({ latitude: 14.55, longitude: 121.02 });
  await page.goto(`${hiram.origin}/testPreview`);
  const pixel = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
    'base64',
  );
  await page.getByLabel('Photo').setInputFiles({ name: 'street.png', mimeType: 'image/png', buffer: pixel });
  const shown = page.getByRole('img', { name: 'street.png' });
  await expect(shown).toBeVisible();
  await expect.poll(() => shown.evaluate((image) => 'naturalWidth' in image && image.naturalWidth)).toBe(1);
  await page.getByLabel('Contact').fill('0917 555 0101');
  await expect(page.getByLabel('Contact')).toHaveValue('0917 555 0101');
  await page.getByRole('button', { name: 'Get location' }).click();
  await expect(page.getByText('14.55000, 121.02000')).toBeVisible();
});

test('TEST-03 without geolocation an alert is shown', async ({ page, hiram }) => {
  await page.addInitScript(
    "Object.defineProperty(Navigator.prototype, 'geolocation', { value: undefined, configurable: true })",
  );
  await page.goto(`${hiram.origin}/testPreview`);
  const said = page.waitForEvent('dialog');
  const tapped = page.getByRole('button', { name: 'Get location' }).click();
  const dialog = await said;
  expect(dialog.type()).toBe('alert');
  expect(dialog.message()).toBe('This browser cannot tell its location.');
  await dialog.accept();
  await tapped;
});
