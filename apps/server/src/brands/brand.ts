import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Policy } from '@hiram/decision';
import {
  type MarketRules,
  type MoneyFormat,
  minPrepayment,
  moneyFormat,
  toleranceProblems,
} from '@hiram/loan';
import * as v from 'valibot';
import { type Chart, loadChart } from './chart.ts';
import { type BrandForms, loadForms } from './forms/brand-forms.ts';
import { type LegalName, type LegalText, loadLegal } from './legal/legal.ts';
import { type BrandArt, loadArt } from './look/art.ts';
import { contrastProblems } from './look/contrast.ts';
import { type Logos, loadLogos } from './look/logos.ts';
import { marketDocuments } from './markets/identity-documents.ts';
import { markets } from './markets/markets.ts';
import { loadMessages, type MessageTexts } from './messages/load-messages.ts';
import { strategyFaults } from './messages/strategy.ts';
import { inLanguage, type Language, languageCodes } from './texts/localized.ts';
import { brandSchema } from './validation/brand-schema.ts';
import { loadPolicy } from './validation/credit-policy.ts';
import { deadLinks } from './validation/dead-links.ts';
import { productFaults, rulesOf } from './validation/product-faults.ts';

export type { BrandProduct, Channel } from './validation/brand-schema.ts';

/** A brand in one of its languages: its validated files with its market's rules. */
export interface Brand extends v.InferOutput<typeof brandSchema> {
  readonly id: string;
  /** The language of the texts below. */
  readonly language: Language;
  /** The same brand in each of its languages. */
  readonly localized: ReadonlyMap<string, Brand>;
  readonly rules: MarketRules;
  readonly money: MoneyFormat;
  /** The forms of certification (KEY-03). */
  readonly forms: BrandForms;
  /** Its legal texts with its names and figures filled in. */
  readonly texts: ReadonlyMap<LegalName, LegalText>;
  /** Logos of its products and channels, by name. */
  readonly logos: Logos;
  /** The first version of its credit policy; later ones are in the database. */
  readonly policy: Policy;
  /** The accounts of its general ledger. */
  readonly chart: Chart;
  /** Its own texts of messages; the others are the product's. */
  readonly messages: MessageTexts;
  /** Its mark, pattern and scenes. */
  readonly art: BrandArt;
  /** Warnings for the start: violations that the market only reports. */
  readonly warnings: readonly string[];
}

/** The brand in the requested language (`fil-PH`, `ID`), or in its first language. */
export function brandIn(brand: Brand, language: string | undefined): Brand {
  const code = language?.toLowerCase().split(/[-_]/)[0] ?? '';
  return brand.localized.get(code === 'tl' ? 'fil' : code) ?? brand;
}

/** TERM-02: days within which the lender decides, and within which the money arrives after acceptance. */
export const decisionDays = 1;
export const creditingDays = 3;
/** INFO-08: the minimum age of a borrower. */
export const adultAge = 18;
/** CMP-13: weekdays within which a complaint is answered. */
export const replyWeekdays = 3;

export class BrandError extends Error {}

/** Faults of a brand's file beyond its schema, one line each with its place in the file. */
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
    errors.push(`timeZone: ${brand.timeZone} is not a time zone`);
  }
  errors.push(...deadLinks(brand));
  errors.push(...strategyFaults(brand.strategy, brand.contact.caps).map((fault) => `strategy: ${fault}`));
  const { country, guides } = markets[brand.market];
  for (const channel of brand.channels)
    if (!guides.includes(channel.guide))
      errors.push(`channels.${channel.number}: ${channel.guide} is not a guide of this market`);
  const minimums = [...brand.channels, ...brand.transfers].map((method) => method.min);
  for (const problem of toleranceProblems(rules, minimums)) errors.push(`channels: ${problem}`);
  for (const transfer of brand.transfers)
    if ((country === 'IN') !== (transfer.ifsc !== undefined))
      errors.push(`transfers.${transfer.number}: accounts in India require an IFSC, and only they have one`);
  const products = productFaults(brand.products, rules);
  errors.push(...products.errors);
  warnings.push(...products.warnings);
  for (const kind of brand.identity.documents)
    if (!marketDocuments[brand.market].includes(kind))
      errors.push(`identity.documents: ${kind} is not a document of market ${brand.market}`);
  if (markets[brand.market].wantsOwnCeilings && !brand.ceilings)
    errors.push(`ceilings: a brand of market ${brand.market} must set its own, for loans that no law covers`);
  return { errors, warnings };
}

function readJson(brandsDir: string, path: string): unknown {
  try {
    return JSON.parse(readFileSync(join(brandsDir, path), 'utf8'));
  } catch (error) {
    throw new BrandError(`brands/${path} is not JSON: ${error instanceof Error ? error.message : ''}`);
  }
}

/** Reads a brand's folder. Throws BrandError with all problems, one per line. */
export function loadBrand(brandsDir: string, id: string): Brand {
  const path = `${id}/brand.json`;
  if (!existsSync(join(brandsDir, path)))
    throw new BrandError(`BRAND contains ${id}, but brands/${path} does not exist`);
  const json = readJson(brandsDir, path);
  const firstBrand = validateBrand(inLanguage(json, firstLanguage(json), []), path);
  const localized = new Map<string, Brand>();
  const problems: string[] = [];
  for (const language of firstBrand.languages)
    try {
      localized.set(language, loadInLanguage({ brandsDir, id, json }, language, localized));
    } catch (error) {
      if (!(error instanceof BrandError)) throw error;
      problems.push(...error.message.split('\n'));
    }
  const brand = localized.get(firstBrand.languages[0] ?? '');
  if (problems.length > 0 || !brand) throw new BrandError([...new Set(problems)].join('\n'));
  return brand;
}

/** The first language of the unvalidated file; an invalid one is reported by the schema. */
function firstLanguage(json: unknown): Language {
  const candidate =
    typeof json === 'object' && json !== null && 'languages' in json && Array.isArray(json.languages)
      ? json.languages[0]
      : undefined;
  return languageCodes.find((code) => code === candidate) ?? 'en';
}

/** Validates a brand's file. Throws BrandError. */
function validateBrand(json: unknown, path: string): v.InferOutput<typeof brandSchema> {
  const parsed = v.safeParse(brandSchema, json);
  if (parsed.success) return parsed.output;
  throw new BrandError(
    parsed.issues
      .map((issue) => `brands/${path}: ${v.getDotPath(issue) ?? 'the file'} ${issue.message}`)
      .join('\n'),
  );
}

/** A brand's folder, and its unvalidated `brand.json`. */
interface BrandFolder {
  readonly brandsDir: string;
  readonly id: string;
  readonly json: unknown;
}

/** The brand in one of its languages. Throws BrandError with all problems, one per line. */
function loadInLanguage(
  { brandsDir, id, json }: BrandFolder,
  language: Language,
  localized: ReadonlyMap<string, Brand>,
): Brand {
  const path = `${id}/brand.json`;
  const missingTexts: string[] = [];
  const brand = validateBrand(inLanguage(json, language, missingTexts), path);
  const rules = rulesOf(markets[brand.market].rules, brand.names.english, brand.ceilings);
  const { errors, warnings } = problemsOf(brand, rules);
  errors.unshift(...missingTexts);
  const lines = errors.map((line) => `brands/${path}: ${line}`);
  const money = moneyFormat(brand.market, brand.real);
  const { texts, problems } = loadLegal(brandsDir, id, {
    ...brand,
    language,
    rules,
    money,
    decisionDays,
    creditingDays,
    prepayDays: minPrepayment,
    replyWeekdays,
    adultAge,
  });
  const { forms, problems: formProblems } = loadForms(brandsDir, id, language);
  const { logos, problems: logoProblems } = loadLogos(brandsDir, id);
  const { art, problems: artProblems } = loadArt(brandsDir, id, brand.colours.light);
  const { policy, problems: policyProblems } = loadPolicy(brandsDir, id, brand);
  const { chart, problems: chartProblems } = loadChart(brandsDir, id);
  const { messages, problems: messageProblems } = loadMessages(brandsDir, id, language, readJson);
  lines.push(
    ...messageProblems,
    ...problems,
    ...formProblems,
    ...logoProblems,
    ...artProblems,
    ...policyProblems,
    ...chartProblems,
  );
  if (lines.length > 0 || !forms || !policy || !chart) throw new BrandError(lines.join('\n'));
  return {
    ...brand,
    id,
    language,
    localized,
    rules,
    money,
    forms,
    texts,
    messages,
    logos,
    art,
    policy,
    chart,
    warnings,
  };
}
