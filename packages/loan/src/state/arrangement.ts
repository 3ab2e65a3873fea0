import { dayNumber } from '../values/local-date.ts';
import type { Arranged } from './events.ts';
import { lateCharges } from './late-charges.ts';
import { unpaidOf } from './owed.ts';
import { type Arrangement, everything, type GracePeriod, type LoanState } from './state.ts';

/** Days after the first of unbroken missed evenings on which an arrangement is broken. */
export const daysToMakeGood = 5;

export function arrangementOf(event: Arranged, brokenOn: number | undefined): Arrangement {
  return {
    from: dayNumber(event.valueDate),
    brokenOn,
    instalments: new Set(event.instalments),
    parts: event.parts.map(({ date, amount }) => ({ day: dayNumber(date), amount })),
  };
}

/** The arrangement in force today, the day of its break included. */
export function keptArrangement({ arrangement, asOf }: LoanState): Arrangement | undefined {
  return arrangement && asOf <= (arrangement.brokenOn ?? asOf) ? arrangement : undefined;
}

/** Everything owed of the arranged instalments, with the penalty, in cents. */
export function arrangedOwed(state: LoanState, { instalments }: Arrangement): number {
  const charges = lateCharges(state);
  let owed = charges.penalty - state.penaltyPaid;
  for (const [index, instalment] of state.instalments.entries())
    if (instalments.has(instalment.no))
      owed += unpaidOf(instalment) + (charges.late[index] ?? 0) - instalment.latePaid;
  return owed;
}

/**
 * The cents of the parts that have fallen due by today and are not paid. What a late event removes counts to
 * the earliest parts.
 */
export function arrangedDue(state: LoanState, arrangement: Arrangement): number {
  let later = 0;
  for (const { day, amount } of arrangement.parts) if (day > state.asOf) later += amount;
  return Math.max(0, arrangedOwed(state, arrangement) - later);
}

/** Reports whether the parts that have fallen due are unpaid by more than the tolerance when today ends. */
export function isMissed(state: LoanState, arrangement: Arrangement): boolean {
  return arrangedDue(state, arrangement) > state.tolerance;
}

/** The days after the arrangement's first until the day before its break: they bear no charges of its instalments. */
export function arrangementGrace({ from, brokenOn, instalments }: Arrangement): GracePeriod {
  return {
    from,
    until: brokenOn === undefined ? Number.POSITIVE_INFINITY : brokenOn - 1,
    covered: new Map([...instalments].map((no) => [no, everything])),
  };
}

/**
 * Reports whether an arrangement runs: unpaid, and not broken before today. There is no extension and no other arrangement
 * meanwhile, on the day of its break included, because a payment of that day can still make it good.
 */
export function runsArrangement(state: LoanState): boolean {
  const arrangement = keptArrangement(state);
  return arrangement !== undefined && arrangedOwed(state, arrangement) > state.tolerance;
}
