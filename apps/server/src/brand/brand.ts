import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { payGuides } from '@hiram/contract/repay';
import {
  ceilingsFor,
  cents,
  checkCeilings,
  type MarketRules,
  type MoneyFormat,
  moneyFormat,
  type Product,
  philippineCeilings2026,
  productProblems,
  shortestPrepayment,
  termsFor,
  toleranceProblems,
} from '@hiram/loan';
import * as v from 'valibot';
import { type BrandForms, loadForms } from '../forms/brand-forms.ts';
import { ifscPattern } from '../forms/ifsc.ts';
import { contrastProblems } from './contrast.ts';
import { type LegalName, type LegalText, legalSchema, loadLegal } from './legal.ts';
import { type Logos, loadLogos } from './logos.ts';
import { marketNames, markets } from './markets.ts';
import { retentionSchema } from './retention.ts';
import { inLanguage, type Language, languageCodes } from './spoken.ts';

const colour = v.pipe(v.string(), v.regex(/^#[0-9a-f]{6}$/, 'is no colour (#rrggbb)'));
const colourSet = v.record(v.string(), colour);
const whole = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
const amount = v.pipe(
  v.number(),
  v.safeInteger(),
  v.minValue(1),
  v.transform((value) => cents(value)),
);
const filled = v.pipe(v.string(), v.minLength(1, 'is empty'));

const productSchema = v.strictObject({
  code: v.pipe(v.string(), v.regex(/^[a-z0-9-]+$/)),
  name: filled,
  kind: v.picklist(['single', 'perPeriod']),
  amountMin: amount,
  amountMax: amount,
  amountStep: amount,
  amountOffered: amount,
  termDays: whole,
  periods: whole,
  dailyPpm: whole,
  feePpm: whole,
  extensions: whole,
});
export type BrandProduct = v.InferOutput<typeof productSchema>;

const channelSchema = v.strictObject({
  number: filled,
  name: filled,
  logo: filled,
  /** 1 shows a code and its barcode, 2 a QR code. */
  showType: v.picklist([1, 2]),
  min: amount,
  max: amount,
  minutes: v.pipe(whole, v.minValue(1)),
  /** Whose instructions the app shows for it. */
  guide: v.picklist(payGuides),
  code: filled,
  /** What each payment provider calls this channel, by the provider's name. */
  via: v.optional(v.record(v.string(), filled)),
});
export type Channel = v.InferOutput<typeof channelSchema>;

/** An account of the lender's to which a borrower transfers by hand. */
const transferSchema = v.strictObject({
  number: filled,
  name: filled,
  logo: filled,
  bank: filled,
  account: v.pipe(v.string(), v.regex(/^\d{6,20}$/, 'is no account number')),
  holder: filled,
  /** The branch's code in India (IFSC). */
  ifsc: v.optional(v.pipe(v.string(), v.regex(ifscPattern, 'is no IFSC'))),
  min: amount,
  max: amount,
});
export type Transfer = v.InferOutput<typeof transferSchema>;

const recommendationSchema = v.strictObject({
  key: filled,
  name: filled,
  logo: filled,
  buttonText: filled,
  amountRange: filled,
  amountRangeDesc: filled,
  rate: filled,
  description: filled,
  tags: v.array(filled),
  globally: whole,
  url: filled,
});

const brandSchema = v.strictObject({
  market: v.picklist(marketNames),
  /** The languages in which all of its texts are there; the first is spoken where a caller asks for none or another. */
  languages: v.pipe(
    v.array(v.picklist(languageCodes)),
    v.minLength(1, 'names no language'),
    v.check((codes) => new Set(codes).size === codes.length, 'names a language twice'),
  ),
  names: v.strictObject({ english: filled, chinese: filled }),
  real: v.picklist([0, 1]),
  servicePhone: v.pipe(v.string(), v.regex(/^\+?\d{3,15}$/)),
  deepLinkScheme: v.pipe(v.string(), v.regex(/^[a-z][a-z0-9+.-]*$/)),
  storeUrl: v.pipe(v.string(), v.url()),
  /** The app's file for phones without that store, and Apple's store, where there are such. */
  apkUrl: v.optional(v.pipe(v.string(), v.url(), v.startsWith('https://', 'must be an https address'))),
  appStoreUrl: v.optional(v.pipe(v.string(), v.url(), v.startsWith('https://', 'must be an https address'))),
  timeZone: filled,
  /** Days on which nobody works beside Saturdays and Sundays: they do not count where weekdays are promised (CMP-13). */
  holidays: v.pipe(
    v.array(v.pipe(v.string(), v.isoDate('is no day'))),
    v.transform((days): ReadonlySet<string> => new Set(days)),
  ),
  colours: v.strictObject({ light: colourSet, dark: colourSet }),
  lender: v.strictObject({
    legalName: filled,
    address: filled,
    email: v.pipe(v.string(), v.email()),
    registration: filled,
    authority: filled,
  }),
  legal: legalSchema,
  customerService: v.strictObject({
    email: v.pipe(v.string(), v.email()),
    /** Where a person answers online (INFO-03). */
    online: v.pipe(v.string(), v.url(), v.startsWith('https://', 'must be an https address')),
  }),
  partners: v.array(
    v.strictObject({ host: v.pipe(v.string(), v.regex(/^[a-z0-9.-]+(:\d+)?$/)), trusted: v.boolean() }),
  ),
  /** The largest instalment as a share of declared monthly income, in ppm. */
  maxInstalmentShare: whole,
  offerDays: whole,
  retention: retentionSchema,
  /** How far the lender looks at who is behind an application and an account. */
  identity: v.strictObject({
    /** A device that another borrower applied with: `refer` leaves the application to a person. */
    sharedDevice: v.picklist(['refer', 'ignore']),
    /** Payouts to an account that replaced another wait for so many hours. */
    accountHoldHours: v.pipe(whole, v.minValue(1), v.maxValue(240)),
  }),
  applyAgainDays: whole,
  products: v.pipe(v.array(productSchema), v.minLength(1)),
  channels: v.pipe(v.array(channelSchema), v.minLength(1)),
  transfers: v.array(transferSchema),
  recommended: v.array(recommendationSchema),
});

/** A brand in one of its languages: its files, checked, with its market's rules. */
export interface Brand extends v.InferOutput<typeof brandSchema> {
  readonly id: string;
  /** The language of the texts below. */
  readonly language: Language;
  /** The same brand in each of its languages. */
  readonly spoken: ReadonlyMap<string, Brand>;
  readonly rules: MarketRules;
  readonly money: MoneyFormat;
  /** The forms of certification (KEY-03). */
  readonly forms: BrandForms;
  /** Its legal texts with its own names and figures. */
  readonly texts: ReadonlyMap<LegalName, LegalText>;
  /** Pictures of its products and channels, by name. */
  readonly logos: Logos;
  /** Lines worth a warning at start: what the market only reports. */
  readonly warnings: readonly string[];
}

/** A brand in the language that a caller asks for (`fil-PH`, `ID`), or in its first. */
export function brandIn(brand: Brand, asked: string | undefined): Brand {
  const code = asked?.toLowerCase().split(/[-_]/)[0] ?? '';
  return brand.spoken.get(code === 'tl' ? 'fil' : code) ?? brand;
}

/** TERM-02: within so many days the lender decides, and the money arrives after the borrower has accepted. */
export const decisionDays = 1;
export const creditingDays = 3;
/** INFO-08: who is younger cannot borrow. */
export const adultAge = 18;
/** CMP-13: weekdays within which a complaint is answered. */
export const replyWeekdays = 3;

export class BrandError extends Error {}

function productOf(product: BrandProduct): Product {
  return product;
}

/** What is wrong with a brand's file, each as one line that says where. */
function problemsOf(
  brand: v.InferOutput<typeof brandSchema>,
  rules: MarketRules,
): { errors: string[]; warnings: string[] } {
  const errors: string[] = [];
  const warnings: string[] = [];
  for (const theme of ['light', 'dark'] as const)
    for (const problem of contrastProblems(brand.colours[theme])) errors.push(`colours.${theme}: ${problem}`);
  try {
    new Intl.DateTimeFormat('en', { timeZone: brand.timeZone });
  } catch {
    errors.push(`timeZone: ${brand.timeZone} is no time zone`);
  }
  const { country, guides } = markets[brand.market];
  for (const channel of brand.channels)
    if (!guides.includes(channel.guide))
      errors.push(`channels.${channel.number}: ${channel.guide} is no guide of this market`);
  const minimums = [...brand.channels, ...brand.transfers].map((one) => one.min);
  for (const problem of toleranceProblems(rules, minimums)) errors.push(`channels: ${problem}`);
  for (const transfer of brand.transfers)
    if ((country === 'IN') !== (transfer.ifsc !== undefined))
      errors.push(`transfers.${transfer.number}: an IFSC belongs to India's accounts, and they have one`);
  for (const product of brand.products) {
    for (const problem of productProblems(productOf(product), rules.unit))
      errors.push(`products.${product.code}: ${problem}`);
    if (product.amountOffered < product.amountMin || product.amountOffered > product.amountMax)
      errors.push(`products.${product.code}: the amount offered is outside the range`);
  }
  if (errors.length > 0) return { errors, warnings };
  for (const product of brand.products)
    for (const lent of [product.amountMin, product.amountOffered, product.amountMax]) {
      const reported = rules.ceilings ? undefined : { ...philippineCeilings2026, enforce: false };
      const ceilings = ceilingsFor(rules, lent, product.termDays) ?? reported;
      if (!ceilings) continue;
      for (const broken of checkCeilings(ceilings, termsFor(product, lent, 'new', rules))) {
        const line = `products.${product.code}: at ${lent / 100}, ${broken.ceiling} is ${broken.figure / 10_000} %, above the ${broken.limit / 10_000} % of ${ceilings.name}`;
        (ceilings.enforce ? errors : warnings).push(line);
      }
    }
  return { errors, warnings };
}

function readJson(brandsDir: string, where: string): unknown {
  try {
    return JSON.parse(readFileSync(join(brandsDir, where), 'utf8'));
  } catch (error) {
    throw new BrandError(`brands/${where} is no JSON: ${error instanceof Error ? error.message : ''}`);
  }
}

/** Reads a brand's folder. Throws BrandError with every problem, one a line. */
export function loadBrand(brandsDir: string, id: string): Brand {
  const where = `${id}/brand.json`;
  if (!existsSync(join(brandsDir, where)))
    throw new BrandError(`BRAND names ${id}, and there is no brands/${where}`);
  const json = readJson(brandsDir, where);
  const first = checked(inLanguage(json, firstLanguage(json), []), where);
  const spoken = new Map<string, Brand>();
  const problems: string[] = [];
  for (const language of first.languages)
    try {
      spoken.set(language, speakBrand(brandsDir, id, json, language, spoken));
    } catch (error) {
      if (!(error instanceof BrandError)) throw error;
      problems.push(...error.message.split('\n'));
    }
  const brand = spoken.get(first.languages[0] ?? '');
  if (problems.length > 0 || !brand) throw new BrandError([...new Set(problems)].join('\n'));
  return brand;
}

/** What the file names first, before anything of it is checked; what is none is found by the schema. */
function firstLanguage(json: unknown): Language {
  const named =
    typeof json === 'object' && json !== null && 'languages' in json && Array.isArray(json.languages)
      ? json.languages[0]
      : undefined;
  return languageCodes.find((code) => code === named) ?? 'en';
}

/** The brand's file as its schema has it, whatever the language. */
function checked(json: unknown, where: string): v.InferOutput<typeof brandSchema> {
  const parsed = v.safeParse(brandSchema, json);
  if (parsed.success) return parsed.output;
  throw new BrandError(
    parsed.issues
      .map((issue) => `brands/${where}: ${v.getDotPath(issue) ?? 'the file'} ${issue.message}`)
      .join('\n'),
  );
}

function speakBrand(
  brandsDir: string,
  id: string,
  json: unknown,
  language: Language,
  spoken: ReadonlyMap<string, Brand>,
): Brand {
  const where = `${id}/brand.json`;
  const unsaid: string[] = [];
  const brand = checked(inLanguage(json, language, unsaid), where);
  const { rules } = markets[brand.market];
  const { errors, warnings } = problemsOf(brand, rules);
  errors.unshift(...unsaid);
  const lines = errors.map((line) => `brands/${where}: ${line}`);
  const money = moneyFormat(brand.market, brand.real);
  const { texts, problems } = loadLegal(brandsDir, id, {
    ...brand,
    language,
    rules,
    money,
    decisionDays,
    creditingDays,
    prepayDays: shortestPrepayment,
    replyWeekdays,
    adultAge,
  });
  const { forms, problems: formProblems } = loadForms(brandsDir, id, language);
  const { logos, problems: logoProblems } = loadLogos(brandsDir, id);
  lines.push(...problems, ...formProblems, ...logoProblems);
  if (lines.length > 0 || !forms) throw new BrandError(lines.join('\n'));
  return { ...brand, id, language, spoken, rules, money, forms, texts, logos, warnings };
}
