import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { loadBrand } from '../../brands/brand.ts';
import { publicSettings } from './pages.ts';

const folder = fileURLToPath(new URL('../../../../../brands', import.meta.url));

test('a page has its brand’s time zone, but where the country has several, which a phone knows [T2254]', () => {
  const page = { apiBase: '/api', sandbox: false, hostOrigin: '' };
  const zones = ['spec', 'ph', 'in', 'id'].map((name) => publicSettings(loadBrand(folder, name), page));
  expect(zones).toMatchObject([
    { timeZone: 'Asia/Manila' },
    { timeZone: 'Asia/Manila' },
    { timeZone: 'Asia/Kolkata' },
    { timeZone: undefined },
  ]);
});
