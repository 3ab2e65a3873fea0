import type { LoanDetails } from '@hiram/contract/order';
import { addDays, type Disclosure, disclose, formatCents } from '@hiram/loan';
import { formatDate } from '@hiram/loan/format';
import type { Brand } from '../../brands/brand.ts';
import { markets } from '../../brands/markets/markets.ts';
import type { Translate } from '../../brands/texts/translate.ts';
import { rowsInWords } from '../../lending/loans/repayment-quote.ts';
import type { OrderFacts } from './details.ts';

type Row = LoanDetails['order']['rows'][number];

/** The detail rows: the agreed terms, and after the disbursal the parts of the debt. */
export function detailRows(facts: OrderFacts, brand: Brand, translate: Translate, lang: string): Row[] {
  const money = (amount: number) => formatCents(amount, brand.money);
  const { order, position: current } = facts;
  const cost = disclose(order.terms);
  // Before the disbursal nothing is owed; a declined loan has neither a payout nor repayments.
  const requestedAmount = { text: translate('row.amountAsked'), value: money(order.amount) };
  const appliedOn = { text: translate('row.appliedOn'), value: formatDate(order.applied_on, lang) };
  if (!current && order.status === 'rejected')
    return [requestedAmount, appliedOn, ...creditRow(facts.credit, money, translate)];
  if (!current)
    return [
      requestedAmount,
      ...(cost.fee > 0 ? [{ text: translate('row.fee'), value: money(cost.fee) }] : []),
      { text: translate('row.youReceive'), value: money(cost.netProceeds) },
      // The specification lists no interest here.
      ...(markets[brand.market].specifiedCopy
        ? []
        : [{ text: translate('row.interest'), value: money(cost.interest) }]),
      { text: translate('row.totalToRepay'), value: money(cost.totalToRepay) },
      { text: translate('row.term'), value: translate('value.days', { days: order.terms.termDays }) },
      { text: translate('row.repayments'), value: repaymentsText(cost, brand) },
      ...(order.status === 'approved' ? firstPayment(facts, brand, translate, lang) : []),
      appliedOn,
      ...creditRow(facts.credit, money, translate),
    ];
  const rows: Row[] = quotedRows(facts, brand, translate, lang);
  rows.push(...creditRow(facts.credit, money, translate));
  rows.push({ text: translate('row.amount'), value: money(order.amount) });
  // What was sent is the amount lent less this fee.
  if (cost.fee > 0) rows.push({ text: translate('row.feeDeducted'), value: money(cost.fee) });
  if (current.status === 'settled')
    rows.push({
      text: translate('row.settledOn'),
      value: formatDate(current.settledOn ?? facts.today, lang),
    });
  rows.push({ text: translate('row.disbursedOn'), value: formatDate(current.disbursedOn, lang) });
  return rows;
}

/** The first repayment of an approved loan, whose day follows from the one on which the money arrives. */
function firstPayment({ order, today }: OrderFacts, brand: Brand, translate: Translate, lang: string): Row[] {
  const [first] = disclose(order.terms).instalments;
  if (!first || markets[brand.market].specifiedCopy) return [];
  const { day: days, payment } = first;
  const note = translate('row.firstPaymentHow', { days, date: formatDate(addDays(today, days), lang) });
  return [{ text: translate('row.firstPayment'), value: formatCents(payment, brand.money), note }];
}

/** The rows of the quote, which sum to the amount to repay, then the charges that a legal cap waived. */
function quotedRows({ quote, order }: OrderFacts, brand: Brand, translate: Translate, lang: string): Row[] {
  if (!quote) return [];
  const money = (amount: number) => formatCents(amount, brand.money);
  const wording = { translate, lang, terms: order.terms, formatDate: (day: string) => formatDate(day, lang) };
  const rows: Row[] = rowsInWords(quote, wording).map(({ text, amount, note }) => ({
    text,
    value: money(amount),
    ...(note === undefined ? {} : { note }),
  }));
  const { clamped } = quote.position;
  // No row of the quote shows capped interest, so only charges are listed here.
  const notCharged = clamped.late + clamped.penalty;
  if (clamped.by !== undefined && notCharged > 0)
    rows.push({
      text: translate('row.clamped'),
      value: money(notCharged),
      note: translate('row.clampedHow', { by: clamped.by }),
    });
  return rows;
}

const creditRow = (credit: number, money: (amount: number) => string, translate: Translate): Row[] =>
  credit > 0
    ? [{ text: translate('row.credit'), value: money(credit), note: translate('row.creditHow') }]
    : [];

/**
 * The repayments as they sum up to the total, equal ones counted: `3 × ₱1,423.18 + ₱1,423.20`. The
 * specification has their number.
 */
function repaymentsText({ instalments }: Disclosure, brand: Brand): string {
  const last = instalments.at(-1);
  if (markets[brand.market].specifiedCopy || !last || instalments.length < 2)
    return String(instalments.length);
  const [first] = instalments;
  const money = (amount: number) => formatCents(amount, brand.money);
  const others = instalments.length - (first?.payment === last.payment ? 0 : 1);
  const sum = `${others} × ${money(first?.payment ?? 0)}`;
  return others === instalments.length ? sum : `${sum} + ${money(last.payment)}`;
}
