import type { OrderId } from '@hiram/contract/ids';
import { addDays, cents, disclose, formatCents, type LocalDate, type Terms } from '@hiram/loan';
import { formatDate, orderNumber } from '@hiram/loan/format';
import { escapeHtml } from '@hiram/visitor-pages/escape-html';
import type { Brand } from '../../../brands/brand.ts';
import { lateSentence } from '../../../brands/texts/late-tiers.ts';
import type { Translate } from '../../../brands/texts/translate.ts';

export function table(rows: readonly (readonly string[])[]): string {
  return `<table>${rows.map((cells) => `<tr>${cells.map((cell) => `<td>${escapeHtml(cell)}</td>`).join('')}</tr>`).join('')}</table>`;
}

/** The loan of an agreement. `from` is the day from which example dates are counted. */
export interface AgreedLoan {
  readonly brand: Brand;
  readonly terms: Terms;
  readonly productName: string;
  readonly translate: Translate;
  readonly from: LocalDate;
  /** The borrower's certified name; undefined in an example. */
  readonly borrower: string | undefined;
  /** The last day on which a statement may be accepted, if it is not counted from `from`. */
  readonly validThrough?: LocalDate | undefined;
  /** The order's id; undefined before the application. */
  readonly orderId?: OrderId;
}

export function lenderLine({ lender }: Brand): string {
  return `${lender.legalName}, ${lender.address} (${lender.registration}, ${lender.authority})`;
}

export const paragraphs = (clauses: readonly string[]) =>
  clauses.map((clause) => `<p>${escapeHtml(clause)}</p>`).join('');

export function scheduleTable({ brand, terms, translate, from }: AgreedLoan): string {
  const money = (amount: number) => formatCents(cents(amount), brand.money);
  return table([
    [
      translate('agreement.dueDay'),
      translate('row.totalToRepay'),
      translate('row.principal'),
      translate('row.interest'),
    ],
    ...disclose(terms).instalments.map((row) => [
      `${translate('confirm.daysAfter', { days: row.day })} (${formatDate(addDays(from, row.day), brand.language)})`,
      money(row.payment),
      money(row.principal),
      money(row.interest),
    ]),
  ]);
}

export function lateClause({ brand, terms, translate }: AgreedLoan): string {
  const late = lateSentence(terms, translate, brand.language);
  const penalty =
    terms.penalty > 0
      ? translate('agreement.penalty', { amount: formatCents(terms.penalty, brand.money) })
      : translate('legal.noPenalty');
  return `${late} ${penalty}`;
}

/** Whether the loan can be extended, and what must be paid before. */
export function extensionClause({ terms, translate }: AgreedLoan): string {
  if (terms.extensions === 0) return translate('agreement.noExtension');
  return translate(terms.penalty > 0 ? 'agreement.extensionWithPenalty' : 'agreement.extension');
}

/** The parties of the agreement, and its order. */
export function partiesTable({
  translate,
  borrower,
  orderId,
  brand,
}: Pick<AgreedLoan, 'translate' | 'borrower' | 'orderId' | 'brand'>): string {
  return table([
    [translate('agreement.lender'), brand.lender.legalName],
    ...(borrower === undefined ? [] : [[translate('agreement.borrower'), borrower]]),
    ...(orderId === undefined ? [] : [[translate('row.orderId'), orderNumber(orderId)]]),
  ]);
}
