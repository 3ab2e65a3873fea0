import type { Bucket, Outcome } from '@hiram/contract/console/collections';

/**
 * The share of what is due that a call brings, in per cent, by queue. Figures to start with; a lender
 * replaces them by its own.
 */
const shares: Readonly<Record<Bucket, number>> = {
  promiseBroken: 60,
  promiseToday: 62,
  days1: 44,
  days8: 33,
  days16: 24,
  days31: 14,
  days61: 8,
  days91: 3,
};

/** Factor in per cent for a new borrower and for one who had a loan before. */
const ofClient: Readonly<Record<'new' | 'repeat', number>> = { new: 90, repeat: 115 };

/** Factor in per cent by the last outcome. */
const after: Readonly<Record<Outcome | 'none', number>> = {
  none: 100,
  promise: 110,
  reached: 105,
  noAnswer: 75,
  busy: 85,
  refuses: 30,
  disputes: 10,
  hardship: 40,
  wrongPerson: 0,
  deceased: 0,
};

/** Cents that a call is expected to bring today. */
export function expectedOfCall(
  due: number,
  loan: {
    readonly bucket: Bucket;
    readonly client: 'new' | 'repeat';
    readonly last: Outcome | undefined;
  },
): number {
  const share = shares[loan.bucket] * ofClient[loan.client] * after[loan.last ?? 'none'];
  return Math.round((due * share) / 1_000_000);
}

/** The first day late of each queue by days. */
const byDays: readonly (readonly [number, Bucket])[] = [
  [91, 'days91'],
  [61, 'days61'],
  [31, 'days31'],
  [16, 'days16'],
  [8, 'days8'],
];

/** The queue of a loan by the days that it is late. */
export function bucketOf(daysLate: number): Bucket {
  return byDays.find(([from]) => daysLate >= from)?.[1] ?? 'days1';
}

/** The first and the last day late of a queue by days. */
export function daysOfBucket(bucket: Bucket): { readonly from: number; readonly to: number } {
  const at = byDays.findIndex(([, name]) => name === bucket);
  if (at < 0) return { from: 1, to: 7 };
  return { from: byDays[at]?.[0] ?? 1, to: (byDays[at - 1]?.[0] ?? Number.MAX_SAFE_INTEGER) - 1 };
}
