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
import { formatDate, formatPercent, formatTelephone } from '@hiram/loan/format';
import { escapeHtml } from '@hiram/visitor-pages/escape-html';
import { Marked } from 'marked';
import * as v from 'valibot';
import { type MarketName, markets } from '../markets/markets.ts';
import { lateSentence } from '../texts/late-tiers.ts';
import type { Language } from '../texts/localized.ts';
import { translatorFor } from '../texts/translate.ts';

const filled = v.pipe(v.string(), v.minLength(1, 'is empty'));
const days = v.pipe(v.number(), v.safeInteger(), v.minValue(1));

/** Figures and contacts of the brand's file that only the legal texts contain (INFO-06, INFO-07, INFO-09). */
export const legalSchema = v.strictObject({
  effective: v.pipe(v.string(), v.isoDate('is not a day')),
  /** Calendar days within which a borrower reports a change of name, birth date or address. */
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
type LegalFigures = v.InferOutput<typeof legalSchema>;

export const legalNames = ['privacy-policy', 'about-us', 'loan-terms', 'registration'] as const;
export type LegalName = (typeof legalNames)[number];

export interface LegalText {
  readonly title: string;
  /** Safe HTML: no scripts, no styles, only links to https, mailto and tel. */
  readonly html: string;
  readonly sections: readonly { readonly id: string; readonly title: string }[];
}

/** The values that a text may contain: the lender, and the figures that its loans use. */
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
  /** The language of generated sentences. */
  readonly language: Language;
  readonly market: MarketName;
  /** CMP-13. */
  readonly replyWeekdays: number;
  /** INFO-08. */
  readonly adultAge: number;
}

function penaltySentence({ rules, money, language, market }: LegalSource): string {
  const translate = translatorFor(language, markets[market]);
  if (rules.penaltyNew === 0 && rules.penaltyRepeat === 0) return translate('legal.noPenalty');
  return translate('legal.penalty', {
    first: formatCents(rules.penaltyNew, money),
    repeat: formatCents(rules.penaltyRepeat, money),
  });
}

/** The values of the lender's own ceilings, if it has any. */
function ownCeilingValues({ ceilings, language }: LegalSource): Readonly<Record<string, string>> {
  if (!ceilings) return {};
  const { nominalPerMonth, effectivePerMonth, latePerMonth, totalCost } = ceilings;
  return {
    ownNominal: formatPercent(nominalPerMonth, language),
    ownEffective: formatPercent(effectivePerMonth, language),
    ownLate: formatPercent(latePerMonth, language),
    ownTotal: formatPercent(totalCost, language),
  };
}

/** Markdown links e-mail addresses by itself, numbers not. */
const telephoneLink = (number: string): string => `[${number}](tel:${number.replace(/[^+\d]/g, '')})`;

function valuesOf(source: LegalSource): Readonly<Record<string, string>> {
  const { lender, legal } = source;
  return {
    ...ownCeilingValues(source),
    name: source.names.english,
    lender: lender.legalName,
    address: lender.address,
    email: lender.email,
    phone: telephoneLink(formatTelephone(source.servicePhone)),
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
    officerPhone: telephoneLink(legal.officer.phone),
    minTerm: String(minTerm),
    maxTerm: String(maxTerm),
    prepayDays: String(source.prepayDays),
    decisionDays: String(source.decisionDays),
    creditingDays: String(source.creditingDays),
    replyWeekdays: String(source.replyWeekdays),
    penaltySentence: penaltySentence(source),
    lateSentence: lateSentence(
      source.rules,
      translatorFor(source.language, markets[source.market]),
      source.language,
    ),
  };
}

const anchorOf = (title: string) =>
  title
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '');

/** Converts Markdown to HTML strictly: raw HTML is shown as text, pictures are removed, unsafe links become text. */
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
 * Loads the brand's legal texts in one of its languages, with its names and figures: brands/<brand>/legal/<name>.md in its
 * first language, <name>.<language>.md in the others. `problems` has one line for each missing text, unknown placeholder and
 * unclosed placeholder.
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
    const suffix = source.language === source.languages[0] ? '' : `.${source.language}`;
    const path = `brands/${brandId}/legal/${name}${suffix}.md`;
    const file = join(brandsDir, brandId, 'legal', `${name}${suffix}.md`);
    if (!existsSync(file)) {
      problems.push(`${path} is missing`);
      continue;
    }
    const markdown = readFileSync(file, 'utf8').replace(
      /\{\{\s*(\w+)\s*\}\}/g,
      (placeholder, key: string) => {
        const value = Object.hasOwn(values, key) ? values[key] : undefined;
        if (value === undefined) problems.push(`${path} uses {{${key}}}, which has no value`);
        return value ?? placeholder;
      },
    );
    if (/\{\{|\}\}/.test(markdown.replace(/\{\{\s*\w+\s*\}\}/g, '')))
      problems.push(`${path} contains a placeholder that is not closed`);
    const text = renderStrictly(markdown);
    if (text.title === '') problems.push(`${path} has no title (# …)`);
    texts.set(name, text);
  }
  return { texts, problems };
}
