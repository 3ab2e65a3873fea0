import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ladderLimit } from '@hiram/decision';
import { plan, termsFor } from '@hiram/loan';
import { formatTelephone } from '@hiram/loan/format';
import { expect, test } from 'vitest';
import { shownTemplate } from '../../features/promotion/example.ts';
import { loadTemplates } from '../../features/promotion/templates.ts';
import { loadBrand } from '../brand.ts';
import { complaintLimits } from '../complaint-limits.ts';
import { legalNames } from '../legal/legal.ts';
import { institutionLogo, logoUrl } from '../look/logos.ts';
import { institutionsOf } from '../markets/institutions.ts';
import { markets } from '../markets/markets.ts';
import { translatorFor } from '../texts/translate.ts';

const brandsDir = fileURLToPath(new URL('../../../../../brands', import.meta.url));
const shipped = readdirSync(brandsDir).filter((name) => existsSync(join(brandsDir, name, 'brand.json')));
const placeholders = (text: string) =>
  (text.match(/\{\{\s*\w+\s*\}\}/g) ?? []).map((value) => value.replace(/[{}\s]/g, '')).sort();

test('CFG-01 every folder of brands starts, and markets differ in name, scheme and store', () => {
  const brands = shipped.map((id) => loadBrand(brandsDir, id));
  expect(brands.map((brand) => brand.id)).toContain('spec');
  for (const brand of brands) {
    // What was not read in the law's own text says so wherever it is shown.
    expect(complaintLimits(brand).source.endsWith('(to be confirmed by counsel)'), brand.id).toBe(true);
    expect(brand.holidays.size, brand.id).toBeGreaterThan(20);
    expect(Object.keys(brand.colours.dark).sort(), brand.id).toEqual(Object.keys(brand.colours.light).sort());
  }
  for (const distinct of [
    brands.map((brand) => brand.names.english),
    brands.map((brand) => brand.names.chinese),
    brands.map((brand) => brand.deepLinkScheme),
    brands.map((brand) => brand.storeUrl),
    brands.map((brand) => brand.lender.legalName),
    brands.map((brand) => brand.colours.light.primary),
    brands.map((brand) => brand.look.story),
    brands.map((brand) => brand.look.type.stack),
    brands.map((brand) => brand.art.mark),
    brands.map((brand) => brand.art.pattern),
    brands.map((brand) => brand.art.home),
  ])
    expect(new Set(distinct).size).toBe(brands.length);
});

test.each(shipped)('PROM-01 %s has two landing pages in each of its languages', (id) => {
  for (const brand of loadBrand(brandsDir, id).localized.values()) {
    const templates = [...loadTemplates(brandsDir, brand).values()];
    expect(templates.length).toBeGreaterThanOrEqual(2);
    expect(new Set(templates.map((template) => template.headline)).size).toBe(templates.length);
  }
});

test.each(shipped)('PROM-01 a landing page of %s shows amounts that a first loan may have [T2098]', (id) => {
  const brand = loadBrand(brandsDir, id);
  const { ladder } = brand.policy.stages[5];
  for (const template of loadTemplates(brandsDir, brand).values()) {
    const { costs, shown } = shownTemplate(template, brand).example;
    const facts = { 'history.settledLoans': 0, 'loan.product': template.product };
    // The specification's page shows a product's whole range.
    const most = markets[brand.market].smallerOffers ? costs.at(-1) : costs[shown];
    expect(most?.amount, template.id).toBeLessThanOrEqual(ladderLimit(ladder, facts));
    // Its words name none: the slider does.
    const words = [template.headline, template.lead, ...template.points].join(' ');
    if (markets[brand.market].smallerOffers) expect(words).not.toMatch(/[₱₹]|Rp\s?\d/);
  }
});

test('CFG-08 every text of a brand is translated into each of its languages', () => {
  const ph = loadBrand(brandsDir, 'ph').localized;
  const id = loadBrand(brandsDir, 'id');
  expect([...ph.keys()]).toEqual(['en', 'fil']);
  expect(id.languages).toEqual(['id', 'en']);
  for (const [here, otherBrand] of [
    [ph.get('en'), ph.get('fil')],
    [id.localized.get('id'), id.localized.get('en')],
  ] as const) {
    expect(otherBrand?.forms.public.title).not.toBe(here?.forms.public.title);
    expect(otherBrand?.texts.get('loan-terms')?.title).not.toBe(here?.texts.get('loan-terms')?.title);
    expect(otherBrand?.recommended[0]?.buttonText).not.toBe(here?.recommended[0]?.buttonText);
    expect(otherBrand?.texts.get('loan-terms')?.html).not.toBe(here?.texts.get('loan-terms')?.html);
  }
  expect(id.texts.get('loan-terms')?.title).toBe('Syarat dan ketentuan pinjaman');
});

test('TERM-05 the Indonesian brand costs less than 0.1% of the lent amount a day, fees included', () => {
  const { products, rules } = loadBrand(brandsDir, 'id');
  for (const product of products) {
    const terms = termsFor(product, product.amountOffered, 'new', rules);
    // By every due date, not only by the last one.
    let totalCost: number = terms.fee;
    for (const { interest, day } of plan(terms)) {
      totalCost += interest;
      expect(totalCost / (terms.principal * day)).toBeLessThanOrEqual(0.001);
    }
  }
});

test.each(shipped)(
  'INFO-01 %s has the sections of a privacy policy, with its lender and its data protection officer',
  (id) => {
    const brand = loadBrand(brandsDir, id);
    const privacy = brand.texts.get('privacy-policy');
    expect(privacy?.sections.length).toBeGreaterThanOrEqual(13);
    for (const named of [
      brand.lender.legalName,
      brand.lender.email,
      formatTelephone(brand.servicePhone),
      brand.legal.officer.name,
      brand.legal.officer.email,
    ])
      expect(privacy?.html, named).toContain(named);
  },
);

test.each(shipped)(
  'INFO-02 INFO-05 %s names its lender and its licence on every page that describes it',
  (id) => {
    const brand = loadBrand(brandsDir, id);
    for (const name of ['about-us', 'loan-terms'] as const)
      for (const named of [
        brand.lender.legalName,
        brand.lender.address,
        brand.lender.email,
        brand.lender.registration,
        brand.lender.authority,
      ])
        expect(brand.texts.get(name)?.html, `${name}: ${named}`).toContain(named);
  },
);

test('INFO-09 India’s terms lead to the Ombudsman after the days that staff are shown [T1331]', () => {
  const { source, answerDays } = markets.in.complaints;
  const scheme = 'Integrated Ombudsman Scheme, 2026';
  expect(source).toContain(scheme);
  const terms = loadBrand(brandsDir, 'in').texts.get('loan-terms')?.html;
  expect(terms).toContain(`no answer that satisfies you within ${answerDays} days`);
  expect(terms).toMatch(new RegExp(`${scheme}, free of charge .*href="https://cms\\.rbi\\.org\\.in"`));
});

test.each(shipped)('INFO-06 INFO-07 %s states the figures that its loans use', (id) => {
  const source = readFileSync(join(brandsDir, id, 'legal', 'loan-terms.md'), 'utf8');
  for (const figure of [
    'decisionDays',
    'creditingDays',
    'minTerm',
    'maxTerm',
    'prepayDays',
    'penaltySentence',
    'lateSentence',
    'reportDays',
    'assignmentDays',
    'judgmentDays',
    'minAge',
  ])
    expect(placeholders(source)).toContain(figure);
});

const adultWording = { en: '18 or older', fil: '18 taong gulang pataas', id: '18 tahun atau lebih' };

test.each(shipped.filter((id) => id !== 'spec'))(
  'INFO-08 %s says in one wording from which age one can borrow, in its texts and on its form [T3841]',
  (id) => {
    for (const brand of loadBrand(brandsDir, id).localized.values()) {
      const wording = adultWording[brand.language];
      const translate = translatorFor(brand.language, markets[brand.market]);
      expect(translate('rejection.underAge', { age: 18 })).toContain(wording);
      expect(translate('decision.underAge')).toContain(wording);
      for (const name of ['loan-terms', 'privacy-policy', 'registration'] as const)
        expect(brand.texts.get(name)?.html, name).toContain(wording);
    }
  },
);

test.each(shipped)(
  'INFO-01 a translated text of %s has the sections and the figures of the original',
  (id) => {
    const folder = join(brandsDir, id, 'legal');
    const files = readdirSync(folder);
    for (const name of legalNames) {
      const original = readFileSync(join(folder, `${name}.md`), 'utf8');
      for (const file of files.filter((text) => text.startsWith(`${name}.`) && text !== `${name}.md`)) {
        const translated = readFileSync(join(folder, file), 'utf8');
        const headings = (text: string) => (text.match(/^#+ /gm) ?? []).join('');
        expect(headings(translated), file).toBe(headings(original));
        expect(placeholders(translated), file).toEqual(placeholders(original));
      }
    }
  },
);

test('TERM-04 TERM-05 the Philippine brand keeps every ceiling', () => {
  const brand = loadBrand(brandsDir, 'ph');
  expect(brand.warnings).toEqual([]);
  for (const product of brand.products) {
    const terms = termsFor(product, product.amountOffered, 'new', brand.rules);
    expect(terms.penalty).toBe(0);
    expect(terms.ceilings === undefined || terms.ceilings.enforce).toBe(true);
    expect(Math.max(...terms.lateTiers.map((tier) => tier.ppm)) * 30).toBeLessThanOrEqual(50_000);
    expect(product.dailyPpm * 30).toBeLessThanOrEqual(60_000);
  }
});

test('BANK-02 every country of a brand offers banks and wallets, each once', () => {
  for (const country of ['PH', 'IN', 'ID'] as const) {
    const institutions = institutionsOf(country);
    expect(
      institutions.filter((institution) => institution.kind === 'bank').length,
      country,
    ).toBeGreaterThanOrEqual(10);
    expect(
      institutions.filter((institution) => institution.kind === 'wallet').length,
      country,
    ).toBeGreaterThanOrEqual(2);
    expect(new Set(institutions.map((institution) => institution.bic)).size, country).toBe(
      institutions.length,
    );
    expect(new Set(institutions.map((institution) => institution.name)).size, country).toBe(
      institutions.length,
    );
  }
});

test('in every country each wallet has a mark of its own, which no other wallet or bank has [T2009]', () => {
  for (const id of ['ph', 'in', 'id']) {
    const brand = loadBrand(brandsDir, id);
    const institutions = institutionsOf(markets[brand.market].country);
    const drawn = (url: string) => brand.logos.get(/([a-z0-9]+)\.svg$/.exec(url)?.[1] ?? '');
    const wallets = institutions.filter(({ kind }) => kind === 'wallet');
    const marks = [...wallets.map((each) => institutionLogo(brand, each)), logoUrl(brand, 'bank')].map(drawn);
    expect([id, new Set(marks).size, marks.includes(undefined)]).toEqual([id, wallets.length + 1, false]);
  }
});
