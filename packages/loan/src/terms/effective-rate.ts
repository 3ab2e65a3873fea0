/**
 * A cash flow: positive cents go to the borrower, negative cents come from the borrower. `time` in periods,
 * may be fractional.
 */
export interface Flow {
  readonly time: number;
  readonly cents: number;
}

export type EffectiveRate =
  | { readonly ok: true; readonly rate: number }
  | { readonly ok: false; readonly reason: 'noFlows' | 'oneSided' | 'outOfRange' };

const maxRate = 1e9;

/** The discount of a fraction f of a period: `compound` by (1 + i)^f, `simple` by (1 + f·i) (Regulation Z, Appendix J). */
export type PartPeriod = 'compound' | 'simple';

/**
 * The rate per period at which the flows discount to zero, to the last digit of a double, or the reason why there is none.
 * Bracketing and bisection always terminate. This is the only floating-point computation of the package.
 */
export function effectiveRate(flows: readonly Flow[], partPeriod: PartPeriod = 'compound'): EffectiveRate {
  if (flows.length === 0) return { ok: false, reason: 'noFlows' };
  if (!flows.some((flow) => flow.cents > 0) || !flows.some((flow) => flow.cents < 0))
    return { ok: false, reason: 'oneSided' };
  const start = Math.min(...flows.map((flow) => flow.time));
  const factor = (rate: number, time: number) => {
    if (partPeriod === 'compound') return (1 + rate) ** time;
    const wholePeriods = Math.floor(time);
    return (1 + (time - wholePeriods) * rate) * (1 + rate) ** wholePeriods;
  };
  const value = (rate: number) =>
    flows.reduce((sum, flow) => sum + flow.cents / factor(rate, flow.time - start), 0);
  const bracket = bracketOf(value);
  if (!bracket) return { ok: false, reason: 'outOfRange' };
  let [low, high] = bracket;
  const sign = Math.sign(value(low));
  for (let step = 0; step < 400; step += 1) {
    const middle = (low + high) / 2;
    if (middle === low || middle === high) break;
    const middleValue = value(middle);
    if (middleValue === 0) return { ok: true, rate: middle };
    if (Math.sign(middleValue) === sign) low = middle;
    else high = middle;
  }
  return { ok: true, rate: (low + high) / 2 };
}

/** Two rates between which the value changes its sign, searched outwards from zero. */
function bracketOf(value: (rate: number) => number): readonly [number, number] | undefined {
  const atZero = value(0);
  if (atZero === 0) return [0, 0];
  for (let low = 0, high = 1e-6; low < maxRate; low = high, high *= 2)
    if (Math.sign(value(high)) !== Math.sign(value(low))) return [low, high];
  for (let low = 0, high = -1e-6; low > -0.999999; low = high, high = Math.max(high * 2, (high - 1) / 2))
    if (Math.sign(value(high)) !== Math.sign(value(low))) return [low, high];
  return undefined;
}
