import { isDeepStrictEqual } from 'node:util';
import type { Condition, Policy, PolicyFault, Rule } from './policy.ts';

/** The demands of a market's law on every policy. */
export interface MarketLaw {
  readonly rules: readonly Rule[];
  /** The greatest share of income for instalments and debts in ppm, if the law limits it. */
  readonly maxShare?: number;
}

const severity = { skip: 0, refer: 1, refuse: 2 } as const;

/** Reports whether `own` holds wherever `lawful` does: the same condition, or a bound of the same fact that reaches further. */
function coversCondition(own: Condition, lawful: Condition): boolean {
  if (isDeepStrictEqual(own, lawful)) return true;
  if (!('fact' in own && 'fact' in lawful) || own.fact !== lawful.fact || own.op !== lawful.op) return false;
  switch (own.op) {
    case '<':
    case '<=':
      return own.value >= (lawful.value as typeof own.value);
    case '>':
    case '>=':
      return own.value <= (lawful.value as typeof own.value);
    default:
      return false;
  }
}

function isAtLeast(own: Rule, lawful: Rule): boolean {
  return (
    coversCondition(own.if, lawful.if) &&
    severity[own.then] >= severity[lawful.then] &&
    severity[own.missing] >= severity[lawful.missing]
  );
}

/** Finds the places where a policy is weaker than the law of its market, rule by rule by id. Empty if it nowhere is. */
export function weakerThanLaw(policy: Policy, { rules, maxShare }: MarketLaw): readonly PolicyFault[] {
  const [law, , , , affordability] = policy.stages;
  const faults = rules.flatMap((lawful): PolicyFault[] => {
    const index = law.rules.findIndex(({ id }) => id === lawful.id);
    const own = law.rules[index];
    if (!own) return [{ path: 'stages.0.rules', fault: `the rule ${lawful.id} of the law is absent` }];
    return isAtLeast(own, lawful)
      ? []
      : [{ path: `stages.0.rules.${index}`, fault: `${lawful.id} is weaker than the law` }];
  });
  if (maxShare !== undefined && affordability.maxShare > maxShare)
    faults.push({ path: 'stages.4.maxShare', fault: `the law allows at most ${maxShare} ppm` });
  return faults;
}
