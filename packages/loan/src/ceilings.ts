import { type Cents, cents, million, type Ppm } from './cents.ts';
import { type LocalDate, localDate } from './local-date.ts';

/** What a loan may bear of interest and fees a day, in ppm of the amount lent, from a day on and up to a tenor in days. */
export interface DayCeiling {
  readonly from: LocalDate;
  readonly tenorUpTo: number;
  readonly ppm: Ppm;
}

/** Cost ceilings of a market. Rates per month of 30 days; part months are pro-rated by day. A ceiling left out is none. */
export interface Ceilings {
  readonly name: string;
  /** Where a law can be read; undefined for a lender's own ceilings. */
  readonly source?: string;
  /** The loans they cover: all must hold. `amountAbove`: larger than so much. */
  readonly amountAbove?: Cents;
  readonly amountUpTo: Cents;
  readonly daysUpTo: number;
  readonly from: LocalDate;
  readonly nominalPerMonth?: Ppm;
  readonly effectivePerMonth?: Ppm;
  /** Late interest and penalty together, on the scheduled amount overdue. */
  readonly latePerMonth?: Ppm;
  /**
   * Interest and fees to any day, over the amount lent and the days elapsed; the latest entry that began by the day of
   * disbursal and fits the tenor counts. Late interest then accrues on unpaid principal alone, at the lesser rate.
   */
  readonly perDay?: readonly DayCeiling[];
  /** Everything the loan costs, over the amount lent. */
  readonly totalCost: Ppm;
  /** Whether a charge above a ceiling is clamped, or only reported. */
  readonly enforce: boolean;
}

/**
 * SEC Memorandum Circular 14 of 2025: unsecured loans of at most ₱10,000 and at most four months, entered into from
 * 2026-04-01. Four months are at most 123 days.
 */
export const philippineCeilings2026: Ceilings = {
  name: 'SEC MC 14 s. 2025',
  source: 'Securities and Exchange Commission (Philippines), Memorandum Circular 14, series of 2025',
  amountUpTo: cents(1_000_000),
  daysUpTo: 123,
  from: localDate('2026-04-01'),
  nominalPerMonth: 60_000,
  effectivePerMonth: 120_000,
  latePerMonth: 50_000,
  totalCost: million,
  enforce: true,
};

/** Tenors of at most six months. */
const sixMonths = 184;
const anyTenor = 366;

/**
 * SEOJK 19/SEOJK.06/2023, consumer loans: 0.3 % a day in 2024; from 2025 0.3 % up to six months and 0.2 % beyond; from 2026
 * 0.1 %. All costs together at most the amount lent.
 */
export const indonesianCeilings: Ceilings = {
  name: 'SEOJK 19/2023',
  source: 'Otoritas Jasa Keuangan, SEOJK 19/SEOJK.06/2023 and its revisions',
  amountUpTo: cents(Number.MAX_SAFE_INTEGER),
  daysUpTo: anyTenor,
  from: localDate('2024-01-01'),
  perDay: [
    { from: localDate('2024-01-01'), tenorUpTo: anyTenor, ppm: 3_000 },
    { from: localDate('2025-01-01'), tenorUpTo: sixMonths, ppm: 3_000 },
    { from: localDate('2025-01-01'), tenorUpTo: anyTenor, ppm: 2_000 },
    { from: localDate('2026-01-01'), tenorUpTo: anyTenor, ppm: 1_000 },
  ],
  totalCost: million,
  enforce: true,
};

export type Ceiling = 'nominalPerMonth' | 'effectivePerMonth' | 'latePerMonth' | 'perDay' | 'totalCost';

/** What a lender itself lays down for loans that no law covers, in ppm a month and of the amount lent; none may be left out. */
export interface OwnCeilings {
  readonly from: LocalDate;
  readonly nominalPerMonth: Ppm;
  readonly effectivePerMonth: Ppm;
  readonly latePerMonth: Ppm;
  readonly totalCost: Ppm;
}

/** A lender's own ceilings for loans of any size: enforced as a law's, and counting where no law covers the loan. */
export function ownCeilings(name: string, own: OwnCeilings): Ceilings {
  return { name, amountUpTo: cents(Number.MAX_SAFE_INTEGER), daysUpTo: anyTenor, ...own, enforce: true };
}

/** Do the ceilings cover a loan of this size, whenever it is entered into? */
export function coversSize(ceilings: Ceilings, amount: Cents, termDays: number): boolean {
  return (
    amount > (ceilings.amountAbove ?? 0) && amount <= ceilings.amountUpTo && termDays <= ceilings.daysUpTo
  );
}

/** What a loan of this tenor may bear a day, entered into on a day or by the latest entry; undefined where nothing is laid down. */
export function dayCeiling(ceilings: Ceilings, termDays: number, enteredOn?: LocalDate): Ppm | undefined {
  let found: DayCeiling | undefined;
  for (const entry of ceilings.perDay ?? [])
    if (
      termDays <= entry.tenorUpTo &&
      (enteredOn === undefined || entry.from <= enteredOn) &&
      (!found || entry.from > found.from || (entry.from === found.from && entry.tenorUpTo < found.tenorUpTo))
    )
      found = entry;
  return found?.ppm;
}
