import type { DocumentFigure, DocumentSummary } from '@hiram/contract/document';
import { addDays, cents, disclose, formatCents, type LocalDate, type Terms } from '@hiram/loan';
import { formatDate, formatFraction } from '@hiram/loan/format';
import { escapeHtml } from '@hiram/visitor-pages/escape-html';
import type { Brand } from '../../../brands/brand.ts';
import { markets } from '../../../brands/markets/markets.ts';
import type { TextId } from '../../../brands/texts/en.ts';
import type { Translate } from '../../../brands/texts/translate.ts';
import { disclosureStatement } from './agreements.ts';
import { aprOf } from './key-facts.ts';

type Labels = Readonly<Record<'amount' | 'received' | 'total' | 'rate', TextId>>;

/** The names that each document gives to the amount, what is received, what is repaid, and the rate. */
const labels: Readonly<Record<'agreement' | 'disclosure' | 'keyFacts', Labels>> = {
  agreement: {
    amount: 'row.amount',
    received: 'row.youReceive',
    total: 'row.totalToRepay',
    rate: 'product.effectiveMonth',
  },
  disclosure: {
    amount: 'disclosure.amountFinanced',
    received: 'disclosure.netProceeds',
    total: 'row.totalToRepay',
    rate: 'product.effectiveMonth',
  },
  keyFacts: {
    amount: 'keyFacts.sanctioned',
    received: 'keyFacts.netDisbursed',
    total: 'row.totalToRepay',
    rate: 'keyFacts.apr',
  },
};

/** A document with the loan that it was written for. `from`: the day from which its example dates are counted. */
export interface SummarizedDocument {
  readonly brand: Brand;
  readonly translate: Translate;
  readonly language: string;
  readonly position: number;
  readonly terms: Terms;
  readonly from: LocalDate;
  readonly html: string;
}

/**
 * The figures and repayments that lead a document. What its text does not state word for word is left out, so that the
 * head never differs from what was agreed to.
 */
export function documentSummary(document: SummarizedDocument): DocumentSummary {
  const { terms, from, language, html } = document;
  const isStated = (text: string) => html.includes(escapeHtml(text));
  const repayments = disclose(terms).instalments.map(({ day, payment }) => ({
    amount: payment,
    dueDate: addDays(from, day),
  }));
  const areStated = repayments.every(
    ({ amount, dueDate }) =>
      isStated(formatCents(amount, document.brand.money)) && isStated(formatDate(dueDate, language)),
  );
  return {
    figures: figuresOf(document).filter(({ value }) => value !== '' && isStated(value)),
    repayments: areStated ? repayments : [],
  };
}

function figuresOf({ brand, translate, language, position, terms }: SummarizedDocument): DocumentFigure[] {
  const money = (amount: number) => formatCents(cents(amount), brand.money);
  const { netProceeds, fee, interest, financeCharge, totalToRepay, effectivePerMonth } = disclose(terms);
  const isStatement = position === disclosureStatement;
  const hasKeyFacts = isStatement && markets[brand.market].keyFacts;
  const names = labels[hasKeyFacts ? 'keyFacts' : isStatement ? 'disclosure' : 'agreement'];
  const rate = hasKeyFacts ? aprOf(terms) : effectivePerMonth;
  return [
    { label: translate(names.amount), value: money(terms.principal) },
    {
      label: translate(names.received),
      value: money(netProceeds),
      workedOut: `${money(terms.principal)} − ${money(fee)}`,
    },
    {
      label: translate(names.total),
      value: money(totalToRepay),
      workedOut: `${money(terms.principal)} + ${money(interest)}`,
    },
    ...(isStatement && !hasKeyFacts
      ? [
          {
            label: translate('disclosure.financeCharge'),
            value: money(financeCharge),
            workedOut: `${money(interest)} + ${money(fee)}`,
          },
        ]
      : []),
    { label: translate(names.rate), value: rate === undefined ? '' : formatFraction(rate, language) },
  ];
}
