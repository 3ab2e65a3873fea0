import { satisfies } from './condition.ts';
import { definitionOf, type FactName, type FactValue } from './facts.ts';
import type { Comparison, Condition, Policy, PolicyFault } from './policy.ts';

/** Beyond so many alternatives a condition is taken as one that can hold. */
const maxAlternatives = 1_000;

type Alternative = readonly Comparison[];

/** The condition as alternatives, each a list of comparisons that must all hold; undefined if there are too many. */
function alternatives(condition: Condition): readonly Alternative[] | undefined {
  if ('fact' in condition) return [[condition]];
  if ('any' in condition) {
    const all = condition.any.map(alternatives);
    const flat = all.flatMap((each) => each ?? []);
    return all.includes(undefined) || flat.length > maxAlternatives ? undefined : flat;
  }
  let result: readonly Alternative[] = [[]];
  for (const inner of condition.all) {
    const further = alternatives(inner);
    if (!further || result.length * further.length > maxAlternatives) return undefined;
    result = result.flatMap((before) => further.map((after) => [...before, ...after]));
  }
  return result;
}

function nextDay(day: string): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + 1);
  return date.toISOString().slice(0, 10);
}

/** Values of a fact of which one satisfies the comparisons if any value does: one in each gap between the compared values. */
function candidates(fact: FactName, comparisons: Alternative): readonly FactValue[] {
  const { type, unit, words } = definitionOf(fact);
  const named = comparisons.flatMap(({ value }) => [value].flat());
  switch (type) {
    case 'flag':
      return [true, false];
    case 'word':
      // A text that no rule names stands for all others.
      return words ?? [...named, ''];
    case 'day':
      return ['0001-01-01', ...named, ...named.map((day) => nextDay(String(day)))];
    case 'integer': {
      const near = named.flatMap((value) => [Number(value) - 1, Number(value), Number(value) + 1]);
      return unit === 'points' ? near : near.filter((value) => value >= 0);
    }
  }
}

function canHold(alternative: Alternative): boolean {
  const byFact = Map.groupBy(alternative, ({ fact }) => fact);
  return [...byFact].every(([fact, comparisons]) =>
    candidates(fact, comparisons).some((value) =>
      comparisons.every((comparison) => satisfies(comparison, value)),
    ),
  );
}

/** The rules of a policy that can never act: no value of their facts fulfils them, and a missing fact is skipped. */
export function unreachable(policy: Policy): readonly PolicyFault[] {
  const [law, fraud, bureau] = policy.stages;
  return [law, fraud, bureau].flatMap(({ rules }, stage) =>
    rules.flatMap(({ id, if: condition, missing }, index): PolicyFault[] => {
      const ways = alternatives(condition);
      return missing === 'skip' && ways && !ways.some(canHold)
        ? [{ path: `stages.${stage}.rules.${index}`, fault: `${id} can never fire` }]
        : [];
    }),
  );
}
