import * as v from 'valibot';
import { dateText, empty, idOf, nothing, shownIdOf, text, whole } from '../fields/fields.ts';
import { call } from '../wire/call.ts';
import { type InternalValue, named, object } from '../wire/wire.ts';

/** Limits of the calculators in cents, ppm a year and months, and of saved loans per borrower (KEY-08). */
export const calculatorLimits = {
  principalMin: 10_000,
  principalMax: 10_000_000_000,
  rateMax: 10_000_000,
  tenureMax: 360,
  nameMax: 40,
  loans: 50,
  amountMax: 100_000_000_000,
} as const;

/** A loan to calculate: `principal` in cents, `rate` the nominal yearly rate in ppm, `tenure` in months. */
const loanInput = { principal: whole, rate: whole, tenure: whole };
const loanRejections = {
  principalRange: '70101',
  rateRange: '70102',
  tenureRange: '70103',
  notLevel: '70104',
} as const;

/** A monthly payment in cents: `amount` is `principal` plus `interest`; `balance` is the principal owed after it. */
export const monthlyPayment = object({
  periodNo: whole,
  amount: whole,
  principal: whole,
  interest: whole,
  balance: whole,
  dueDate: named('dueTime', v.optional(dateText)),
});
export type MonthlyPayment = InternalValue<typeof monthlyPayment>;

const figures = {
  /** The payment of every month but the last, which takes the remainder. */
  emi: whole,
  totalInterest: whole,
  totalPayment: whole,
  repayments: named('repay_plans', v.array(monthlyPayment)),
};

export const calculateEmi = call({
  name: 'calculateEmi',
  path: '/v3/calculator/emi',
  input: v.strictObject(loanInput),
  output: object({ ...loanInput, ...figures }),
  rejections: loanRejections,
});
export type Emi = InternalValue<typeof calculateEmi.output>;

/** Converts an amount. Amounts are in the smallest unit of their currency; `decimals` is its number of decimal digits. */
export const exchangeRate = call({
  name: 'exchangeRate',
  path: '/v3/calculator/exchange-rate',
  input: v.strictObject({
    from: v.optional(text(3)),
    to: v.optional(text(3)),
    amount: v.optional(whole),
  }),
  output: v.object({
    from: v.string(),
    to: v.string(),
    amount: whole,
    converted: whole,
    /** The value of `per` units of `from` in `to`, in millionths. */
    ratePpm: whole,
    per: whole,
    currencies: v.array(v.object({ currency: v.string(), name: v.string(), decimals: whole })),
    /** The day of the rates, their source, and their age in days. */
    asOf: dateText,
    origin: v.string(),
    ageDays: whole,
  }),
  rejections: { unknownCurrency: '70301', amountRange: '70302' },
});
export type Exchange = InternalValue<typeof exchangeRate.output>;

/** A loan that the borrower saved in the calculator, usually of another lender. Amounts in cents. */
export const savedLoan = object({
  loanId: shownIdOf<'savedLoan'>(),
  name: v.string(),
  ...loanInput,
  startDate: dateText,
  emi: whole,
  /** The number and day of the next payment; both are absent after the last payment. */
  periodNo: v.optional(whole),
  dueDate: named('dueTime', v.optional(dateText)),
});
export type SavedLoan = InternalValue<typeof savedLoan>;

export const addLoan = call({
  name: 'addLoan',
  path: '/v3/calculator/loan-add',
  input: v.strictObject({ name: text(200), ...loanInput, startDate: text(10) }),
  output: v.object({ loanId: shownIdOf<'savedLoan'>() }),
  rejections: {
    ...loanRejections,
    loanNameMissing: '70201',
    loanNameLong: '70202',
    noSuchDay: '70203',
    tooManyLoans: '70204',
  },
  idempotent: true,
});

export const deleteLoan = call({
  name: 'deleteLoan',
  path: '/v3/calculator/loan-del',
  input: v.strictObject({ loanId: idOf<'savedLoan'>() }),
  output: empty,
  idempotent: true,
});

/** The borrower's saved loans, newest first, at most `limit`. */
export const listLoans = call({
  name: 'listLoans',
  path: '/v3/calculator/loan-list',
  input: nothing,
  output: v.object({ list: v.array(savedLoan), limit: whole }),
});

export const loanInfo = call({
  name: 'loanInfo',
  path: '/v3/calculator/loan-info',
  input: v.strictObject({ loanId: idOf<'savedLoan'>() }),
  output: object({ ...savedLoan.fields, ...figures }),
});
export type LoanInfo = InternalValue<typeof loanInfo.output>;
