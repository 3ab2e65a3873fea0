import type { ConfirmDetail } from '@hiram/contract/confirm';
import { addDays, disclose, formatCents, type LocalDate, type Terms } from '@hiram/loan';
import { formatFraction, formatPercent } from '@hiram/loan/format';
import type { BorrowerRequest } from '../../api/serve.ts';
import { logoUrl } from '../../brands/look/logos.ts';
import { markets } from '../../brands/markets/markets.ts';
import { textHash } from '../../lending/origination/agreements/agreed-text.ts';
import { disclosureStatement, loanAgreement } from '../../lending/origination/agreements/agreements.ts';
import { aprOf } from '../../lending/origination/agreements/key-facts.ts';
import type { Offer } from '../../lending/origination/apply.ts';
import { lateRows } from '../../lending/origination/late-rows.ts';
import { agreementUrl, statementOf } from './agreement-of-offer.ts';

/** The data that the view needs besides the offer and the request. */
interface ViewOptions {
  readonly today: LocalDate;
  readonly name: string | undefined;
  readonly isAcknowledged: boolean;
  /** The most that the page lets the borrower choose, in cents. */
  readonly amountMax: number;
}

/** The offer as the confirmation page shows it. Amounts are in cents. */
export function offerView(
  offer: Offer,
  requestContext: BorrowerRequest,
  options: ViewOptions,
): ConfirmDetail {
  const { brand, translate, lang } = requestContext;
  const { product, amount, terms } = offer;
  const cost = disclose(terms);
  const firstDay = cost.instalments[0]?.day ?? terms.termDays;
  return {
    amount,
    term: terms.termDays,
    termUnit: 'day',
    rows: [
      ...costRows(terms, requestContext),
      // The specification's page has the figures of a loan paid on time alone.
      ...(markets[brand.market].specifiedCopy
        ? []
        : lateRows(terms, { brand, translate, lang, today: options.today })),
    ],
    repayments: cost.instalments.map((row) => ({
      amount: row.payment,
      dueDate: addDays(options.today, row.day),
      title: translate('confirm.repayment', { no: row.no }),
      description: translate('confirm.daysAfter', { days: row.day }),
      principal: row.principal,
      interest: row.interest,
    })),
    firstDueDate: addDays(options.today, firstDay),
    daysToFirstRepayment: firstDay,
    rateText: translate('confirm.rate', {
      day: formatPercent(terms.dailyPpm, lang),
      month: formatPercent(terms.dailyPpm * 30, lang),
    }),
    sendsText: true,
    ...promptFields(offer, requestContext, options.today),
    productLogo: logoUrl(brand, product.row.logo),
    productName: product.row.name,
    netProceeds: cost.netProceeds,
    amountMin: product.figures.amountMin,
    amountMax: options.amountMax,
    amountStep: product.figures.amountStep,
    earliestPayoffDay: Math.max(Math.ceil(terms.termDays / 2), terms.prepayMinDays),
    coolingOffDays: terms.coolingOff?.days ?? 0,
    agreementTicked: markets[brand.market].agreementTicked,
    disclosure: disclosureFields(offer, requestContext, options),
  };
}

function costRows(terms: Terms, requestContext: BorrowerRequest): ConfirmDetail['rows'] {
  const { brand, translate, lang } = requestContext;
  const cost = disclose(terms);
  const money = (value: number) => formatCents(value, brand.money);
  const { effectivePerMonth: monthly } = cost;
  return [
    { kind: 'received', text: translate('row.youReceive'), value: money(cost.netProceeds) },
    ...(cost.fee > 0
      ? [{ kind: 'fee' as const, text: translate('row.feeDeducted'), value: money(cost.fee) }]
      : []),
    { kind: 'interest', text: translate('row.interest'), value: money(cost.interest) },
    { kind: 'total', text: translate('row.totalToRepay'), value: money(cost.totalToRepay) },
    {
      text: translate('row.ofWhichCost'),
      value: money(cost.financeCharge),
      ...(cost.fee > 0 && !markets[brand.market].specifiedCopy
        ? {
            note: `${translate('row.interest')} ${money(cost.interest)} + ${translate('row.fee')} ${money(cost.fee)}`,
          }
        : {}),
    },
    ...(monthly === undefined
      ? []
      : [{ text: translate('product.effectiveMonth'), value: formatFraction(monthly, lang) }]),
    ...yearlyRows(terms, requestContext),
  ];
}

/** The rate of a year as the market's statement has it, with how it follows. The specification's page has none. */
function yearlyRows(terms: Terms, { brand, translate, lang }: BorrowerRequest): ConfirmDetail['rows'] {
  const { specifiedCopy, keyFacts, disclosureFirst, disclosureTitle } = markets[brand.market];
  const rate = keyFacts ? aprOf(terms) : disclose(terms).effectivePerYear;
  if (rate === undefined || specifiedCopy) return [];
  return [
    {
      text: translate(keyFacts ? 'keyFacts.apr' : 'product.effectiveYear'),
      value: formatFraction(rate, lang),
      note: [
        translate(keyFacts ? 'confirm.aprHow' : 'confirm.yearHow'),
        ...(disclosureFirst ? [translate('confirm.sameFigure', { title: translate(disclosureTitle) })] : []),
      ].join(' '),
    },
  ];
}

/** The product's dialog before the confirmation, and the agreement that it links. */
function promptFields({ product, amount, client }: Offer, requestContext: BorrowerRequest, from: LocalDate) {
  const { confirmPrompt, popAgreement } = product.display;
  const agreement = { productId: product.row.id, amount, client, position: loanAgreement, from };
  return {
    asksBeforeLeaving: confirmPrompt !== undefined,
    leavePromptTitle: confirmPrompt?.title ?? '',
    leavePromptText: confirmPrompt?.content ?? '',
    agreementUrl: popAgreement ? agreementUrl(requestContext, agreement) : '',
  };
}

function disclosureFields(
  offer: Offer,
  requestContext: BorrowerRequest,
  { today, name, isAcknowledged }: ViewOptions,
): ConfirmDetail['disclosure'] {
  const { product, amount, client } = offer;
  const statement = statementOf(offer, requestContext, { today, name });
  return {
    needed: markets[requestContext.brand.market].disclosureFirst,
    acknowledged: isAcknowledged,
    title: statement.title,
    url: agreementUrl(requestContext, {
      productId: product.row.id,
      amount,
      client,
      position: disclosureStatement,
      from: today,
    }),
    hash: textHash(statement.html),
  };
}
