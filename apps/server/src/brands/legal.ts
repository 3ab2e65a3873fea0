import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  formatCents,
  type MarketRules,
  type MoneyFormat,
  maxTerm,
  minTerm,
  type OwnCeilings,
} from '@hiram/loan';
import { Marked } from 'marked';
import * as v from 'valibot';
import { type MarketName, markets } from './markets/markets.ts';
import { formatDate } from './texts/dates.ts';
import { lateTiersText } from './texts/late-tiers.ts';
import type { Language } from './texts/localized.ts';
import { percentText } from './texts/numbers.ts';
import { translatorFor } from './texts/translate.ts';

const filled = v.pipe(v.string(), v.minLength(1, 'is empty'));
const days = v.pipe(v.number(), v.safeInteger(), v.minValue(1));

/** What only the legal texts say (INFO-06, INFO-07, INFO-09): figures and people of the brand's file. */
export const legalSchema = v.strictObject({
  effective: v.pipe(v.string(), v.isoDate('is no day')),
  /** Calendar days within which a change of name, birth date or address is reported. */
  reportDays: days,
  /** Business days of notice before an assignment. */
  assignmentDays: days,
  /** Days within which a judgment must be paid. */
  judgmentDays: days,
  officer: v.strictObject({
    name: filled,
    address: filled,
    email: v.pipe(v.string(), v.email()),
    phone: filled,
  }),
});
export type LegalFigures = v.InferOutput<typeof legalSchema>;

export const legalNames = ['privacy-policy', 'about-us', 'loan-terms', 'registration'] as const;
export type LegalName = (typeof legalNames)[number];

export interface LegalText {
  readonly title: string;
  /** Safe HTML of our own making: no scripts, no styles, links to https, mailto and tel alone. */
  readonly html: string;
  readonly sections: readonly { readonly id: string; readonly title: string }[];
}

/** What a text may name: the lender, and the figures by which its loans really work. */
export interface LegalSource {
  readonly names: { readonly english: string };
  readonly servicePhone: string;
  readonly lender: {
    readonly legalName: string;
    readonly address: string;
    readonly email: string;
    readonly registration: string;
    readonly authority: string;
  };
  readonly legal: LegalFigures;
  readonly rules: MarketRules;
  readonly ceilings?: OwnCeilings | undefined;
  readonly money: MoneyFormat;
  /** TERM-02, TERM-03. */
  readonly decisionDays: number;
  readonly creditingDays: number;
  readonly prepayDays: number;
  /** The language of the sentences that figures make up. */
  readonly language: Language;
  readonly market: MarketName;
  /** CMP-13. */
  readonly replyWeekdays: number;
  /** INFO-08. */
  readonly adultAge: number;
}

function lateSentence({ rules, language, market }: LegalSource): string {
  const translate = translatorFor(language, markets[market]);
  return translate('legal.late', { tiers: lateTiersText(rules.lateTiers, translate, language) });
}

function penaltySentence({ rules, money, language, market }: LegalSource): string {
  const translate = translatorFor(language, markets[market]);
  if (rules.penaltyNew === 0 && rules.penaltyRepeat === 0) return translate('legal.noPenalty');
  return translate('legal.penalty', {
    first: formatCents(rules.penaltyNew, money),
    repeat: formatCents(rules.penaltyRepeat, money),
  });
}

/** What the lender's own ceilings say, where it names some. */
function ownCeilingValues({ ceilings, language }: LegalSource): Readonly<Record<string, string>> {
  if (!ceilings) return {};
  const { nominalPerMonth, effectivePerMonth, latePerMonth, totalCost } = ceilings;
  return {
    ownNominal: percentText(nominalPerMonth, language),
    ownEffective: percentText(effectivePerMonth, language),
    ownLate: percentText(latePerMonth, language),
    ownTotal: percentText(totalCost, language),
  };
}

function valuesOf(source: LegalSource): Readonly<Record<string, string>> {
  const { lender, legal } = source;
  return {
    ...ownCeilingValues(source),
    name: source.names.english,
    lender: lender.legalName,
    address: lender.address,
    email: lender.email,
    phone: source.servicePhone,
    registration: lender.registration,
    authority: lender.authority,
    effective: formatDate(legal.effective, source.language),
    reportDays: String(legal.reportDays),
    assignmentDays: String(legal.assignmentDays),
    judgmentDays: String(legal.judgmentDays),
    minAge: String(source.adultAge),
    officerName: legal.officer.name,
    officerAddress: legal.officer.address,
    officerEmail: legal.officer.email,
    officerPhone: legal.officer.phone,
    minTerm: String(minTerm),
    maxTerm: String(maxTerm),
    prepayDays: String(source.prepayDays),
    decisionDays: String(source.decisionDays),
    creditingDays: String(source.creditingDays),
    replyWeekdays: String(source.replyWeekdays),
    penaltySentence: penaltySentence(source),
    lateSentence: lateSentence(source),
  };
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

const anchorOf = (title: string) =>
  title
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '');

/** Markdown to HTML, and nothing else: raw HTML is shown as text, pictures are dropped, only safe links are links. */
function renderStrictly(markdown: string): LegalText {
  const sections: { id: string; title: string }[] = [];
  let title = '';
  const marked = new Marked({
    renderer: {
      html: ({ text }) => escapeHtml(text),
      image: () => '',
      link({ href, tokens }) {
        const inner = this.parser.parseInline(tokens);
        return /^(https:\/\/|mailto:|tel:)/.test(href)
          ? `<a href="${escapeHtml(href)}" rel="noopener noreferrer">${inner}</a>`
          : inner;
      },
      heading({ tokens, depth, text }) {
        if (depth === 1) {
          title = text;
          return '';
        }
        const id = anchorOf(text);
        sections.push({ id, title: text });
        return `<h2 id="${id}">${this.parser.parseInline(tokens)}</h2>`;
      },
    },
  });
  const html = marked.parse(markdown, { async: false });
  return { title, html, sections };
}

/**
 * The brand's legal texts in one of its languages, with its own names and figures: brands/<brand>/legal/<name>.md in its
 * first language, <name>.<language>.md in the others. A text that is missing, a placeholder
 * that nothing fills and one left open are a line each in `problems`.
 */
export function loadLegal(
  brandsDir: string,
  brandId: string,
  source: LegalSource & { readonly languages: readonly Language[] },
): { texts: ReadonlyMap<LegalName, LegalText>; problems: string[] } {
  const problems: string[] = [];
  const texts = new Map<LegalName, LegalText>();
  const values = valuesOf(source);
  for (const name of legalNames) {
    const mark = source.language === source.languages[0] ? '' : `.${source.language}`;
    const where = `brands/${brandId}/legal/${name}${mark}.md`;
    const file = join(brandsDir, brandId, 'legal', `${name}${mark}.md`);
    if (!existsSync(file)) {
      problems.push(`${where} is missing`);
      continue;
    }
    const markdown = readFileSync(file, 'utf8').replace(/\{\{\s*(\w+)\s*\}\}/g, (whole, key: string) => {
      const value = Object.hasOwn(values, key) ? values[key] : undefined;
      if (value === undefined) problems.push(`${where} names {{${key}}}, which nothing fills`);
      return value ?? whole;
    });
    if (/\{\{|\}\}/.test(markdown.replace(/\{\{\s*\w+\s*\}\}/g, '')))
      problems.push(`${where} holds a placeholder that is not closed`);
    const text = renderStrictly(markdown);
    if (text.title === '') problems.push(`${where} has no title (# …)`);
    texts.set(name, text);
  }
  return { texts, problems };
}
