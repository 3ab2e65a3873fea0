import {
  addLoan,
  calculateEmi,
  calculatorLimits,
  deleteLoan,
  exchangeRate,
  listLoans,
  loanInfo,
} from '@hiram/contract/calculator';
import { cents, daysBetween, formatCents, type LevelLoan, levelLoan, localDate } from '@hiram/loan';
import { isLocalDate } from '@hiram/loan/local-date';
import type { Server } from '../../api/serve.ts';
import type { Brand } from '../../brands/brand.ts';
import { lockBorrower } from '../../lending/origination/apply.ts';
import { reject } from '../../platform/errors/rejection.ts';
import { newId } from '../../platform/ids.ts';
import { convert, currencyName, exchangeRates, rateOf, shownRate } from './exchange.ts';
import { freePlace, levelLoanOf, loadSavedLoan, monthlyPayments, savedLoanOf } from './saved-loans.ts';

const limits = calculatorLimits;

interface LoanInput {
  readonly principal: number;
  readonly rate: number;
  readonly tenure: number;
}

/** The level loan of the input, or why it is rejected. */
function calculateLoan({ principal, rate, tenure }: LoanInput, brand: Brand) {
  const money = (amount: number) => formatCents(amount, brand.money);
  if (principal < limits.principalMin || principal > limits.principalMax)
    return reject('principalRange', {
      field: 'principal',
      values: { min: money(limits.principalMin), max: money(limits.principalMax) },
    });
  if (rate > limits.rateMax)
    return reject('rateRange', { field: 'rate', values: { max: limits.rateMax / 10_000 } });
  if (tenure < 1 || tenure > limits.tenureMax)
    return reject('tenureRange', { field: 'tenure', values: { max: limits.tenureMax } });
  return (
    levelLoan(cents(principal), rate, tenure) ??
    reject('notLevel', { field: 'tenure', values: { amount: money(principal), months: tenure } })
  );
}

function figuresOf(loan: LevelLoan) {
  const { payment, totalInterest, totalPayment } = loan;
  return { emi: payment, totalInterest, totalPayment };
}

/** The allowed start dates of a saved loan. */
const startDates = { min: '1990-01-01', max: '2099-12-31' };

/** The loan calculator, the currency converter and the borrower's saved loans (KEY-08). */
export function calculatorRoutes({ serve, appContext }: Server): void {
  serve(calculateEmi, async (input, { brand }) => {
    const loan = calculateLoan(input, brand);
    if ('rejected' in loan) return loan;
    return { ...input, ...figuresOf(loan), repay_plans: monthlyPayments(loan) };
  });

  serve(exchangeRate, async ({ from = 'USD', to = 'PHP', amount = 10_000 }, { db, brand }) => {
    const [source, target] = [rateOf(from), rateOf(to)];
    if (!source) return reject('unknownCurrency', { field: 'from' });
    if (!target) return reject('unknownCurrency', { field: 'to' });
    if (amount > limits.amountMax) return reject('amountRange', { field: 'amount' });
    const today = await appContext.clock.today(db, brand.timeZone);
    return {
      from,
      to,
      amount,
      converted: convert(amount, source, target),
      ...shownRate(source, target),
      currencies: exchangeRates.rates.map((rate) => ({
        currency: rate.currency,
        name: currencyName(rate, brand.language),
        decimals: rate.decimals,
      })),
      asOf: exchangeRates.asOf,
      origin: exchangeRates.origin[brand.language],
      ageDays: Math.max(0, daysBetween(exchangeRates.asOf, today)),
    };
  });

  serve(addLoan, async ({ name, startDate, ...input }, { db, brand, borrower, now }) => {
    const trimmedName = name.replace(/\p{Cc}/gu, ' ').trim();
    if (trimmedName === '') return reject('loanNameMissing', { field: 'name' });
    if (Array.from(trimmedName).length > limits.nameMax)
      return reject('loanNameLong', { field: 'name', values: { max: limits.nameMax } });
    const loan = calculateLoan(input, brand);
    if ('rejected' in loan) return loan;
    if (!isLocalDate(startDate) || startDate < startDates.min || startDate > startDates.max)
      return reject('noSuchDay', { field: 'startDate' });
    await lockBorrower(db, borrower.id);
    const place = await freePlace(db, borrower.id, limits.loans);
    if (place === undefined) return reject('tooManyLoans', { values: { max: limits.loans } });
    const id = newId();
    await db
      .insertInto('saved_loan')
      .values({
        borrower_id: borrower.id,
        id,
        place,
        name: trimmedName,
        ...input,
        start_date: startDate,
        emi: loan.payment,
        created_at: now,
      })
      .execute();
    return { loanId: id };
  });

  serve(deleteLoan, async ({ loanId }, { db, borrower }) => {
    const { id } = await loadSavedLoan(db, borrower.id, loanId);
    await db.deleteFrom('saved_loan').where('borrower_id', '=', borrower.id).where('id', '=', id).execute();
    return {};
  });

  serve(listLoans, async (_input, { db, brand, borrower }) => {
    const today = await appContext.clock.today(db, brand.timeZone);
    const rows = await db
      .selectFrom('saved_loan')
      .selectAll()
      .where('borrower_id', '=', borrower.id)
      .orderBy('id', 'desc')
      .limit(limits.loans)
      .execute();
    return { list: rows.map((row) => savedLoanOf(row, today)), limit: limits.loans };
  });

  serve(loanInfo, async ({ loanId }, { db, brand, borrower }) => {
    const today = await appContext.clock.today(db, brand.timeZone);
    const row = await loadSavedLoan(db, borrower.id, loanId);
    const loan = levelLoanOf(row);
    return {
      ...savedLoanOf(row, today),
      ...figuresOf(loan),
      repay_plans: monthlyPayments(loan, localDate(row.start_date)),
    };
  });
}
