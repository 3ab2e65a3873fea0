import { type Cents, cents, divideHalfEven } from '@hiram/loan';

/** Loss rates in ppm of the claim: up to 30 days late, 31 to 90, above 90. */
export type LossRates = readonly [number, number, number];

const lastDays = [30, 90] as const;

/** The stage of a loan for its allowance, by days late: 1 up to 30, 2 up to 90, 3 above. */
export function stageOf(daysLate: number): 1 | 2 | 3 {
  if (daysLate <= lastDays[0]) return 1;
  return daysLate <= lastDays[1] ? 2 : 3;
}

/** The allowance for credit losses of a claim in cents, half to even. Loans that are not late bear the first rate. */
export function allowanceOf(claim: number, daysLate: number, rates: LossRates): Cents {
  const rate = rates[stageOf(daysLate) - 1] ?? 0;
  return cents(Number(divideHalfEven(BigInt(claim) * BigInt(rate), 1_000_000n)));
}
