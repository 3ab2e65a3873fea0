import { type calculateEmi, calculatorLimits } from '@hiram/contract/calculator';
import { cents, formatCents, type LevelLoan, levelLoan } from '@hiram/loan';
import { smallestUnit } from '@hiram/loan/format';
import type { Handler } from '../../api/serve.ts';
import type { Brand } from '../../brands/brand.ts';
import { reject } from '../../platform/errors/rejection.ts';
import { monthlyPayments } from './saved-loans.ts';

interface LoanInput {
  readonly principal: number;
  readonly rate: number;
  readonly tenure: number;
}

/** The level loan of the input, or why it is rejected. */
export function calculateLoan({ principal, rate, tenure }: LoanInput, brand: Brand) {
  const money = (amount: number) => formatCents(amount, brand.money);
  if (principal < calculatorLimits.principalMin || principal > calculatorLimits.principalMax)
    return reject('principalRange', {
      field: 'principal',
      values: { min: money(calculatorLimits.principalMin), max: money(calculatorLimits.principalMax) },
    });
  if (rate > calculatorLimits.rateMax)
    return reject('rateRange', { field: 'rate', values: { max: calculatorLimits.rateMax / 10_000 } });
  if (tenure < 1 || tenure > calculatorLimits.tenureMax)
    return reject('tenureRange', { field: 'tenure', values: { max: calculatorLimits.tenureMax } });
  return (
    levelLoan(cents(principal), rate, tenure, smallestUnit(brand.money)) ??
    reject('notLevel', { field: 'tenure', values: { amount: money(principal), months: tenure } })
  );
}

export function figuresOf(loan: LevelLoan) {
  const { payment, totalInterest, totalPayment } = loan;
  return { emi: payment, totalInterest, totalPayment };
}

/** The level loan of the input, month by month. */
export const calculateInstalments: Handler<typeof calculateEmi> = async (input, { brand }) => {
  const loan = calculateLoan(input, brand);
  if ('rejected' in loan) return loan;
  return { ...input, ...figuresOf(loan), repayments: monthlyPayments(loan) };
};
