import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { failedStart } from '../../test/support/processes/failed-start.ts';
import { startHiram } from '../../test/support/processes/running-server.ts';
import { BrandError, loadBrand } from '../brands/brand.ts';
import { demoFields } from '../brands/validation/demo-brand.ts';
import { exchangeRates, exchangeRatesIn } from '../features/calculator/exchange.ts';

const root = fileURLToPath(new URL('../../../..', import.meta.url));
let brandsDir: string;
const own = (path: string) => join(brandsDir, 'paluwagan', path);

function edit(path: string, change: (json: Record<string, unknown>) => void): void {
  const json = JSON.parse(readFileSync(own(path), 'utf8'));
  change(json);
  writeFileSync(own(path), JSON.stringify(json));
}

/** A fifth brand by the recipe in CONTRIBUTING: a copy of `ph` with a name, a lender and products of its own. */
beforeAll(() => {
  brandsDir = mkdtempSync(join(tmpdir(), 'hiram-brands-'));
  cpSync(join(root, 'brands/ph'), own(''), { recursive: true });
  edit('brand.json', (brand) => {
    brand.names = { english: 'Paluwagan', chinese: '互助借' };
    brand.lender = {
      ...(brand.lender as object),
      legalName: 'Paluwagan Finance Corporation',
      registration: 'CS2026-18304',
      authority: 'CA-1187',
    };
    const [first] = brand.products as Record<string, unknown>[];
    brand.products = [{ ...first, code: 'sulong', name: 'Sulong Loan', amountMax: 2_000_000 }];
    brand.recommended = [];
  });
  edit('policy.json', (policy) => {
    const limit = (policy.stages as { ladder?: object[] }[]).at(-1);
    if (limit) limit.ladder = [{ settled: 0, product: 'sulong', max: 600_000 }];
  });
  writeFileSync(
    own('brand.json'),
    readFileSync(own('brand.json'), 'utf8').replaceAll('hagdan.example', 'paluwagan.ph'),
  );
  for (const page of ['landing/1-steps.json', 'landing/2-plain.json'])
    edit(page, (landing) => {
      landing.product = 'sulong';
    });
});
afterAll(() => rmSync(brandsDir, { recursive: true }));

const modes = {
  'in the sandbox': { SANDBOX: '1' },
  'for real borrowers': {
    SANDBOX: '0',
    PROVIDER_URL: 'https://gateway.hiram.example',
    PROVIDER_SECRET: 'x'.repeat(20),
    WEBHOOK_SECRET: 'y'.repeat(20),
  },
};

test.each(Object.entries(modes))(
  'a brand made from ph starts from a folder of its own %s [T764]',
  async (_mode, environment) => {
    const own = { BRAND: 'paluwagan', BRANDS_DIR: brandsDir, HOST: '127.0.0.1' };
    const hiram = await startHiram(inject('cluster'), { ...environment, ...own });
    try {
      const page = await fetch(`${hiram.origin}/login`);
      expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('Paluwagan')]);
      const offered = hiram.owner.selectFrom('product').select('code').where('withdrawn_at', 'is', null);
      expect(await offered.execute()).toEqual([{ code: 'sulong' }]);
    } finally {
      await hiram.stop();
    }
  },
);

test('outside the sandbox a demonstration’s brand is refused, with a line for each field [T765]', async () => {
  const settings = { BRAND: 'ph', DATA_KEY: 'ab'.repeat(32), DATABASE_URL: 'postgres://u@127.0.0.1:2/hiram' };
  const message = await failedStart({
    ...settings,
    ...modes['for real borrowers'],
    LOG_LEVEL: 'silent',
    DATA_DIR: brandsDir,
  });
  expect(message.split('\n')).toEqual(
    expect.arrayContaining([
      'the brand ph: lender.registration is CS2026-00000, a placeholder',
      'the brand ph: lender.email is help@hagdan.example, an example’s domain',
      'the brand ph is a demonstration: it runs in the sandbox only',
    ]),
  );
  expect(demoFields('paluwagan', loadBrand(brandsDir, 'paluwagan'))).toEqual([]);
});

test('every shipped brand is a demonstration, and a registration of a lender is none', () => {
  for (const id of ['ph', 'in', 'id', 'spec'])
    expect(demoFields(id, loadBrand(join(root, 'brands'), id)).join('\n')).toMatch(
      /lender\.registration is .*\n/,
    );
  for (const registration of ['CS201600210', 'U65929KA2016PTC104000', '9120304050607'])
    expect(
      demoFields('a', { lender: { registration, email: 'help@examples.ph', site: 'https://test.ph/x' } }),
    ).toEqual([]);
});

test('exchange rates in the folder of brands replace the release’s; a wrong file is named', () => {
  expect(exchangeRatesIn(brandsDir)).toBe(exchangeRates);
  const elsewhere = mkdtempSync(join(brandsDir, 'rates-'));
  writeFileSync(
    join(elsewhere, 'exchange-rates.json'),
    JSON.stringify({ ...exchangeRates, asOf: '2026-10-01' }),
  );
  expect(exchangeRatesIn(elsewhere).asOf).toBe('2026-10-01');
  const wrong = mkdtempSync(join(brandsDir, 'rates-'));
  writeFileSync(join(wrong, 'exchange-rates.json'), JSON.stringify({ ...exchangeRates, asOf: 'today' }));
  expect(() => exchangeRatesIn(wrong)).toThrow(/exchange-rates\.json asOf: /);
});

test('a recommendation of a product that the brand no longer has stops the start with one line', () => {
  const before = readFileSync(own('brand.json'), 'utf8');
  try {
    const { recommended } = JSON.parse(readFileSync(join(root, 'brands/ph/brand.json'), 'utf8'));
    edit('brand.json', (brand) => {
      brand.recommended = recommended;
    });
    expect(() => loadBrand(brandsDir, 'paluwagan')).toThrow(
      new BrandError(
        'brands/paluwagan/brand.json: recommended.akyat: /productDetail?product=akyat leads to a product that the brand does not have',
      ),
    );
  } finally {
    writeFileSync(own('brand.json'), before);
  }
});
