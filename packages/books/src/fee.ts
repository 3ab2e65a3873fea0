import { type Cents, cents, effectiveRate, million, plan, share, type Terms } from '@hiram/loan';

const rates = new WeakMap<Terms, number>();

/**
 * The rate per day at which the contract's instalments discount to the net proceeds. Extensions and payments do not change it.
 * Cached by the identity of `terms`.
 */
export function effectiveDailyRate(terms: Terms): number {
  const cached = rates.get(terms);
  if (cached !== undefined) return cached;
  const flows = plan(terms).map(({ day, payment }) => ({ time: day, cents: -payment }));
  const result = effectiveRate([{ time: 0, cents: terms.principal - terms.fee }, ...flows]);
  if (!result.ok) throw new RangeError(`the contract has no effective rate: ${result.reason}`);
  rates.set(terms, result.rate);
  return result.rate;
}

/**
 * The contract's interest to the end of a day after disbursal: as scheduled of periods that ended, by the day
 * of the running one.
 */
function contractInterest(terms: Terms, day: number): number {
  let interest = 0;
  for (const { accrualPeriods } of plan(terms))
    for (const { from, to, balance, interest: scheduled } of accrualPeriods)
      if (day >= to) interest += scheduled;
      else if (day > from) interest += share(balance, terms.dailyPpm * (day - from), million, terms.unit);
  return interest;
}

/**
 * The part of the fee in cents that is earned by the end of a day after disbursal, by the effective daily
 * rate over the contract's schedule: the growth of the net proceeds at that rate, less the interest. The
 * whole fee on the last due day.
 */
export function feeEarned(terms: Terms, day: number): Cents {
  const { fee, unit = 1 } = terms;
  const instalments = plan(terms);
  if (fee === 0 || day <= 0) return cents(0);
  if (day >= (instalments.at(-1)?.day ?? 0)) return fee;
  const growth = 1 + effectiveDailyRate(terms);
  const net = terms.principal - fee;
  let carrying = net * growth ** day;
  let fallenDue = 0;
  for (const { day: due, payment } of instalments)
    if (due <= day) {
      carrying -= payment * growth ** (day - due);
      fallenDue += payment;
    }
  const earned = carrying - net + fallenDue - contractInterest(terms, day);
  return cents(Math.min(fee, Math.max(0, Math.round(earned / unit) * unit)));
}
