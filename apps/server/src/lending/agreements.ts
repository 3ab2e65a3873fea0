import { createHash } from 'node:crypto';
import { confirmScene } from '@hiram/contract/confirm';
import { addDays, cents, disclose, formatCents, type LocalDate, type Terms } from '@hiram/loan';
import * as v from 'valibot';
import type { Brand } from '../brand/brand.ts';
import type { Db } from '../db/connect.ts';
import type { Seal } from '../security/seal.ts';
import type { Speak, TextId } from '../texts/speak.ts';
import { newId } from './ids.ts';

const titles: readonly TextId[] = ['agreement.loan.title', 'agreement.disclosure.title'];

/** Titles of the agreements shown while confirming, in their order (CONF-04). */
export function agreementTitles(speak: Speak): readonly string[] {
  return titles.map((id) => speak(id));
}

/** An agreement to be looked at before it is agreed to. */
export interface View {
  readonly productId: string;
  readonly amount: number;
  /** The penalty in the text depends on it (TERM-04). */
  readonly client: 'new' | 'repeat';
  readonly position: number;
  readonly lang: string;
}
const viewSchema = v.strictObject({
  productId: v.string(),
  amount: v.number(),
  client: v.picklist(['new', 'repeat']),
  position: v.number(),
  lang: v.string(),
});

export function viewToken(seal: Seal, view: View): string {
  const body = Buffer.from(JSON.stringify(view)).toString('base64url');
  return `${body}.${seal.sign(body)}`;
}

/** The view that a token of ours names; undefined for anything altered. */
export function readViewToken(seal: Seal, token: string): View | undefined {
  const [body = '', given = ''] = token.split('.');
  if (seal.sign(body) !== given) return undefined;
  const parsed = v.safeParse(viewSchema, JSON.parse(Buffer.from(body, 'base64url').toString('utf8')));
  return parsed.success ? parsed.output : undefined;
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

function table(rows: readonly (readonly string[])[]): string {
  return `<table>${rows.map((cells) => `<tr>${cells.map((cell) => `<td>${escapeHtml(cell)}</td>`).join('')}</tr>`).join('')}</table>`;
}

/** The loan that an agreement is about; `from` is the day from which example dates are counted. */
export interface AgreedLoan {
  readonly brand: Brand;
  readonly terms: Terms;
  readonly productName: string;
  readonly speak: Speak;
  readonly from: LocalDate;
}

/** The body of an agreement with the loan's own figures; dates are examples until the money is paid out. */
export function agreementBody(position: number, loan: AgreedLoan): { title: string; html: string } {
  const { brand, terms, productName, speak, from } = loan;
  const money = (amount: number) => formatCents(cents(amount), brand.money);
  const cost = disclose(terms);
  const percent = (fraction: number) => `${(fraction * 100).toFixed(2)} %`;
  const title = agreementTitles(speak)[position] ?? '';
  const lender = `${brand.lender.legalName}, ${brand.lender.address} (${brand.lender.registration}, ${brand.lender.authority})`;
  const schedule = table([
    [speak('agreement.dueDay'), speak('row.totalToRepay'), speak('row.principal'), speak('row.interest')],
    ...cost.instalments.map((row) => [
      `${speak('confirm.daysAfter', { days: row.day })} (${addDays(from, row.day)})`,
      money(row.payment),
      money(row.principal),
      money(row.interest),
    ]),
  ]);
  const figures = table([
    [speak('row.amount'), money(terms.principal)],
    [speak('row.feeDeducted'), money(cost.fee)],
    [speak('row.youReceive'), money(cost.netProceeds)],
    [speak('row.interest'), money(cost.interest)],
    [speak('row.ofWhichCost'), money(cost.financeCharge)],
    [speak('row.totalToRepay'), money(cost.totalToRepay)],
    [speak('agreement.nominal'), percent((terms.dailyPpm * 30) / 1e6)],
    [speak('row.effectiveRate'), cost.effectivePerMonth === undefined ? '' : percent(cost.effectivePerMonth)],
  ]);
  const late = terms.lateTiers
    .map((tier) =>
      speak(tier.untilDay === undefined ? 'agreement.lateOn' : 'agreement.lateUntil', {
        rate: percent(tier.ppm / 1e6),
        day: tier.untilDay ?? 0,
      }),
    )
    .join(' ');
  const clauses =
    position === 0
      ? [
          speak('agreement.parties', { lender, product: productName }),
          speak('agreement.repay'),
          `${late} ${speak('agreement.penalty', { amount: money(terms.penalty) })}`,
          speak('agreement.prepay'),
          terms.extensions > 0 ? speak('agreement.extension') : speak('agreement.noExtension'),
        ]
      : [
          speak('agreement.lenderIs', { lender }),
          `${late} ${speak('agreement.penalty', { amount: money(terms.penalty) })}`,
        ];
  return {
    title,
    html: `${figures}${schedule}${clauses.map((clause) => `<p>${escapeHtml(clause)}</p>`).join('')}`,
  };
}

/** Keeps what the borrower agreed to, word for word, with its hash and the moment. */
export async function keepAgreements(
  trx: Db,
  borrowerId: string,
  orderId: string,
  loan: AgreedLoan,
  now: Date,
): Promise<void> {
  const rows = titles.map((_, position) => {
    const { title, html } = agreementBody(position, loan);
    return {
      borrower_id: borrowerId,
      id: newId(),
      order_id: orderId,
      scene: confirmScene,
      position,
      title,
      html,
      sha256: createHash('sha256').update(html).digest(),
      agreed_at: now,
    };
  });
  await trx.insertInto('agreement').values(rows).execute();
}
