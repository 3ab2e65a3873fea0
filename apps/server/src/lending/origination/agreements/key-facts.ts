import {
  addDays,
  type Cents,
  cents,
  disclose,
  effectiveRate,
  formatCents,
  type LocalDate,
  type Terms,
} from '@hiram/loan';
import { formatDate, formatFraction, formatPercent, orderNumber } from '@hiram/loan/format';
import { share } from '@hiram/loan/rounding';
import { markets } from '../../../brands/markets/markets.ts';
import { feeTaxPpm } from '../../../brands/markets/taxes.ts';
import { type Holidays, isWorkingDay } from '../../../brands/working-days.ts';
import {
  type AgreedLoan,
  lateClause,
  lenderLine,
  paragraphs,
  partiesTable,
  scheduleTable,
  table,
} from './agreement-parts.ts';

/**
 * The annual percentage rate of the Reserve Bank's Key Facts Statement (circular of 15 April 2024, Annex B): the rate per period
 * at which the discounted instalments equal the net amount disbursed, times the periods of a year. A fraction of 1; undefined if
 * no such rate exists.
 */
export function annualPercentageRate(
  netDisbursed: Cents,
  instalments: readonly Cents[],
  periodsPerYear: number,
): number | undefined {
  const rate = effectiveRate([
    { time: 0, cents: netDisbursed },
    ...instalments.map((amount, index) => ({ time: index + 1, cents: -amount })),
  ]);
  return rate.ok ? rate.rate * periodsPerYear : undefined;
}

/**
 * Working days after the statement's day on which the borrower may still accept it (KFS circular, Annex A,
 * for loans of a week or more).
 */
const validWorkingDays = 3;

/** The last day on which a statement of `from` may be accepted. */
export function lastDayToAccept(from: LocalDate, holidays: Holidays): LocalDate {
  let day = from;
  for (let left = validWorkingDays; left > 0; ) {
    day = addDays(day, 1);
    if (isWorkingDay(day, holidays)) left -= 1;
  }
  return day;
}

/** The tax that a fee includes, in cents; `ppm` of the fee without the tax. */
export function taxIncluded(fee: Cents, ppm: number): Cents {
  return cents(fee - share(fee, 1_000_000, 1_000_000 + ppm));
}

/** The APR of a loan that is repaid as agreed; a fraction of 1. */
export function aprOf(terms: Terms): number | undefined {
  const { netProceeds, instalments } = disclose(terms);
  const payments = instalments.map((row) => row.payment);
  return annualPercentageRate(netProceeds, payments, (365 * terms.periods) / terms.termDays);
}

/**
 * The Key Facts Statement in the Reserve Bank's form (KFS circular of 15 April 2024; Annex A: part 1 interest and charges, part
 * 2 other information; Annex B: computation of the APR; Annex C: repayment schedule).
 */
export function keyFactsParts(loan: AgreedLoan): string[] {
  const { brand, terms, translate, productName } = loan;
  return [
    paragraphs([translate('agreement.lenderIs', { lender: lenderLine(brand) })]),
    partiesTable(loan),
    paragraphs([translate('keyFacts.part1')]),
    chargesTable(loan),
    paragraphs([translate('keyFacts.part2')]),
    otherTable(loan),
    paragraphs([translate('keyFacts.annexB', { product: productName })]),
    aprTable(loan),
    paragraphs([translate('keyFacts.annexC')]),
    scheduleTable(loan),
    paragraphs([
      lateClause(loan),
      translate('keyFacts.extension', { times: terms.extensions }),
      translate('disclosure.received'),
    ]),
  ];
}

function aprText({ terms, brand }: AgreedLoan): string {
  const apr = aprOf(terms);
  return apr === undefined ? '' : formatFraction(apr, brand.language);
}

function chargesTable(loan: AgreedLoan): string {
  const { brand, terms, translate, productName, from } = loan;
  const money = (amount: number) => formatCents(cents(amount), brand.money);
  const { instalments, fee } = disclose(terms);
  const [first] = instalments;
  const taxPpm = feeTaxPpm(markets[brand.market].country, from);
  const tax = taxIncluded(fee, taxPpm);
  const firstDueDate = addDays(from, first?.day ?? terms.termDays);
  return table([
    [
      '1',
      translate('keyFacts.proposal'),
      loan.orderId === undefined ? translate('keyFacts.proposalNone') : orderNumber(loan.orderId),
    ],
    ['2', translate('keyFacts.type'), productName],
    ['3', translate('keyFacts.sanctioned'), money(terms.principal)],
    ['4', translate('keyFacts.disbursal'), translate('keyFacts.disbursalOnce')],
    ['5', translate('row.term'), translate('value.days', { days: terms.termDays })],
    [
      '6',
      translate('keyFacts.instalments'),
      translate('keyFacts.instalmentsHow', {
        count: terms.periods,
        days: terms.termDays / terms.periods,
        amount: money(first?.payment ?? 0),
        date: formatDate(firstDueDate, brand.language),
      }),
    ],
    [
      '7',
      translate('keyFacts.rate'),
      translate('keyFacts.rateFixed', { rate: formatPercent(terms.dailyPpm * 365, brand.language) }),
    ],
    ['8', translate('keyFacts.floating'), translate('keyFacts.floatingNo')],
    [
      '9',
      translate('keyFacts.fees'),
      translate('keyFacts.feesHow', {
        fee: money(fee),
        tax: money(tax),
        rate: formatPercent(taxPpm, brand.language),
        net: money(fee - tax),
        none: money(0),
      }),
    ],
    ['10', translate('keyFacts.apr'), aprText(loan)],
    ['11', translate('keyFacts.late'), lateClause(loan)],
    ['12', translate('keyFacts.foreclosure'), money(0)],
  ]);
}

function otherTable({ brand, terms, translate, from, validThrough }: AgreedLoan): string {
  const { officer } = brand.legal;
  const days = terms.coolingOff?.days ?? 0;
  return table([
    ['1', translate('keyFacts.recovery'), translate('keyFacts.recoveryHow')],
    ['2', translate('keyFacts.grievance'), `${officer.name}, ${officer.address}`],
    ['3', translate('keyFacts.grievanceReach'), `${officer.phone}, ${officer.email}`],
    ['4', translate('keyFacts.transfer'), translate('keyFacts.transferHow')],
    ['5', translate('keyFacts.coolingOff'), translate('keyFacts.coolingOffHow', { days })],
    [
      '6',
      translate('keyFacts.validity'),
      translate('keyFacts.validityHow', {
        until: formatDate(validThrough ?? lastDayToAccept(from, brand.holidays), brand.language),
      }),
    ],
  ]);
}

function aprTable(loan: AgreedLoan): string {
  const { brand, terms, translate } = loan;
  const money = (amount: number) => formatCents(cents(amount), brand.money);
  const cost = disclose(terms);
  return table([
    ['1', translate('keyFacts.sanctioned'), money(terms.principal)],
    ['2', translate('row.repayments'), String(terms.periods)],
    ['3', translate('row.interest'), money(cost.interest)],
    ['4', translate('row.fee'), money(cost.fee)],
    ['5', translate('keyFacts.netDisbursed'), money(cost.netProceeds)],
    ['6', translate('row.totalToRepay'), money(cost.totalToRepay)],
    ['7', translate('keyFacts.apr'), aprText(loan)],
  ]);
}
