import { type Facts, type FactValue, factIn } from './facts.ts';
import type { Comparison, Condition } from './policy.ts';

/** The value of a condition; undefined is unknown, because a fact is missing. */
type Truth = boolean | undefined;

/** Reports whether a known value satisfies a comparison. */
export function satisfies({ op, value }: Comparison, known: FactValue): boolean {
  switch (op) {
    case '=':
      return known === value;
    case '!=':
      return known !== value;
    case '<':
      return known < value;
    case '<=':
      return known <= value;
    case '>':
      return known > value;
    case '>=':
      return known >= value;
    case 'in':
      return value.includes(known);
    case 'notIn':
      return !value.includes(known);
    case 'between':
      return value[0] <= known && known <= value[1];
  }
}

/**
 * Evaluates a condition in three values (Kleene): `all` is false if one is false, else unknown if one is unknown; `any` is
 * true if one is true, else unknown if one is unknown. Throws FactError.
 */
export function evaluate(condition: Condition, facts: Facts): Truth {
  if ('fact' in condition) {
    const known = factIn(facts, condition.fact);
    return known === undefined ? undefined : satisfies(condition, known);
  }
  const isAll = 'all' in condition;
  let result: Truth = isAll;
  for (const inner of isAll ? condition.all : condition.any) {
    const truth = evaluate(inner, facts);
    if (truth === !isAll) return truth;
    if (truth === undefined) result = undefined;
  }
  return result;
}
