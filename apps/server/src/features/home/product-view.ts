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
import type { Brand } from '../../brands/brand.ts';
import { logoUrl } from '../../brands/logos.ts';
import { markets } from '../../brands/markets/markets.ts';
import { effectiveText, percentText } from '../../brands/texts/numbers.ts';
import type { Speak } from '../../brands/texts/speak.ts';
import { type StoredProduct, termsOf } from '../../lending/origination/products.ts';

type Row = ProductDetail['rows'][number];

/** The amount by whose cost products are compared, in cents. */
/** A round amount that people compare by: a thousand, and a million where a thousand is small change. */
const comparedAmounts = { PH: cents(100_000), IN: cents(100_000), ID: cents(100_000_000) } as const;

/** How late the example of a late repayment is, in days. */
const exampleDaysLate = 10;

export function listedProduct(product: StoredProduct, brand: Brand, speak: Speak): ListedProduct {
  const { row, figures } = product;
  const money = (amount: number) => formatCents(amount, brand.money);
  const comparedAmount = comparedAmounts[markets[brand.market].country];
  const compared = disclose(termsOf(brand, product, comparedAmount, 'new'));
  return {
    productId: row.id,
    productName: row.name,
    productLogo: logoUrl(brand, row.logo),
    kind: row.kind,
    amountRange: `${money(row.amount_min)} – ${money(row.amount_max)}`,
    term: speak('product.term', { days: figures.termDays, periods: figures.periods }),
    rate: speak('product.rate', { rate: percentText(figures.dailyPpm, brand.language) }),
    cost: speak('product.cost', { thousand: money(comparedAmount), cost: money(compared.financeCharge) }),
  };
}

/** What is said in figures of a loan on these terms. Every one is the engine's own (KEY-02). */
export function costExample(
  terms: Terms,
  { brand, speak, lang, today }: { brand: Brand; speak: Speak; lang: string; today: LocalDate },
): Pick<ProductDetail, 'netProceeds' | 'totalCost' | 'example' | 'repay_plans' | 'late' | 'rows'> {
  const cost = disclose(terms);
  const money = (amount: number) => formatCents(amount, brand.money);
  const effective = (text: string, rate: number | undefined): Row[] =>
    rate === undefined ? [] : [{ text, value: effectiveText(rate, lang) }];
  const paidOut = [{ kind: 'disbursed', id: 'example', seq: 1, valueDate: today } as const];
  const begun = position(terms, paidOut, today);
  return {
    netProceeds: cost.netProceeds,
    totalCost: cost.financeCharge,
    example: {
      title: speak('product.example', { amount: money(terms.principal), days: terms.termDays }),
      rows: [
        { text: speak('row.youReceive'), value: money(cost.netProceeds) },
        {
          text: speak('row.interest'),
          value: money(cost.interest),
          note: speak('product.interestHow', { rate: percentText(terms.dailyPpm, lang) }),
        },
        {
          text: speak('row.fee'),
          value: cost.fee > 0 ? money(cost.fee) : speak('product.noFee'),
          ...(cost.fee > 0
            ? {
                note: speak('product.feeHow', {
                  rate: percentText(Math.round((cost.fee * 1_000_000) / terms.principal), lang),
                }),
              }
            : {}),
        },
        { text: speak('row.totalToRepay'), value: money(cost.totalToRepay) },
        { text: speak('row.ofWhichCost'), value: money(cost.financeCharge) },
        { text: speak('product.nominal'), value: percentText(cost.nominalPerMonth, lang) },
        ...effective(speak('product.effectiveMonth'), cost.effectivePerMonth),
        ...effective(speak('product.effectiveYear'), cost.effectivePerYear).map((row) => ({
          ...row,
          note: speak('product.effectiveHow'),
        })),
      ],
    },
    repay_plans: cost.instalments.map((row) => ({
      periodNo: row.no,
      title: speak('confirm.repayment', { no: row.no }),
      description: speak('confirm.daysAfter', { days: row.day }),
      amount: row.payment,
      principal: row.principal,
      interest: row.interest,
    })),
    late: { title: speak('product.late.title'), rows: lateRows(terms, { brand, speak, lang, today }) },
    rows: [
      { text: speak('row.term'), value: speak('value.days', { days: terms.termDays }) },
      { text: speak('row.repayments'), value: String(terms.periods) },
      {
        text: speak('product.prepay'),
        value: speak('product.prepayFrom', { day: daysBetween(today, begun.prepayFrom) }),
        note: speak('product.prepayHow'),
      },
      { text: speak('row.extensions'), value: speak('product.times', { times: terms.extensions }) },
    ],
  };
}

/** TERM-04, TERM-05: each charge of lateness, then what some days of it come to. */
function lateRows(
  terms: Terms,
  { brand, speak, lang, today }: { brand: Brand; speak: Speak; lang: string; today: LocalDate },
): Row[] {
  const money = (amount: number) => formatCents(amount, brand.money);
  let from = 1;
  const rows: Row[] = terms.lateTiers.map(({ untilDay, ppm }) => {
    const text =
      untilDay === undefined
        ? from === 1
          ? speak('product.late.always')
          : speak('product.late.from', { from })
        : from === 1
          ? speak('product.late.first', { to: untilDay })
          : speak('product.late.between', { from, to: untilDay });
    const first = from === 1;
    from = (untilDay ?? 0) + 1;
    return {
      text,
      value: speak('product.late.perDay', { rate: percentText(ppm, lang) }),
      ...(first ? { note: speak('product.late.base') } : {}),
    };
  });
  if (terms.penalty > 0)
    rows.push({
      text: speak('row.penalty'),
      value: money(terms.penalty),
      note: speak('row.penaltyHow'),
    });
  const first = disclose(terms).instalments[0];
  if (!first) return rows;
  const late = position(
    terms,
    [{ kind: 'disbursed', id: 'example', seq: 1, valueDate: today }],
    addDays(today, first.day + exampleDaysLate),
  );
  rows.push({
    text: speak('product.late.example', { days: exampleDaysLate }),
    value: money(late.lateOwed + late.penaltyOwed),
    note: speak('product.late.exampleHow', { payment: money(first.payment) }),
  });
  return rows;
}
