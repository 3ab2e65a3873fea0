import { confirmScene } from '@hiram/contract/confirm-scene';
import { idOf } from '@hiram/contract/fields';
import type { BorrowerId, OrderId, ProductId } from '@hiram/contract/ids';
import { cents, disclose, formatCents } from '@hiram/loan';
import { formatFraction, formatPercent } from '@hiram/loan/format';
import * as v from 'valibot';
import type { Brand } from '../../../brands/brand.ts';
import { markets } from '../../../brands/markets/markets.ts';
import type { TextId } from '../../../brands/texts/en.ts';
import type { Translate } from '../../../brands/texts/translate.ts';
import type { AppContext } from '../../../context/app-context.ts';
import type { FieldCipher } from '../../../platform/crypto/field-cipher.ts';
import type { Db } from '../../../platform/database/connection/connect.ts';
import { newId } from '../../../platform/ids.ts';
import { encryptText } from './agreed-text.ts';
import {
  type AgreedLoan,
  extensionClause,
  lateClause,
  lenderLine,
  paragraphs,
  partiesTable,
  scheduleTable,
  table,
} from './agreement-parts.ts';
import type { Acknowledgement } from './disclosures.ts';
import { keyFactsParts } from './key-facts.ts';

/** Indexes in the list of agreements. */
export const loanAgreement = 0;
export const disclosureStatement = 1;

/** Titles of the agreements shown while confirming, in their order (CONF-04). */
export function agreementTitles(brand: Brand, translate: Translate): readonly string[] {
  const titles: readonly TextId[] = ['agreement.loan.title', markets[brand.market].disclosureTitle];
  return titles.map((id) => translate(id));
}

/** An agreement that is shown before the borrower agrees to it. */
export interface AgreementView {
  readonly productId: ProductId;
  readonly amount: number;
  /** The penalty in the text depends on the kind of client (TERM-04). */
  readonly client: 'new' | 'repeat';
  readonly position: number;
  readonly lang: string;
  /** The day from which example dates are counted, so that a link opened tomorrow shows the same text as today. */
  readonly from: string;
  /** The borrower whom the agreement names, and the time (milliseconds since 1970) until which the page shows the name. */
  readonly named?: { readonly borrowerId: BorrowerId; readonly until: number } | undefined;
}
const viewSchema = v.strictObject({
  productId: idOf<'product'>(),
  amount: v.number(),
  client: v.picklist(['new', 'repeat']),
  position: v.number(),
  lang: v.string(),
  from: v.pipe(v.string(), v.isoDate()),
  named: v.optional(v.strictObject({ borrowerId: idOf<'borrower'>(), until: v.number() })),
});

/** The prefix separates this signature from signatures made for other purposes. */
const signedText = (body: string) => `agreement view ${body}`;

export function viewToken(cipher: FieldCipher, view: AgreementView): string {
  const body = Buffer.from(JSON.stringify(view)).toString('base64url');
  return `${body}.${cipher.sign(signedText(body))}`;
}

/** The view in a token, or undefined if the token was altered. */
export function readViewToken(cipher: FieldCipher, token: string): AgreementView | undefined {
  const [body = '', signature = ''] = token.split('.');
  if (!cipher.isSigned(signedText(body), signature)) return undefined;
  const parsed = v.safeParse(viewSchema, JSON.parse(Buffer.from(body, 'base64url').toString('utf8')));
  return parsed.success ? parsed.output : undefined;
}

/** Title and body of an agreement with the loan's figures. Dates are examples until the payout. */
export function agreementBody(position: number, loan: AgreedLoan): { title: string; html: string } {
  const title = agreementTitles(loan.brand, loan.translate)[position] ?? '';
  const statement = markets[loan.brand.market].keyFacts ? keyFactsParts : disclosureParts;
  const parts = position === disclosureStatement ? statement(loan) : agreementParts(loan);
  return { title, html: parts.join('') };
}

function agreementParts(loan: AgreedLoan): string[] {
  const { brand, terms, productName, translate } = loan;
  const money = (amount: number) => formatCents(cents(amount), brand.money);
  const cost = disclose(terms);
  const figures = table([
    [translate('row.amount'), money(terms.principal)],
    [translate('row.feeDeducted'), money(cost.fee)],
    [translate('row.youReceive'), money(cost.netProceeds)],
    [translate('row.interest'), money(cost.interest)],
    [translate('row.ofWhichCost'), money(cost.financeCharge)],
    [translate('row.totalToRepay'), money(cost.totalToRepay)],
    [translate('agreement.nominal'), formatPercent(terms.dailyPpm * 30, brand.language)],
    [
      translate('product.effectiveMonth'),
      cost.effectivePerMonth === undefined ? '' : formatFraction(cost.effectivePerMonth, brand.language),
    ],
  ]);
  return [
    partiesTable(loan),
    figures,
    scheduleTable(loan),
    paragraphs([
      translate('agreement.parties', { lender: lenderLine(brand), product: productName }),
      translate('agreement.repay'),
      lateClause(loan),
      translate('agreement.prepay'),
      extensionClause(loan),
    ]),
  ];
}

/**
 * The disclosures that the law requires before consent (Truth in Lending Act, Sec. 4; BSP Circular 730): the amount financed,
 * each charge and whether it is deducted, the finance charge, the net proceeds, the schedule, nominal and effective rates, and
 * the cost of late payment.
 */
function disclosureParts(loan: AgreedLoan): string[] {
  const { brand, terms, productName, translate } = loan;
  const money = (amount: number) => formatCents(cents(amount), brand.money);
  const cost = disclose(terms);
  const zero = money(0);
  return [
    paragraphs([translate('agreement.lenderIs', { lender: lenderLine(brand) })]),
    partiesTable(loan),
    table([
      [translate('disclosure.product'), productName],
      [translate('disclosure.amountFinanced'), money(terms.principal)],
    ]),
    table([
      [translate('disclosure.charge'), translate('disclosure.deducted'), translate('disclosure.notDeducted')],
      [translate('row.interest'), zero, money(cost.interest)],
      [translate('row.fee'), money(cost.fee), zero],
      [translate('disclosure.otherCharges'), zero, zero],
    ]),
    table([
      [translate('disclosure.financeCharge'), money(cost.financeCharge)],
      [translate('disclosure.netProceeds'), money(cost.netProceeds)],
      [translate('row.totalToRepay'), money(cost.totalToRepay)],
      [translate('agreement.nominal'), formatPercent(terms.dailyPpm * 30, brand.language)],
      [translate('disclosure.nominalYear'), formatPercent(terms.dailyPpm * 365, brand.language)],
      [
        translate('product.effectiveMonth'),
        cost.effectivePerMonth === undefined ? '' : formatFraction(cost.effectivePerMonth, brand.language),
      ],
      [
        translate('product.effectiveYear'),
        cost.effectivePerYear === undefined ? '' : formatFraction(cost.effectivePerYear, brand.language),
      ],
    ]),
    scheduleTable(loan),
    paragraphs([
      lateClause(loan),
      translate('agreement.prepay'),
      extensionClause(loan),
      translate('disclosure.received'),
    ]),
  ];
}

/**
 * Stores the agreements that the borrower agreed to, unchanged and encrypted, with digest and time. `acknowledged` is the
 * disclosure statement that the borrower acknowledged before; it is stored as it was acknowledged.
 */
export async function storeAgreements(
  trx: Db,
  appContext: AppContext,
  { borrowerId, orderId }: { readonly borrowerId: BorrowerId; readonly orderId: OrderId },
  {
    loan,
    acknowledged,
    version = 1,
  }: { readonly loan: AgreedLoan; readonly acknowledged?: Acknowledgement; readonly version?: 1 | 2 },
): Promise<void> {
  const now = appContext.clock.now();
  const rows = agreementTitles(loan.brand, loan.translate).map((_, position) => {
    const statement = position === disclosureStatement ? acknowledged : undefined;
    const { title, html } = statement ?? agreementBody(position, loan);
    return {
      borrower_id: borrowerId,
      id: newId(),
      order_id: orderId,
      scene: confirmScene,
      position,
      version,
      title,
      ...encryptText(appContext, loan.brand.id, html),
      agreed_at: now,
      language: statement?.language ?? loan.brand.language,
      acknowledged_at: statement?.acknowledgedAt ?? null,
    };
  });
  await trx.insertInto('agreement').values(rows).execute();
}
