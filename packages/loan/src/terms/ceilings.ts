import { type Cents, cents, million, type Ppm } from '../values/cents.ts';
import { type LocalDate, localDate } from '../values/local-date.ts';

/** A daily limit on interest and fees in ppm of the amount lent, for loans from a day on with a tenor up to `tenorUpTo` days. */
export interface DayCeiling {
  readonly from: LocalDate;
  readonly tenorUpTo: number;
  readonly ppm: Ppm;
}

/**
 * The limits of a loan that these ceilings cover. Monthly rates are for 30 days and are pro-rated by day. An
 * absent one does not limit.
 */
export interface CostLimits {
  readonly nominalPerMonth?: Ppm;
  readonly effectivePerMonth?: Ppm;
  /** Late interest and penalty together, on the scheduled amount overdue. */
  readonly latePerMonth?: Ppm;
  /** The total cost of the loan, relative to the amount lent. */
  readonly totalCost: Ppm;
  /** The treatment of a charge above a ceiling: clamped, or only reported. */
  readonly enforce: boolean;
}

/** Cost ceilings of a market. */
export interface Ceilings extends CostLimits {
  readonly name: string;
  /** The law; undefined for a lender's own ceilings. */
  readonly source?: string;
  /** The covered loans: all conditions must hold. `amountAbove` is exclusive, the other bounds are inclusive. */
  readonly amountAbove?: Cents;
  readonly amountUpTo: Cents;
  readonly daysUpTo: number;
  readonly from: LocalDate;
  /**
   * Interest and fees to any day, relative to the amount lent and the days elapsed. The latest entry that fits the tenor and
   * began by the day of disbursal applies. Late interest then accrues only on unpaid principal, at most at this rate.
   */
  readonly perDay?: readonly DayCeiling[];
}

/**
 * SEC Memorandum Circular 14 of 2025: unsecured loans of at most ₱10,000 and at most four months, entered into from
 * 2026-04-01. Four months have at most 123 days.
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

/** Days of the longest six months. */
const sixMonths = 184;
const anyTenor = 366;

/**
 * SEOJK 19/SEOJK.06/2023, consumer loans: 0.3% a day in 2024; from 2025 0.3% up to six months and 0.2% beyond; from 2026
 * 0.1%. The total cost is at most the amount lent.
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

/** A lender's own ceilings for loans that no law covers. Monthly rates and the total cost are in ppm; all are required. */
export interface OwnCeilings {
  readonly from: LocalDate;
  readonly nominalPerMonth: Ppm;
  readonly effectivePerMonth: Ppm;
  readonly latePerMonth: Ppm;
  readonly totalCost: Ppm;
}

/** Ceilings of a lender for loans of any size, enforced like those of a law. */
export function ownCeilings(name: string, own: OwnCeilings): Ceilings {
  return { name, amountUpTo: cents(Number.MAX_SAFE_INTEGER), daysUpTo: anyTenor, ...own, enforce: true };
}

/**
 * The base of the rate of late charges: the unpaid scheduled amount of an instalment, or the principal in it
 * where a law limits all costs by the day.
 */
export function lateBase(ceilings: Ceilings | readonly Ceilings[] | undefined): 'scheduled' | 'principal' {
  const all: readonly Ceilings[] = ceilings === undefined ? [] : [ceilings].flat();
  return all.some(({ enforce, perDay }) => enforce && perDay !== undefined) ? 'principal' : 'scheduled';
}

/** Reports whether the ceilings cover a loan of this size, on any day. `amount` in cents. */
export function coversSize(ceilings: Ceilings, amount: Cents, termDays: number): boolean {
  return (
    amount > (ceilings.amountAbove ?? 0) && amount <= ceilings.amountUpTo && termDays <= ceilings.daysUpTo
  );
}

/**
 * The daily limit in ppm for a loan of this tenor, entered into on a day (default: by the latest entry);
 * undefined if there is none.
 */
export function dayCeiling(ceilings: Ceilings, termDays: number, enteredOn?: LocalDate): Ppm | undefined {
  let latest: DayCeiling | undefined;
  for (const entry of ceilings.perDay ?? [])
    if (
      termDays <= entry.tenorUpTo &&
      (enteredOn === undefined || entry.from <= enteredOn) &&
      (!latest ||
        entry.from > latest.from ||
        (entry.from === latest.from && entry.tenorUpTo < latest.tenorUpTo))
    )
      latest = entry;
  return latest?.ppm;
}
