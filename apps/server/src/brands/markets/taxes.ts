import { type Cents, cents, divideHalfEven, type LocalDate, localDate } from '@hiram/loan';
import type { Country } from './markets.ts';

/** A share of the base in ppm; or an amount for each step of the base or part of it, for a term under a year in proportion to its days. */
type TaxRate = { readonly ppm: number } | { readonly each: Cents; readonly step: Cents };

/** A tax on lending, as dated data. */
export interface Tax {
  /** As commands name it: `ph-stamp`. */
  readonly id: string;
  readonly country: Country;
  readonly name: string;
  /** Amounts lent, fees charged, interest received, or everything received beside the principal. */
  readonly base: 'lent' | 'fee' | 'interest' | 'income';
  readonly rate: TaxRate;
  /** True if the base includes the tax. */
  readonly isIncluded: boolean;
  /** A tax that the borrower bears stands in the statement before the agreement. */
  readonly bearer: 'lender' | 'borrower';
  readonly from: LocalDate;
  /** The last day on which it holds. */
  readonly until?: LocalDate;
  readonly source: string;
  /** True if its text was read by a lender's counsel. Others rest on reports. */
  readonly isConfirmed: boolean;
}

export const taxes: readonly Tax[] = [
  {
    id: 'ph-stamp',
    country: 'PH',
    name: 'Documentary stamp tax on debt instruments',
    base: 'lent',
    rate: { each: cents(150), step: cents(20_000) },
    isIncluded: false,
    bearer: 'lender',
    from: localDate('2018-01-01'),
    source:
      'National Internal Revenue Code, section 179, as amended by RA 10963: 1.50 for each 200 or part of it',
    isConfirmed: false,
  },
  {
    id: 'ph-receipts',
    country: 'PH',
    name: 'Gross receipts tax of non-bank financial intermediaries',
    base: 'income',
    rate: { ppm: 50_000 },
    isIncluded: false,
    bearer: 'lender',
    from: localDate('2004-01-01'),
    source:
      'National Internal Revenue Code, section 122, as amended by RA 9238: 5% for terms up to five years',
    isConfirmed: false,
  },
  {
    id: 'in-gst',
    country: 'IN',
    name: 'Goods and services tax on fees',
    base: 'fee',
    rate: { ppm: 180_000 },
    isIncluded: true,
    bearer: 'borrower',
    from: localDate('2017-07-01'),
    source: 'CGST Act 2017: 18% on services; interest is exempt by notification 12/2017',
    isConfirmed: false,
  },
  {
    id: 'id-vat',
    country: 'ID',
    name: 'Value added tax on fees',
    base: 'fee',
    rate: { ppm: 110_000 },
    isIncluded: true,
    bearer: 'lender',
    from: localDate('2022-05-01'),
    source: 'PMK 69/PMK.03/2022; from 2025 PMK 131/2024: 12% on eleven twelfths of the price',
    isConfirmed: false,
  },
  {
    id: 'id-withholding',
    country: 'ID',
    name: 'Withholding tax on interest (PPh 23)',
    base: 'interest',
    rate: { ppm: 150_000 },
    isIncluded: true,
    bearer: 'lender',
    from: localDate('2022-05-01'),
    source: 'PMK 69/PMK.03/2022: 15% of the interest that passes through a platform',
    isConfirmed: false,
  },
];

/** The taxes of a country that hold on a day. */
export const taxesOn = (country: Country, day: LocalDate): readonly Tax[] =>
  taxes.filter((tax) => tax.country === country && tax.from <= day && (tax.until ?? day) >= day);

/** The rate of the tax that a fee of this day includes and the borrower bears, in ppm of the fee without it. 0: there is none. */
export function feeTaxPpm(country: Country, day: LocalDate): number {
  const [tax] = taxesOn(country, day).filter(({ base, bearer }) => base === 'fee' && bearer === 'borrower');
  return tax && 'ppm' in tax.rate ? tax.rate.ppm : 0;
}

const yearDays = 365;

/**
 * The tax on an amount in cents, half to even. `termDays`: of the loan, for a rate by steps. An included share of withholding is
 * that of the whole amount; an included tax on a price is that of the price without it.
 */
export function taxOf({ rate, isIncluded, base }: Tax, amount: number, termDays = yearDays): Cents {
  if ('ppm' in rate) {
    const whole = isIncluded && base === 'fee' ? 1_000_000 + rate.ppm : 1_000_000;
    return cents(Number(divideHalfEven(BigInt(amount) * BigInt(rate.ppm), BigInt(whole))));
  }
  const steps = Math.ceil(amount / rate.step);
  const days = Math.min(termDays, yearDays);
  return cents(Number(divideHalfEven(BigInt(steps) * BigInt(rate.each) * BigInt(days), BigInt(yearDays))));
}
