import { addDays, cents, disclose, formatCents, type LocalDate, type Terms } from '@hiram/loan';
import type { Brand } from '../../../brands/brand.ts';
import { formatDate } from '../../../brands/texts/dates.ts';
import { lateTiersText } from '../../../brands/texts/late-tiers.ts';
import type { Speak } from '../../../brands/texts/speak.ts';

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

export function table(rows: readonly (readonly string[])[]): string {
  return `<table>${rows.map((cells) => `<tr>${cells.map((cell) => `<td>${escapeHtml(cell)}</td>`).join('')}</tr>`).join('')}</table>`;
}

/** The loan that an agreement is about; `from` is the day from which example dates are counted. */
export interface AgreedLoan {
  readonly brand: Brand;
  readonly terms: Terms;
  readonly productName: string;
  readonly speak: Speak;
  readonly from: LocalDate;
  /** The borrower's certified name; undefined in an example that is for nobody. */
  readonly borrower: string | undefined;
  /** The order's number, once there is an order. */
  readonly orderId?: string;
}

export function lenderLine({ lender }: Brand): string {
  return `${lender.legalName}, ${lender.address} (${lender.registration}, ${lender.authority})`;
}

export const paragraphs = (clauses: readonly string[]) =>
  clauses.map((clause) => `<p>${escapeHtml(clause)}</p>`).join('');

export function scheduleTable({ brand, terms, speak, from }: AgreedLoan): string {
  const money = (amount: number) => formatCents(cents(amount), brand.money);
  return table([
    [speak('agreement.dueDay'), speak('row.totalToRepay'), speak('row.principal'), speak('row.interest')],
    ...disclose(terms).instalments.map((row) => [
      `${speak('confirm.daysAfter', { days: row.day })} (${formatDate(addDays(from, row.day), brand.language)})`,
      money(row.payment),
      money(row.principal),
      money(row.interest),
    ]),
  ]);
}

export function lateClause({ brand, terms, speak }: AgreedLoan): string {
  const late = speak('legal.late', { tiers: lateTiersText(terms.lateTiers, speak, brand.language) });
  const penalty =
    terms.penalty > 0
      ? speak('agreement.penalty', { amount: formatCents(terms.penalty, brand.money) })
      : speak('legal.noPenalty');
  return `${late} ${penalty}`;
}

/** Whose agreement it is, and of which order. */
export function partiesTable({
  speak,
  borrower,
  orderId,
  brand,
}: Pick<AgreedLoan, 'speak' | 'borrower' | 'orderId' | 'brand'>): string {
  return table([
    [speak('agreement.lender'), brand.lender.legalName],
    ...(borrower === undefined ? [] : [[speak('agreement.borrower'), borrower]]),
    ...(orderId === undefined ? [] : [[speak('row.orderNo'), orderId]]),
  ]);
}
