import type { ListedProduct, ProductDetail } from '@hiram/contract/home';
import {
  addDays,
  cents,
  daysBetween,
  disclose,
  formatCents,
  type LocalDate,
  position,
  type Terms,
} from '@hiram/loan';
import { formatFraction, formatPercent, formatRoundCents, readableRate } from '@hiram/loan/format';
import type { Brand } from '../../brands/brand.ts';
import { logoUrl } from '../../brands/look/logos.ts';
import { lateBaseText, lateName, lateRateText } from '../../brands/texts/late-tiers.ts';
import type { Translate } from '../../brands/texts/translate.ts';
import { comparedCost } from '../../lending/origination/compared-cost.ts';
import type { Limit } from '../../lending/origination/decision/limit.ts';
import type { StoredProduct } from '../../lending/origination/products.ts';

type Row = ProductDetail['rows'][number];

/** Days late of the example of a late repayment. */
const exampleDaysLate = 10;

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

/** The charges of late payment, then an example of their amount (TERM-04, TERM-05). */
function lateRows(terms: Terms, { brand, translate, lang, today }: ExampleOptions): Row[] {
  const money = (amount: number) => formatCents(amount, brand.money);
  const name = lateName(terms.lateKind, translate);
  let from = 1;
  const rows: Row[] = terms.lateTiers.map(({ untilDay, ppm }) => {
    const text =
      untilDay === undefined
        ? from === 1
          ? name
          : translate('product.late.from', { name, from })
        : from === 1
          ? translate('product.late.first', { name, to: untilDay })
          : translate('product.late.between', { name, from, to: untilDay });
    const first = from === 1;
    from = (untilDay ?? 0) + 1;
    // The example below counts days.
    const perDay =
      readableRate(ppm).days === 1
        ? []
        : [`${translate('product.late.perDay', { rate: formatPercent(ppm, lang, 4) })}.`];
    const base = first ? [translate('product.late.base', { base: lateBaseText(terms, translate) })] : [];
    const note = [...perDay, ...base].join(' ');
    return {
      text,
      value: lateRateText(ppm, translate, lang),
      ...(note === '' ? {} : { note }),
    };
  });
  if (terms.penalty > 0)
    rows.push({
      text: translate('row.penalty'),
      value: money(terms.penalty),
      note: translate('row.penaltyHow'),
    });
  const first = disclose(terms).instalments[0];
  if (!first) return rows;
  const late = position(
    terms,
    [{ kind: 'disbursed', id: 'example', seq: 1, valueDate: today }],
    addDays(today, first.day + exampleDaysLate),
  );
  rows.push({
    text: translate('product.late.example', { days: exampleDaysLate }),
    value: money(late.lateOwed + late.penaltyOwed),
    note: translate('product.late.exampleHow', { payment: money(first.payment) }),
  });
  return rows;
}

/** The borrower's limit and what the next one is; nothing where no limit is shown, or where the ladder lends nothing. */
export function limitTexts(
  limit: Limit | undefined,
  { brand, translate }: { readonly brand: Brand; readonly translate: Translate },
): Pick<ProductDetail, 'limitText' | 'nextLimitText'> {
  if (!limit || limit.limit === 0) return {};
  const money = (amount: number) => formatRoundCents(cents(amount), brand.money);
  return {
    limitText: translate('product.limit', { limit: money(limit.limit) }),
    ...(limit.next === undefined
      ? {}
      : { nextLimitText: translate('product.nextLimit', { next: money(limit.next) }) }),
  };
}
