import type { ListedProduct, ProductDetail } from '@hiram/contract/home';
import { cents, daysBetween, disclose, formatCents, type LocalDate, position, type Terms } from '@hiram/loan';
import { formatDate, formatFraction, formatPercent, formatRoundCents } from '@hiram/loan/format';
import type { Brand } from '../../brands/brand.ts';
import { logoUrl } from '../../brands/look/logos.ts';
import type { Translate } from '../../brands/texts/translate.ts';
import { comparedCost } from '../../lending/origination/compared-cost.ts';
import type { Limit } from '../../lending/origination/decision/limit.ts';
import { lateRows } from '../../lending/origination/late-rows.ts';
import type { StoredProduct } from '../../lending/origination/products.ts';

type Row = ProductDetail['rows'][number];

export function listedProduct(product: StoredProduct, brand: Brand, translate: Translate): ListedProduct {
  const { row, figures } = product;
  const round = (amount: number) => formatRoundCents(amount, brand.money);
  return {
    productId: row.id,
    productName: row.name,
    productLogo: logoUrl(brand, row.logo),
    kind: row.kind,
    amountRange: `${round(row.amount_min)} – ${round(row.amount_max)}`,
    term: translate('product.term', { days: figures.termDays, periods: figures.periods }),
    rate: translate('confirm.rate', {
      day: formatPercent(figures.dailyPpm, brand.language),
      month: formatPercent(figures.dailyPpm * 30, brand.language),
    }),
    cost: comparedCost(product, brand, translate),
  };
}

interface ExampleOptions {
  readonly brand: Brand;
  readonly translate: Translate;
  readonly lang: string;
  readonly today: LocalDate;
}

/** The figures of a loan with these terms. All come from the engine (KEY-02). */
export function costExample(
  terms: Terms,
  options: ExampleOptions,
): Pick<ProductDetail, 'netProceeds' | 'totalCost' | 'example' | 'repayments' | 'late' | 'rows'> {
  const { brand, translate, today } = options;
  const cost = disclose(terms);
  const amount = formatCents(terms.principal, brand.money);
  return {
    netProceeds: cost.netProceeds,
    totalCost: cost.financeCharge,
    example: {
      title: translate('product.example', { amount, days: terms.termDays }),
      rows: exampleRows(terms, options),
    },
    repayments: cost.instalments.map((row) => ({
      periodNo: row.no,
      day: row.day,
      title: translate('confirm.repayment', { no: row.no }),
      description: translate('confirm.daysAfter', { days: row.day }),
      amount: row.payment,
      principal: row.principal,
      interest: row.interest,
    })),
    late: { title: translate('product.late.title'), rows: lateRows(terms, options) },
    rows: termRows(terms, translate, today),
  };
}

function exampleRows(terms: Terms, { brand, translate, lang }: ExampleOptions): Row[] {
  const cost = disclose(terms);
  const money = (amount: number) => formatCents(amount, brand.money);
  const feePpm = Math.round((cost.fee * 1_000_000) / terms.principal);
  const effective = (text: string, rate: number | undefined): Row[] =>
    rate === undefined ? [] : [{ text, value: formatFraction(rate, lang) }];
  return [
    { text: translate('row.youReceive'), value: money(cost.netProceeds) },
    {
      text: translate('row.interest'),
      value: money(cost.interest),
      note: translate('product.interestHow', { rate: formatPercent(terms.dailyPpm, lang) }),
    },
    {
      text: translate('row.fee'),
      value: cost.fee > 0 ? money(cost.fee) : translate('product.noFee'),
      ...(cost.fee > 0 ? { note: translate('product.feeHow', { rate: formatPercent(feePpm, lang) }) } : {}),
    },
    { text: translate('row.totalToRepay'), value: money(cost.totalToRepay) },
    { text: translate('row.ofWhichCost'), value: money(cost.financeCharge) },
    { text: translate('product.nominal'), value: formatPercent(cost.nominalPerMonth, lang) },
    ...effective(translate('product.effectiveMonth'), cost.effectivePerMonth),
    ...effective(translate('product.effectiveYear'), cost.effectivePerYear).map((row) => ({
      ...row,
      note: translate('product.effectiveHow'),
    })),
  ];
}

/** The rows of the term: its days, repayments, prepayment and extensions. */
function termRows(terms: Terms, translate: Translate, today: LocalDate): Row[] {
  const events = [{ kind: 'disbursed', id: 'example', seq: 1, valueDate: today } as const];
  const { prepayFrom } = position(terms, events, today);
  return [
    { text: translate('row.term'), value: translate('value.days', { days: terms.termDays }) },
    { text: translate('row.repayments'), value: String(terms.periods) },
    {
      text: translate('product.prepay'),
      value: translate('product.prepayFrom', { day: daysBetween(today, prepayFrom) }),
      note: translate('product.prepayHow'),
    },
    { text: translate('row.extensions'), value: translate('product.times', { times: terms.extensions }) },
  ];
}

/** The borrower's limit and what the next one is; nothing where no limit is shown, or where the ladder lends nothing. */
export function limitTexts(
  limit: Limit | undefined,
  { brand, translate, lang }: { readonly brand: Brand; readonly translate: Translate; readonly lang: string },
  /** The day from which a refused borrower may apply again. */
  from?: string,
): Pick<ProductDetail, 'limitText' | 'nextLimitText'> {
  if (!limit || limit.limit === 0) return {};
  const money = (amount: number) => formatRoundCents(cents(amount), brand.money);
  return {
    limitText: from
      ? translate('product.limitFrom', { limit: money(limit.limit), date: formatDate(from, lang) })
      : translate('product.limit', { limit: money(limit.limit) }),
    ...(limit.next === undefined
      ? {}
      : { nextLimitText: translate('product.nextLimit', { next: money(limit.next) }) }),
  };
}
