import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { creditingDays, decisionDays, loadBrand } from '../../brands/brand.ts';
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

test('a page has the days to the decision and to the money that its legal texts have [T3823]', () => {
  const page = { apiBase: '/api', sandbox: false, hostOrigin: '' };
  expect(publicSettings(loadBrand(folder, 'ph'), page)).toMatchObject({ decisionDays, creditingDays });
});
