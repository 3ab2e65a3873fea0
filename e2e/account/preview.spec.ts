import { expect, test } from '../support/hiram.ts';

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
