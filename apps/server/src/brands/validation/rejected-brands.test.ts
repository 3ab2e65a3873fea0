import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { BrandError, loadBrand } from '../brand.ts';
import { complaintLimits } from '../complaint-limits.ts';

const brandsDir = fileURLToPath(new URL('../../../../../brands', import.meta.url));

test('id a policy that allows more than 30% of income, or minors, is refused at the start [T912]', () => {
  const folder = mkdtempSync(join(tmpdir(), 'hiram-brands-'));
  try {
    cpSync(join(brandsDir, 'id'), join(folder, 'mine'), { recursive: true });
    const file = join(folder, 'mine/policy.json');
    const policy = readFileSync(file, 'utf8');
    writeFileSync(file, policy.replace('"maxShare": 300000', '"maxShare": 400000'));
    expect(() => loadBrand(folder, 'mine')).toThrow(
      'brands/mine/policy.json: stages.4.maxShare: the law allows at most 300000 ppm',
    );
    writeFileSync(file, policy.replace('"value": 18', '"value": 17'));
    expect(() => loadBrand(folder, 'mine')).toThrow('stages.0.rules.1: adult is weaker than the law');
    writeFileSync(file, policy.replace('"product": "tangga"', '"product": "cepat"'));
    expect(() => loadBrand(folder, 'mine')).toThrow('cepat is no product of the brand');
    rmSync(file);
    expect(() => loadBrand(folder, 'mine')).toThrow('brands/mine/policy.json is missing');
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('a wrong brand file stops the start, with one line for each error', () => {
  const folder = mkdtempSync(join(tmpdir(), 'hiram-brands-'));
  try {
    cpSync(join(brandsDir, 'ph'), join(folder, 'mine'), { recursive: true });
    const file = join(folder, 'mine/brand.json');
    const good: {
      products: object[];
      ceilings: object;
      channels: object[];
      transfers: object[];
      colours: { light: Record<string, string>; dark: Record<string, string> };
    } = JSON.parse(readFileSync(file, 'utf8'));
    const report = (change: object) => {
      writeFileSync(file, JSON.stringify({ ...good, ...change }));
      try {
        loadBrand(folder, 'mine');
      } catch (error) {
        return error instanceof BrandError ? error.message : '';
      }
      return '';
    };
    expect(report({})).toBe('');
    const complaints = { acknowledgeDays: 3, answerDays: 20, source: 'a law' };
    expect(report({ complaints })).toBe('');
    expect(complaintLimits(loadBrand(folder, 'mine'))).toEqual({ ...complaints, isConfirmed: true });
    expect(report({ complaints: { ...complaints, answerDays: 0 } })).toMatch(/complaints\.answerDays/);
    expect(report({ languages: ['en', 'fil', 'id'] })).toMatch(/has no text in Bahasa Indonesia/);
    expect(report({ languages: ['en', 'fil', 'id'] })).toMatch(/legal\/about-us\.id\.md is missing/);
    expect(report({ languages: [] })).toMatch(/brand\.json: languages is empty: list a language/);
    const { light, dark } = good.colours;
    expect(report({ colours: { light: { ...light, ink: 'black' }, dark } })).toMatch(
      /brand\.json: colours\.light\.ink is not a colour/,
    );
    expect(report({ colours: { light: { ...light, ink: '#eeeeee' }, dark } })).toMatch(
      /colours\.light: ink on surface has a contrast of 1\.\d+, less than 4\.5/,
    );
    const [first, ...rest] = good.products;
    expect(report({ products: [{ ...first, dailyPpm: 2_500 }, ...rest] })).toMatch(
      /products\.\S+: at .* is 7\.5%, above the 6%/,
    );
    // Ceilings: the law's for small loans, the brand's own for the others. The brand must set some.
    expect(report({ ceilings: undefined })).toMatch(
      /brand\.json: ceilings: a brand of market ph must set its own/,
    );
    expect(report({ ceilings: { ...good.ceilings, latePerMonth: undefined } })).toMatch(
      /ceilings\.latePerMonth/,
    );
    const own = (change: object) => report({ ceilings: { ...good.ceilings, ...change } });
    expect(own({ nominalPerMonth: 50_000 })).toMatch(
      /products\.baitang: at 10500, nominalPerMonth is 5\.4%, above the 5% of Hagdan/,
    );
    expect(own({ effectivePerMonth: 50_000 })).toMatch(
      /products\.baitang: at 25000, effectivePerMonth is 6\.\d+%, above the 5% of Hagdan/,
    );
    expect(own({ totalCost: 100_000 })).toMatch(
      /products\.akyat: at 50000, totalCost is \d\d\.\d+%, above the 10%/,
    );
    // A remainder of 49 pesos would be late, and smaller than the minimum of every channel.
    const withHighMinimum = (list: readonly object[]) => list.map((item) => ({ ...item, min: 5_000 }));
    expect(
      report({ channels: withHighMinimum(good.channels), transfers: withHighMinimum(good.transfers) }),
    ).toMatch(/channels: the tolerance of 100 is below the lowest channel minimum of 5000 less the unit 1/);
    for (const line of report({ names: { english: '', chinese: '' }, timeZone: '' }).split('\n'))
      expect(line).toMatch(/^brands\/mine\/brand\.json: \S/);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
